import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../support/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app?.close());

const json = { "content-type": "application/json" };
/** With this the request takes Fastify's route: Node's server answers the plain path itself. */
const viaFastify = "/graphql?";
const me = "{ me { id email } }";
const balance = "query Balance($app: ID!) { creditBalance(appId: $app) { balance currency } }";

/** A response without what differs between any two requests. */
async function seen(path: string, body: string, headers: Record<string, string>): Promise<object> {
  const response = await fetch(app.url + path, { method: "POST", headers: { ...json, ...headers }, body });
  const own = new Set([
    "date",
    "content-length",
    "x-request-id",
    "ratelimit",
    "ratelimit-remaining",
    "x-ratelimit-remaining",
  ]);
  const timed = new Set(["ratelimit-reset", "x-ratelimit-reset", "retry-after"]);
  const shown = [...response.headers]
    .filter(([name]) => !own.has(name))
    .map(([name, value]) => [name, timed.has(name) ? "t" : value] as const);
  const text = (await response.text())
    .replaceAll(/req_[0-9a-f]{32}/g, "req_ID")
    .replaceAll(/\d+ s\./g, "n s.")
    .replaceAll(/[\d.]+ ms|"\w+Ms":[\d.]+/g, "n ms");
  const id = response.headers.get("x-request-id") ?? "";
  return {
    status: response.status,
    headers: Object.fromEntries(shown),
    text,
    id: /^req_[0-9a-f]{32}$/.test(id) ? "new" : id,
  };
}

type Case = [name: string, body: unknown, headers?: (app: TestApp) => Promise<Record<string, string>>];
const eve = (one: TestApp) => one.as("eve");
const cases: Case[] = [
  ["a person's query", { query: me }, eve],
  ["a query with variables", { query: balance, variables: { app: "central" } }, eve],
  ["an unknown app in the input", { query: balance, variables: { app: "nowhere" } }, eve],
  [
    "nobody's query of public data",
    { query: '{ operationCost(appId: "central", operation: "ai.text") { cost } }' },
  ],
  ["nobody's query of a person's data", { query: me }],
  ["a bad credential", { query: me }, async () => ({ authorization: "Bearer nonsense" })],
  ["two credentials", { query: me }, async (one) => ({ ...(await one.as("eve")), ...one.withKey("reader") })],
  ["a key", { query: balance, variables: { app: "central" } }, async (one) => one.withKey("reader")],
  [
    "an unknown app in the header",
    { query: me },
    async (one) => ({ ...(await one.as("eve")), "x-app-id": "??" }),
  ],
  ["a mutation", { query: 'mutation { updateMe(input: { name: "Eve" }) { name } }' }, eve],
  ["a document that does not parse", { query: "{ me {" }, eve],
  ["a document that is not valid", { query: "{ nothing }" }, eve],
  [
    "the same with the newer media type",
    { query: "{ nothing }" },
    async (one) => ({
      ...(await one.as("eve")),
      accept: "application/graphql-response+json",
    }),
  ],
  ["variables that are not valid", { query: balance, variables: { app: [] } }, eve],
  ["a document that is too deep", { query: `{ ${"me { ".repeat(40)} id ${"} ".repeat(40)} }` }, eve],
  ["a subscription", { query: 'subscription { creditBalanceChanged(appId: "central") { balance } }' }, eve],
  ["a persisted hash", { extensions: { persistedQuery: { version: 1, sha256Hash: "0".repeat(64) } } }],
  ["a list", [{ query: me }]],
  ["a number", 7],
  ["a plan", { query: me }, async (one) => ({ ...(await one.as("eve")), "x-query-plan": "only" })],
  [
    "an id of its own",
    { query: me },
    async (one) => ({ ...(await one.as("eve")), "x-request-id": "mine-12345678" }),
  ],
  ["an id that is none", { query: me }, async (one) => ({ ...(await one.as("eve")), "x-request-id": "a b" })],
  [
    "a time of its own",
    { query: me },
    async (one) => ({ ...(await one.as("eve")), "x-test-clock": "2026-05-04T00:00:00Z" }),
  ],
];

describe("the GraphQL door answers without Fastify as with it", () => {
  test.each(cases)("%s", async (_name, body, headersOf) => {
    const headers = (await headersOf?.(app)) ?? {};
    const text = JSON.stringify(body);
    expect(await seen("/graphql", text, headers)).toEqual(await seen(viaFastify, text, headers));
  });

  test.each(["{", '{"query": 1e999}', '{"__proto__": {}}', "\u0000"])("the body %j", async (text) => {
    expect(await seen("/graphql", text, {})).toEqual(await seen(viaFastify, text, {}));
  });

  test("each request leaves one line in the log, and one count", async () => {
    const ids = ["direct-0000001", "fastify-000001"];
    const headers = await app.as("eve");
    for (const [index, path] of ["/graphql", viaFastify].entries())
      await seen(path, JSON.stringify({ query: me }), { ...headers, "x-request-id": ids[index]! });
    const lines = ids.map((id) =>
      app.logLines
        .map((line) => JSON.parse(line) as Record<string, unknown>)
        .filter((line) => line["requestId"] === id && line["msg"] === "request")
        .map(({ time: _, durationMs, requestId: __, reqId, ...line }) => ({
          ...line,
          hasDuration: typeof durationMs,
          isNamed: reqId === id,
        })),
    );
    expect(lines[0]).toHaveLength(1);
    expect(lines[0]).toEqual(lines[1]);
  });
});
