import { createClient } from "graphql-ws";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import { createTestApp, type TestApp } from "../support/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ RATE_LIMITS: "on" });
});
afterAll(() => app?.close());

interface Point {
  endpoint: string;
  total: number;
  ok: number;
  clientError: number;
}

test("a key's request counts once at every door, whatever becomes of it", async () => {
  const eve = await app.as("eve");
  const body = { name: "doors", scopes: ["read:credits"] };
  const { apiKey, key } = (await app.post("/api-keys", body, eve)).body;
  const asKey = { "x-api-key": key as string };
  await app.get("/credits/balance/central", asKey);
  await app.get("/credits/history/central?limit=0", asKey);
  await app.graphql("{ me { id } }", {}, asKey);
  await app.tool("get_credit_balance", { appId: "central" }, asKey);
  await app.tool("consume_credits", { appId: "central", amount: 1, description: "x" }, asKey);
  const rpc = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };
  await app.post("/mcp", rpc, { ...asKey, accept: "application/json, text/event-stream" });
  const client = createClient({
    url: `${app.url.replace("http", "ws")}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: asKey,
    retryAttempts: 0,
  });
  onTestFinished(() => client.dispose());
  for await (const _result of client.iterate({ query: "{ me { id } }" }));
  await expect(client.iterate({ query: "{ nobody }" }).next()).rejects.toBeDefined();
  const { body: usage } = await app.get(`/api-keys/${apiKey.id}/usage`, eve);
  const counted = (usage.byEndpoint as Point[]).map(({ endpoint, total, ok, clientError }) => ({
    [endpoint]: [total, ok, clientError],
  }));
  expect(Object.assign({}, ...counted)).toEqual({
    "GET /credits/balance/{appId}": [1, 1, 0],
    "GET /credits/history/{appId}": [1, 0, 1],
    "POST /graphql": [1, 1, 0],
    "POST /tools/{name}/call": [2, 1, 1],
    "POST /mcp": [1, expect.any(Number), expect.any(Number)],
    "WS /graphql": [2, 1, 1],
  });
});

test("a call that a limit refuses is counted as such", async () => {
  const ira = await app.as("ira");
  const at = (minutes: number) => ({ "x-test-clock": new Date(Date.now() + minutes * 60_000).toISOString() });
  const body = { name: "limits", scopes: ["read:credits"] };
  const { apiKey, key } = (await app.post("/api-keys", body, ira)).body;
  const statuses: number[] = [];
  for (let call = 0; call < 15; call++) {
    const answer = await app.get("/credits/balance/central", { "x-api-key": key as string, ...at(5) });
    statuses.push(answer.status);
  }
  const ok = statuses.filter((status) => status === 200).length;
  expect([...new Set(statuses)]).toEqual([200, 429]);
  const { usageStats, byEndpoint } = (await app.get(`/api-keys/${apiKey.id}/usage`, { ...ira, ...at(10) }))
    .body;
  expect(usageStats.totalRequests).toBe(15);
  expect(byEndpoint).toMatchObject([{ total: 15, ok, clientError: 0, rateLimited: 15 - ok }]);
});

test("people see the tools for keys, and keys see none of them", async () => {
  const names = async (headers: Record<string, string>) =>
    (await app.get("/tools", headers)).body.tools.map(({ name }: { name: string }) => name) as string[];
  const forPeople = await names(await app.as("ada"));
  const about = (name: string) => /api_key|service_account/.test(name);
  expect(forPeople.filter(about).sort()).toEqual([
    "create_api_key",
    "get_api_key",
    "get_api_key_usage",
    "list_api_keys",
    "list_service_accounts",
    "revoke_api_key",
    "revoke_service_account",
    "rotate_api_key",
    "update_api_key",
  ]);
  expect((await names(app.withKey("full"))).filter(about)).toEqual([]);
});
