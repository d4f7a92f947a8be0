import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type Answer, type TestApp } from "../support/app.ts";
import { expectSafe } from "../walk/answer-headers.ts";
import type { Headers } from "../walk/door-calls.ts";

let app: TestApp;
let eve: Headers;
beforeAll(async () => {
  app = await createTestApp();
  eve = await app.as("eve");
});
afterAll(() => app?.close());

describe("every answer", () => {
  const query = "{ me { id } }";
  const mcp = { jsonrpc: "2.0", id: 1, method: "tools/list" };
  const doors: [string, (headers: Headers) => Promise<Answer>][] = [
    ["GraphQL", (headers) => app.graphql(query, {}, headers)],
    ["GraphQL, which does not parse", (headers) => app.graphql("{", {}, headers)],
    [
      "GraphQL by GET",
      (headers) =>
        app.get(`/graphql?query=${encodeURIComponent(query)}`, {
          ...headers,
          "content-type": "application/json",
        }),
    ],
    ["a tool", (headers) => app.tool("get_credit_balance", { appId: "central" }, headers)],
    ["a tool with bad input", (headers) => app.tool("get_credit_balance", {}, headers)],
    ["a tool that is not there", (headers) => app.tool("no_such_tool", {}, headers)],
    ["the list of tools", (headers) => app.get("/tools", headers)],
    [
      "the agent door",
      (headers) => app.post("/mcp", mcp, { ...headers, accept: "application/json, text/event-stream" }),
    ],
    [
      "a body that is no JSON",
      (headers) => app.send("POST", "/credits/consume", { ...headers, "content-type": "text/plain" }, "x"),
    ],
    ["a path that is not there", (headers) => app.get("/no/such/path", headers)],
    ["a method that is not there", (headers) => app.send("DELETE", "/credits/consume", headers)],
  ];

  test.each(doors)("by %s, with and without a good credential", async (what, send) => {
    const bad = { authorization: "Bearer garbage" };
    for (const headers of [eve, bad, {}] as Headers[]) {
      // Without a credential the list is the public one.
      const isPublic = what === "the list of tools" && Object.keys(headers).length === 0;
      expectSafe((await send(headers)).headers, what, isPublic ? "anybody" : "nobody");
    }
  });

  test.each(["/openapi.json", "/schema.graphql", "/livez", "/readyz", "/version"])("of %s", async (path) => {
    expectSafe((await app.get(path)).headers, path, "anybody");
  });
});

describe("a fault of ours", () => {
  const isPlain = (answer: Answer) => {
    expect(answer.text).not.toMatch(
      /\bat \w+.*\(|\.ts:\d|node_modules|SELECT|INSERT|relation|hub_app|permission denied/,
    );
    expect(answer.text).toContain("INTERNAL_ERROR");
    expect(answer.text).toContain(String(answer.headers["x-request-id"]));
  };

  test("no door reveals a stack trace, a statement or a table in an error", async () => {
    await app.database.query("ALTER TABLE hub.credit_accounts RENAME TO credit_accounts_away");
    try {
      const rest = await app.get("/credits/balance/central", eve);
      const graphql = await app.graphql('{ creditBalance(appId: "central") { balance } }', {}, eve);
      const tool = await app.tool("get_credit_balance", { appId: "central" }, eve);
      expect([rest.status, tool.status]).toEqual([500, 500]);
      for (const answer of [rest, graphql, tool]) {
        isPlain(answer);
        expectSafe(answer.headers, "a fault", "nobody");
      }
    } finally {
      await app.database.query("ALTER TABLE hub.credit_accounts_away RENAME TO credit_accounts");
    }
  });
});
