import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { signForwarded, signPrincipal } from "../../src/access/principal-header.ts";
import { internalPrincipal } from "../../src/access/principal.ts";
import { raiseBarrier } from "../gateway/charging/faults.ts";
import { createPerson, grantCredits, invoiceBody, type Person } from "../gateway/support/people.ts";
import { central, credentials, openEvents, watchMore } from "../router/subscriptions/watching.ts";
import { createTestApp, type TestApp } from "../support/app.ts";
import { until } from "../support/poll.ts";
import {
  buildProgram,
  freePorts,
  startProgram,
  statusOf,
  type ProgramRun,
} from "./support/platform-process.ts";

const names = ["hub", "property", "gateway", "router"] as const;
type Name = (typeof names)[number];

/** The platform in one process, and beside it in four on the same database. */
let one: TestApp;
const processes = new Map<Name, ProgramRun>();
const urls = new Map<Name, string>();
const secret = "secret-of-the-split-mode-test";

beforeAll(async () => {
  await buildProgram();
  one = await createTestApp();
  const ports = await freePorts(names.length);
  names.forEach((name, index) => urls.set(name, `http://127.0.0.1:${ports[index]}`));
  for (const [index, name] of names.entries()) {
    const env = {
      PORT: ports[index]!,
      METRICS_PORT: "0",
      LOG_LEVEL: "warn",
      DATABASE_URL: one.database.url,
      INTERNAL_SECRET: secret,
      OIDC_ISSUER: `${one.sandboxUrl}/identity`,
      PUBLIC_URL: one.url,
      HUB_URL: urls.get("hub")!,
      PROPERTY_URL: urls.get("property")!,
      GATEWAY_URL: urls.get("gateway")!,
    };
    processes.set(name, startProgram([name], env));
  }
  for (const [name, url] of urls) {
    await until(`${name} is ready`, async () => {
      const { child, stderr } = processes.get(name)!;
      if (child.exitCode !== null) throw new Error(`${name} ended: ${stderr()}`);
      return (await statusOf(`${url}/readyz`)) === 200;
    });
  }
});

afterAll(async () => {
  for (const { child, ended } of processes.values()) {
    child.kill("SIGTERM");
    await ended;
  }
  await one?.close();
});

interface Told {
  status: number;
  // The shape is what the test is about.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
  headers: Record<string, string | null>;
}

const toldHeaders = ["x-credits-charged", "x-credits-balance", "idempotent-replayed", "content-type"];

/** Sends a request to a router over HTTP. */
async function ask(
  base: string,
  method: string,
  path: string,
  person: Person,
  more: AskOptions = {},
): Promise<Told> {
  const { body, headers = {} } = more;
  const response = await fetch(`${base}${path}`, {
    method,
    headers: {
      ...person.headers,
      ...(body ? { "content-type": "application/json" } : {}),
      // A kept connection may have been closed there while a test was busy here.
      connection: "close",
      // Errors contain it.
      "x-request-id": "request-of-split-mode",
      ...headers,
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return {
    status: response.status,
    body: await response.json(),
    headers: Object.fromEntries(toldHeaders.map((name) => [name, response.headers.get(name)])),
  };
}

interface AskOptions {
  body?: unknown;
  headers?: Record<string, string>;
}

const asOne = (...call: Parameters<typeof ask> extends [string, ...infer Rest] ? Rest : never) =>
  ask(one.url, ...call);
const asFour = (...call: Parameters<typeof ask> extends [string, ...infer Rest] ? Rest : never) =>
  ask(urls.get("router")!, ...call);

const dashboard = {
  query: `{ me { name plan creditBalances { appId balance } savedProperties(first: 1) { propertyId }
    recentInvoices(first: 1) { status total currency } } }`,
};

async function pia(): Promise<Person> {
  return { ownerId: "demo-pia", headers: await one.as("pia") };
}

describe("four processes respond as one does", () => {
  test("the dashboard's query across all three subgraphs", async () => {
    const [split, single] = [
      await asFour("POST", "/graphql", await pia(), { body: dashboard }),
      await asOne("POST", "/graphql", await pia(), { body: dashboard }),
    ];
    expect(split).toEqual(single);
    expect(split.body.data.me).toMatchObject({
      savedProperties: [{ propertyId: expect.any(String) }],
      recentInvoices: [{ currency: "USD" }],
    });
  });

  test("records of an app that the hub asks the gateway for", async () => {
    const person = await createPerson(one, 20);
    const spent = { date: "2026-02-01", vendor: "Rails", amount: 12.5, category: "Travel", currency: "USD" };
    expect((await asFour("POST", "/expenses", person, { body: spent })).status).toBe(201);
    const body = { appId: "invoicer", from: "2026-02-01", to: "2026-02-28" };
    const split = await asFour("POST", "/accounting/app-postings/sync", person, { body });
    expect(split).toMatchObject({ status: 200, body: { posted: 1, skipped: 0 } });
    const single = await asOne("POST", "/accounting/app-postings/sync", person, { body });
    expect(single.body).toEqual({ ...split.body, posted: 0, skipped: 1 });
  });

  test("an invoice, its charge and its balance", async () => {
    const person = await createPerson(one, 10);
    const split = await asFour("POST", "/invoices", person, { body: invoiceBody() });
    const single = await asOne("POST", "/invoices", person, { body: invoiceBody() });
    expect(split.status).toBe(201);
    expect(Object.keys(split.body)).toEqual(Object.keys(single.body));
    expect(split.body.paymentLink.startsWith(`${one.url}/pay/`)).toBe(true);
    expect(split.headers).toEqual({ ...single.headers, "x-credits-balance": "9.5" });
    expect(single.headers).toMatchObject({ "x-credits-charged": "0.5", "x-credits-balance": "9" });
    // Each reading is paid for.
    const list = await asFour("GET", "/invoices", person);
    const listed = await asOne("GET", "/invoices", person);
    expect(list).toEqual({ ...listed, headers: { ...listed.headers, "x-credits-balance": "8.9" } });
    expect(listed.headers).toMatchObject({ "x-credits-charged": "0.1", "x-credits-balance": "8.8" });
  });

  test("a payroll of 10 MiB, written in each format", async () => {
    const records = Array.from({ length: 320 }, (_, at) => ({ at, text: `${at}`.padEnd(32_000, "€x") }));
    while (JSON.stringify(records).length > 5_000_000) records.pop();
    for (const format of ["csv", "excel"]) {
      const call = { body: { format, payrollData: { records } } };
      expect(Buffer.byteLength(JSON.stringify(call.body))).toBeGreaterThan(9_500_000);
      const split = await asFour("POST", "/api/integrations/export-payroll", await pia(), call);
      expect(split).toMatchObject({ status: 200, body: { recordCount: records.length } });
      const single = await asOne("POST", "/api/integrations/export-payroll", await pia(), call);
      expect(split.body.sha256).toBe(single.body.sha256);
    }
  });

  test("a replay, whichever of the two made the first call", async () => {
    const person = await createPerson(one, 10);
    const call = { body: invoiceBody(), headers: { "idempotency-key": "k" } };
    const first = await asFour("POST", "/invoices", person, call);
    const split = await asFour("POST", "/invoices", person, call);
    const single = await asOne("POST", "/invoices", person, call);
    expect(split).toEqual(single);
    expect(split.body).toEqual(first.body);
    expect([first.headers["idempotent-replayed"], split.headers["idempotent-replayed"]]).toEqual([
      null,
      "true",
    ]);
    const other = { ...call, body: invoiceBody({ notes: "x" }) };
    const refused = await asFour("POST", "/invoices", person, other);
    expect(refused).toEqual(await asOne("POST", "/invoices", person, other));
    expect(refused.body.code).toBe("IDEMPOTENCY_KEY_REUSED");
  });

  test("each charge of a document with several", async () => {
    const person = await createPerson(one, 10);
    const body = {
      query: `mutation($input: CreateInvoiceInput!) {
        one: createInvoice(input: $input) { status } two: createInvoice(input: $input) { status } }`,
      variables: { input: invoiceBody() },
    };
    const split = await asFour("POST", "/graphql", person, { body });
    expect(split.body).toEqual({ data: { one: { status: "draft" }, two: { status: "draft" } } });
    expect(split.headers).toMatchObject({ "x-credits-charged": "1", "x-credits-balance": "9" });
  });

  test.each<[string, string, string, AskOptions]>([
    ["no such invoice", "GET", "/invoices/inv_00000000000000000000000000", {}],
    ["no such building", "GET", "/v1/properties/none-such", {}],
    ["a fault of the input", "POST", "/invoices", { body: invoiceBody({ client: "x", taxRate: -1 }) }],
    ["a fault found by the rules of money", "POST", "/invoices", { body: invoiceBody({ discount: 999 }) }],
    ["another app", "POST", "/invoices", { body: invoiceBody(), headers: { "x-app-id": "payroll" } }],
    ["another currency", "POST", "/invoices", { body: invoiceBody({ currency: "JPY" }) }],
    [
      "faulty arguments of a field",
      "POST",
      "/graphql",
      { body: { query: "{ invoices(limit: 0) { total } }" } },
    ],
  ])("a refusal: %s", async (_, method, path, options) => {
    const person = await createPerson(one, 10);
    const split = await asFour(method, path, person, options);
    expect(split).toEqual(await asOne(method, path, person, options));
  });

  test("a row in the audit trail, with where the call came from", async () => {
    const headers = { "x-app-id": "invoicer", "user-agent": "split/1", "x-request-id": "split-audit-row" };
    await asFour("POST", "/invoices", await createPerson(one), { body: invoiceBody(), headers });
    const sql =
      "SELECT subgraph, action, ip, user_agent FROM hub.audit_trail WHERE request_id = 'split-audit-row'";
    await until("the hub has it", async () => (await one.database.query(sql)).length === 1);
    expect(await one.database.query(sql)).toMatchObject([
      { subgraph: "gateway", action: "createInvoice", ip: "127.0.0.1", user_agent: "split/1" },
    ]);
  });

  test("a refusal for want of credits", async () => {
    const person = await createPerson(one);
    const call = { body: invoiceBody() };
    const split = await asFour("POST", "/invoices", person, call);
    expect(split.status).toBe(402);
    expect(split).toEqual(await asOne("POST", "/invoices", person, call));
    await grantCredits(one, person.ownerId, 1);
    expect((await asFour("POST", "/invoices", person, call)).status).toBe(201);
  });

  test("a subscription, with fields of two other processes, for as long as its caller may", async () => {
    const person = await createPerson(one, 10);
    const params = { query: watchMore, variables: central };
    const events = await openEvents(urls.get("router")!, params, credentials(person));
    const owner = { id: person.ownerId, recentInvoices: [], savedProperties: [] };
    expect(await events.result()).toEqual({ data: { changed: { balance: 10, owner } } });
    await asFour("POST", "/invoices", person, { body: invoiceBody() });
    const later = { ...owner, recentInvoices: [{ status: "draft" }] };
    let told = await events.result();
    // The initial grant's event may also arrive, before the invoice exists or after.
    const { changed } = told.data as { changed: { balance: number } };
    if (changed.balance === 10) told = await events.result();
    expect(told).toEqual({ data: { changed: { balance: 9.5, owner: later } } });
    await one.database.query("UPDATE hub.users SET suspended_at = now() WHERE id = $1", [person.ownerId]);
    await grantCredits(one, person.ownerId, 1);
    expect((await events.result()).errors?.[0]?.extensions.code).toBe("UNAUTHORIZED");
    const nobody = await openEvents(urls.get("router")!, params);
    expect((await nobody.result()).errors?.[0]?.extensions.code).toBe("MISSING_TOKEN");
  });

  test("time that a test moves", async () => {
    const person = await createPerson(one, 10);
    const today = new Date().toISOString().slice(0, 10);
    await asFour("POST", "/invoices", person, { body: invoiceBody({ sendEmail: true, dueDate: today }) });
    const dayAfter = new Date(Date.parse(`${today}T00:00:00Z`) + 86_400_000).toISOString();
    const late = { headers: { "x-test-clock": dayAfter } };
    expect((await asFour("GET", "/invoices", person)).body.invoices[0].status).toBe("sent");
    expect((await asFour("GET", "/invoices", person, late)).body.invoices[0].status).toBe("overdue");
  });

  test("an error inside a subgraph is reported with the request id only", async () => {
    const person = await createPerson(one, 10);
    await one.database.query("ALTER TABLE gateway.invoice_lines RENAME TO elsewhere");
    onTestFinished(
      async () => void (await one.database.query("ALTER TABLE gateway.elsewhere RENAME TO invoice_lines")),
    );
    const headers = { "x-request-id": "request-of-the-test" };
    const details = { requestId: "request-of-the-test" };
    const rest = { body: invoiceBody(), headers };
    const split = await asFour("POST", "/invoices", person, rest);
    expect(split).toEqual(await asOne("POST", "/invoices", person, rest));
    expect(split.status).toBe(500);
    const docsUrl = `${one.url}/errors#INTERNAL_ERROR`;
    const reference = { requestId: details.requestId, docsUrl };
    expect(split.body).toEqual({
      error: expect.any(String),
      code: "INTERNAL_ERROR",
      details,
      ...reference,
    });

    const query = "mutation($input: CreateInvoiceInput!) { createInvoice(input: $input) { id } }";
    const graphql = { body: { query, variables: { input: invoiceBody() } }, headers };
    const graph = await asFour("POST", "/graphql", person, graphql);
    expect(graph).toEqual(await asOne("POST", "/graphql", person, graphql));
    expect(graph.body.errors[0].extensions).toEqual({
      code: "INTERNAL_ERROR",
      details,
      http: { status: 500 },
      ...reference,
    });
  });
});

describe("API keys", () => {
  const body = { name: "split", scopes: ["read:credits"] };
  const path = "/credits/balance/central";
  const makeKey = async () => {
    const eve = { ownerId: "demo-eve", headers: await one.as("eve") };
    const { apiKey, key } = (await asOne("POST", "/api-keys", eve, { body })).body;
    return {
      eve,
      id: apiKey.id as string,
      asKey: { ownerId: eve.ownerId, headers: { "x-api-key": key as string } },
    };
  };

  test("one that is revoked in one hub is refused by the other on the next call, every time", async () => {
    for (let round = 0; round < 40; round++) {
      const { eve, id, asKey } = await makeKey();
      expect((await asFour("GET", path, asKey)).status).toBe(200);
      expect((await asOne("DELETE", `/api-keys/${id}`, eve)).status).toBe(200);
      expect([round, (await asFour("GET", path, asKey)).status]).toEqual([round, 401]);
    }
  });

  test("usage counted by a router is visible through it immediately", async () => {
    const { eve, id, asKey } = await makeKey();
    await Promise.all(Array.from({ length: 20 }, () => asFour("GET", path, asKey)));
    const { usageStats } = (await asFour("GET", `/api-keys/${id}/usage`, eve)).body;
    expect(usageStats.totalRequests).toBe(20);
    await asOne("DELETE", `/api-keys/${id}`, eve);
  });
});

describe("a subgraph accepts only holders of the internal secret", () => {
  const principal = internalPrincipal("test");
  const call = {
    principal,
    requestId: "req_test",
    appId: null,
    idempotencyKey: null,
    publicUrl: "http://x.example",
    clockAt: null,
  };
  const now = () => new Date();
  const bodyOf = (query: string) => JSON.stringify({ query });
  const sign = (query: string, audience: string, with_ = secret, at = now()) =>
    signPrincipal(with_, call, {
      audience,
      path: "/graphql",
      body: Buffer.from(bodyOf(query)),
      now: at,
    });
  const tampered = (query: string, name: string) => {
    const [version, payload, mac] = sign(query, name).split(".") as [string, string, string];
    const envelope = JSON.parse(Buffer.from(payload, "base64url").toString()) as { principal: object };
    const other = { ...envelope, principal: { ...envelope.principal, requestId: "another" } };
    return `${version}.${Buffer.from(JSON.stringify(other)).toString("base64url")}.${mac}`;
  };
  const documents: [string, string][] = [
    ["_service", "{ _service { sdl } }"],
    ["_entities", '{ _entities(representations: [{ __typename: "User", id: "demo-pia" }]) { __typename } }'],
    ["introspection", "{ __schema { queryType { name } } }"],
    ["__typename", "{ __typename }"],
  ];
  const subgraphs = ["hub", "property", "gateway"] as const;

  async function knock(name: Name, query: string, header: string | null): Promise<Response> {
    return fetch(`${urls.get(name)!}/graphql`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(header === null ? {} : { "x-principal": header }),
      },
      body: bodyOf(query),
    });
  }

  test.each(subgraphs)("%s answers a header that is signed for it", async (name) => {
    const response = await knock(name, "{ _service { sdl } }", sign("{ _service { sdl } }", name));
    expect(response.status).toBe(200);
    expect(((await response.json()) as { data: { _service: { sdl: string } } }).data._service.sdl).toContain(
      "type",
    );
  });

  test.each(subgraphs)("%s refuses every other one with 401, whatever is asked", async (name) => {
    const another = name === "hub" ? "gateway" : "hub";
    const headersFor = (query: string): [string, string | null][] => [
      ["none", null],
      ["empty", ""],
      ["for another document", sign(`${query} `, name)],
      ["for another subgraph", sign(query, another)],
      ["for the router", sign(query, "router")],
      ["tampered", tampered(query, name)],
      ["of another secret", sign(query, name, "some-other-secret-altogether")],
      ["without its signature", sign(query, name).split(".").slice(0, 2).join(".")],
      ["of two minutes ago", sign(query, name, secret, new Date(Date.now() - 120_000))],
      ["of next year", sign(query, name, secret, new Date(Date.now() + 365 * 24 * 3_600_000))],
      ["forwarded for another router", signForwarded(secret, call, { audience: name, now: now() })],
    ];
    for (const [field, query] of documents) {
      for (const [what, header] of headersFor(query)) {
        const response = await knock(name, query, header);
        const body = (await response.json()) as { code: string };
        expect([what, field, response.status, body.code]).toEqual([what, field, 401, "UNAUTHORIZED"]);
        expect(body).not.toHaveProperty("data");
      }
    }
  });

  test.each(subgraphs)("%s has no other door", async (name) => {
    const query = encodeURIComponent("{ _service { sdl } }");
    for (const path of [`/graphql?query=${query}`, "/", "/openapi.json"]) {
      expect(
        (await fetch(`${urls.get(name)!}${path}`, { headers: { "x-principal": sign("", name) } })).status,
      ).toBe(404);
    }
  });

  test("a router without the internal secret gets no data, and reports the subgraph as unavailable", async () => {
    const [port] = (await freePorts(1)) as [string];
    const stranger = startProgram(["router"], {
      PORT: port,
      METRICS_PORT: "0",
      LOG_LEVEL: "silent",
      INTERNAL_SECRET: "some-other-secret-altogether",
      OIDC_ISSUER: `${one.sandboxUrl}/identity`,
      HUB_URL: urls.get("hub")!,
      PROPERTY_URL: urls.get("property")!,
      GATEWAY_URL: urls.get("gateway")!,
    });
    const url = `http://127.0.0.1:${port}`;
    await until("the stranger listens", async () => (await statusOf(`${url}/livez`)) === 200);
    const answer = await ask(url, "GET", "/pay/AAAAAAAAAAAAAAAAAAAAAA", { ownerId: "", headers: {} });
    stranger.child.kill("SIGTERM");
    expect([answer.status, answer.body.code]).toEqual([503, "SERVICE_UNAVAILABLE"]);
    expect(await stranger.ended).toBe(0);
  });
});

/** The last: it takes parts away. */
describe("without one subgraph", () => {
  test("a stopping subgraph finishes its running requests", async () => {
    const person = await createPerson(one, 10);
    const barrier = await raiseBarrier(one.database, {
      table: "gateway.invoices",
      rows: "NEW.notes = 'under way'",
    });
    const answer = asFour("POST", "/invoices", person, { body: invoiceBody({ notes: "under way" }) });
    await until("the request is under way", async () => (await barrier.waiting()) === 1);
    const gateway = processes.get("gateway")!;
    gateway.child.kill("SIGTERM");
    await until(
      "nothing new is taken",
      async () => (await statusOf(`${urls.get("gateway")!}/livez`)) === null,
    );
    await barrier.lift();
    expect(await answer).toMatchObject({ status: 201, headers: { "x-credits-charged": "0.5" } });
    expect(await gateway.ended).toBe(0);
  });

  test("the others' branches still come, its own is null with an error, and /readyz names it", async () => {
    const { status, body } = await asFour("POST", "/graphql", await pia(), { body: dashboard });
    expect(status).toBe(200);
    expect(body.data.me).toMatchObject({
      plan: "professional",
      creditBalances: [{ appId: "central" }],
      savedProperties: [{ propertyId: expect.any(String) }],
      recentInvoices: null,
    });
    expect(body.errors).toHaveLength(1);
    expect(body.errors[0]).toMatchObject({
      path: expect.arrayContaining(["me"]),
      extensions: { code: "SERVICE_UNAVAILABLE", http: { status: 503 } },
    });
    const ready = await fetch(`${urls.get("router")!}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([
      503,
      { status: "not ready", reasons: { gateway: "does not respond" } },
    ]);
    expect(await statusOf(`${urls.get("router")!}/livez`)).toBe(200);
  });

  test("its own routes are 503 to be tried again, and those of others work", async () => {
    const person = await createPerson(one, 10);
    const refused = await asFour("POST", "/invoices", person, { body: invoiceBody() });
    expect([refused.status, refused.body.code]).toEqual([503, "SERVICE_UNAVAILABLE"]);
    expect((await asFour("GET", "/credits/balance/invoicer", person)).status).toBe(200);
  });
});
