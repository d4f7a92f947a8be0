import { beforeAll, expect, onTestFinished, test } from "vitest";
import { Platform } from "../../platform/platform.ts";
import { Readiness } from "../../platform/readiness.ts";
import { readConfig } from "../../src/config/config.ts";
import { attributeNames } from "../../src/observability/tracing.ts";
import { createPerson, invoiceBody } from "../gateway/support/people.ts";
import { startReceiver } from "../hub/webhooks/receiver.ts";
import { startTestSandbox, testAudience } from "../sandbox/start-test-sandbox.ts";
import { createPlatformDatabase, type TestApp } from "../support/app.ts";
import { until } from "../support/poll.ts";
import { silentLog } from "../support/silent-log.ts";
import { startTraceCollector, type CollectedSpan } from "../support/trace-collector.ts";
import { buildProgram, freePorts, runProgram, statusOf } from "./support/platform-process.ts";

beforeAll(buildProgram);

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
const clientSpan = "00f067aa0ba902b7";

/** Router, hub, gateway and worker as processes that export to one collector, and a webhook receiver. */
async function startWorld() {
  const collector = await startTraceCollector();
  const receiver = await startReceiver();
  const database = await createPlatformDatabase();
  const sandbox = await startTestSandbox();
  const config = readConfig({ NODE_ENV: "test", DATABASE_URL: database.url });
  const platform = new Platform(config, silentLog);
  onTestFinished(async () => {
    await platform.close(1_000);
    await receiver.close();
    await collector.close();
    await database.drop();
  });
  await platform.open({ smtpUrl: null, work: false }, new Readiness([]));
  const [hub, gateway, router, nobody] = (await freePorts(4)).map((port) => `http://127.0.0.1:${port}`) as [
    string,
    string,
    string,
    string,
  ];
  const issuer = `${sandbox.url}/identity`;
  const shared = {
    NODE_ENV: "test",
    DATABASE_URL: database.url,
    METRICS_PORT: "0",
    LOG_LEVEL: "warn",
    INTERNAL_SECRET: "secret-of-the-tracing-test",
    OIDC_ISSUER: issuer,
    OIDC_AUDIENCE: testAudience,
    WEBHOOK_ALLOW_HOSTS: "127.0.0.1",
    HUB_URL: hub,
    GATEWAY_URL: gateway,
    PROPERTY_URL: nobody,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20collector-token",
  };
  const start = (name: string, url: string | null) =>
    runProgram([name], { ...shared, PORT: url === null ? "0" : new URL(url).port });
  const processes = [
    start("hub", hub),
    start("gateway", gateway),
    start("router", router),
    start("worker", null),
  ];
  const ready = [`${hub}/readyz`, `${gateway}/readyz`, `${router}/livez`];
  await until(
    "the processes are ready",
    async () => {
      const failed = processes.find(({ child }) => child.exitCode !== null);
      if (failed) throw new Error(failed.stderr());
      return (await Promise.all(ready.map(statusOf))).every((status) => status === 200);
    },
    40_000,
  );
  const tokenFor = async (claims: Record<string, unknown>) => {
    const headers = { "content-type": "application/json" };
    const answer = await fetch(`${issuer}/token`, { method: "POST", headers, body: JSON.stringify(claims) });
    return ((await answer.json()) as { accessToken: string }).accessToken;
  };
  const app = { database, tokenFor, running: { platform } } as unknown as TestApp;
  return { collector, receiver, router, app };
}

async function post(url: string, body: unknown, headers: Record<string, string>) {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", connection: "close", ...headers },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** Names of a span and of the spans above it that were collected, with their processes. */
function pathOf(span: CollectedSpan, spans: readonly CollectedSpan[]): string[] {
  const parent = spans.find(({ spanId }) => spanId === span.parentSpanId);
  const own = `${span.service.replace("hub-platform-", "")}: ${span.name}`;
  return parent ? [...pathOf(parent, spans), own] : [own];
}

test("one trace covers router, hub, gateway and worker, and has no value of the request", async () => {
  const { collector, receiver, router, app } = await startWorld();
  const person = await createPerson(app, 10);
  const { authorization } = person.headers as { authorization: string };
  const endpoint = { url: receiver.url, eventTypes: ["invoice.created"] };
  expect((await post(`${router}/webhooks/endpoints`, endpoint, { authorization })).status).toBe(201);

  const traced = { traceparent: `00-${traceId}-${clientSpan}-01`, tracestate: "vendor=state" };
  const created = await post(`${router}/invoices`, invoiceBody(), { ...person.headers, ...traced });
  expect(created.status).toBe(201);
  await until("the webhook is delivered", () => receiver.received.length === 1);
  const inTrace = () => collector.spans.filter((span) => span.traceId === traceId);
  const named = (name: string) => inTrace().find((span) => span.name === name);
  await until(
    "the trace is complete",
    () => named("webhook delivery") && named("POST /invoices") && named("subgraph gateway"),
    10_000,
  );

  const spans = inTrace();
  const paths = spans.map((span) => pathOf(span, spans));
  const door = ["router: POST /invoices"];
  const subgraph = [...door, "router: run plan", "router: fetch gateway", "gateway: subgraph gateway"];
  expect(named("POST /invoices")).toMatchObject({
    parentSpanId: clientSpan,
    attributes: { "http.route": "/invoices", "http.response.status_code": 201 },
  });
  expect(named("run plan")?.attributes).toEqual({
    "graphql.operation.name": "CreateInvoice",
    "graphql.operation.type": "mutation",
  });
  expect(paths).toContainEqual([...subgraph, "gateway: INSERT invoices"]);
  expect(paths).toContainEqual([...door, "hub: subgraph hub"]);
  const relay = [...subgraph, "worker: relay invoice.created"];
  expect(paths).toContainEqual([...relay, "worker: webhook delivery"]);
  expect(new Set(spans.map(({ service }) => service))).toEqual(
    new Set(["router", "hub", "gateway", "worker"].map((name) => `hub-platform-${name}`)),
  );

  for (const [index, traceparent] of [
    "x",
    `${traced.traceparent}, ${traced.traceparent}`,
    `00-${"0".repeat(32)}-${clientSpan}-01`,
    `ff-${traceId}-${clientSpan}-01`,
    `00-${traceId}-${clientSpan}-01-${"x".repeat(8_000)}`,
  ].entries()) {
    const headers = { ...person.headers, traceparent, tracestate: "\u00ff=,,=".repeat(500) };
    const answer = await post(`${router}/graphql`, { query: "{ __typename }" }, headers);
    expect([index, answer]).toEqual([index, { status: 200, body: { data: { __typename: "Query" } } }]);
  }
  expect(inTrace().some(({ name }) => name === "POST /graphql")).toBe(false);

  const allowed = new Set<string>(attributeNames);
  const others = collector.spans.flatMap(({ attributes }) =>
    Object.keys(attributes).filter((name) => !allowed.has(name)),
  );
  expect(others).toEqual([]);
  const sent = collector.spans.map(({ text }) => text).join("\n");
  const token = authorization.replace("Bearer ", "");
  for (const value of [person.ownerId, "people.example", "client.example", "Consulting", token, "/hook"]) {
    expect(sent).not.toContain(value);
  }
  expect(new Set(collector.authorizations)).toEqual(new Set(["Bearer collector-token"]));
});
