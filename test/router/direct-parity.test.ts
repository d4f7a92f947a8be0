import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestApp } from "../support/app.ts";
import { openSharedAppWithTwins } from "../support/shared-app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await openSharedAppWithTwins();
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
    .replaceAll(/cle_[0-9a-z]{26}/g, "cle_ID")
    .replaceAll(/"(balance|available|totalConsumed)":[\d.]+/g, '"$1":0')
    .replaceAll(/\\"(balance|available|totalConsumed|lastConsumedAt)\\":("?[^,}]*)/g, "$1")
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

const spending = { appId: "central", amount: 0.01, description: "parity" };
const reading = { arguments: { appId: "central" } };
const asked = {
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: {
    name: "get_credit_balance",
    arguments: { appId: "central" },
    _meta: {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientCapabilities": {},
    },
  },
};
const agent = async (one: TestApp) => ({
  ...(await one.as("eve")),
  accept: "application/json, text/event-stream",
  "mcp-protocol-version": "2026-07-28",
  "mcp-method": "tools/call",
  "mcp-name": "get_credit_balance",
});
const otherTool = { ...asked, params: { ...asked.params, name: "list_apps", arguments: {} } };
type Other = [name: string, path: string, body: unknown, headers?: Case[2]];
const others: Other[] = [
  ["REST: a write", "/credits/consume", spending, eve],
  ["REST: more than there is", "/credits/consume", { ...spending, amount: 1e9 }, eve],
  ["REST: an amount that is none", "/credits/consume", { ...spending, amount: "x" }, eve],
  ["REST: a field too many", "/credits/consume", { ...spending, more: 1 }, eve],
  ["REST: a list", "/credits/consume", [], eve],
  ["REST: nobody", "/credits/consume", spending],
  ["REST: a bad credential", "/credits/consume", spending, async () => ({ "x-api-key": "hub_live_x" })],
  ["REST: a key without the scope", "/credits/consume", spending, async (one) => one.withKey("reader")],
  [
    "REST: a bad idempotency key",
    "/credits/consume",
    spending,
    async (one) => ({ ...(await one.as("eve")), "idempotency-key": "a b" }),
  ],
  ["REST: no app", "/services", { name: "A" }, eve],
  [
    "REST: an invalid input",
    "/services",
    { name: "" },
    async (one) => ({ ...(await one.as("eve")), "x-app-id": "event-manager" }),
  ],
  ["a tool", "/tools/get_credit_balance/call", reading, eve],
  ["a tool, with a fault", "/tools/get_credit_balance/call", { arguments: { appId: 1 } }, eve],
  ["a tool, with a body that is no call", "/tools/get_credit_balance/call", { wrong: 1 }, eve],
  ["a tool of the platform", "/tools/list_apps/call", {}, eve],
  ["a tool, by nobody", "/tools/get_credit_balance/call", reading],
  ["an unknown tool", "/tools/nothing/call", reading, eve],
  ["an agent's reading tool", "/mcp", asked, agent],
  ["an agent's other tool", "/mcp", otherTool, agent],
  [
    "an agent's unknown tool",
    "/mcp",
    { ...asked, params: { ...asked.params, name: "nothing", arguments: {} } },
    agent,
  ],
  ["an agent without a credential", "/mcp", asked],
  ["an agent's text that is no message", "/mcp", { a: 1 }, agent],
];

describe("the other doors answer without Fastify as with it", () => {
  test.each(others)("%s", async (_name, path, body, headersOf) => {
    const headers = (await headersOf?.(app)) ?? {};
    const text = JSON.stringify(body);
    const direct = await seen(path, text, headers);
    expect(direct).toEqual(await seen(`${path}?`, text, headers));
  });

  test.each([
    ["/credits/consume", spending, eve, 200],
    ["/tools/get_credit_balance/call", reading, eve, 200],
    ["/mcp", asked, agent, 200],
  ] as const)("%s is not refused", async (path, body, headersOf, status) => {
    expect(await seen(path, JSON.stringify(body), await headersOf(app))).toMatchObject({ status });
  });

  test("a request is logged and counted under its route's pattern", async () => {
    const headers = { ...(await app.as("eve")), "x-request-id": "direct-tool-0001" };
    await seen("/tools/get_credit_balance/call", JSON.stringify(reading), headers);
    const lines = app.logLines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines).toContainEqual(
      expect.objectContaining({ requestId: "direct-tool-0001", route: "/tools/:name/call", msg: "request" }),
    );
  });
});

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
