import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { generateKey } from "../../src/access/key-format.ts";
import { createTestApp, type Answer, type TestApp } from "../support/app.ts";
import { until } from "../support/poll.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app?.close());

const canary = "cAnArY0123456789cAnArY";
const key = generateKey("hub_live");
const consume = { appId: "central", amount: 1, description: canary, metadata: { prompt: canary } };
const json = { "content-type": "application/json" };

/** Calls of every door and every way to be refused, each with something secret somewhere in it. */
function calls(token: string): [string, () => Promise<Answer>][] {
  const auth = { authorization: `Bearer ${token}` };
  const mutation = "mutation($input: ConsumeCreditsInput!) { consumeCredits(input: $input) { balance } }";
  const tool = { arguments: consume };
  const mcp = {
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "consume_credits", arguments: consume },
  };
  const streams = { ...auth, accept: "application/json, text/event-stream" };
  return [
    ["REST", () => app.post("/credits/consume", consume, auth)],
    [
      "REST with cookies",
      () => app.get("/credits/balance/central", { ...auth, cookie: `session=${canary}` }),
    ],
    [
      "REST with a bad token",
      () => app.get("/credits/balance/central", { authorization: `Bearer ${canary}` }),
    ],
    ["REST with a bad key", () => app.get("/credits/balance/central", { "x-api-key": key })],
    ["REST with a key in the URL", () => app.get(`/credits/balance/central?api_key=${key}`)],
    ["REST with invalid input", () => app.post("/credits/consume", { amount: canary, [canary]: 1 }, auth)],
    ["REST with a secret path", () => app.get(`/credits/balance/${canary}`, auth)],
    ["a path that does not exist", () => app.get(`/${canary}?q=${canary}`, auth)],
    ["a method that does not exist", () => app.get(`/credits/consume?q=${canary}`, auth)],
    ["a prompt", () => app.post("/ai/generate-text", { prompt: canary }, { ...auth, "x-app-id": "central" })],
    ["GraphQL", () => app.graphql(mutation, { input: consume }, auth)],
    ["GraphQL with a literal", () => app.graphql(`{ app(appId: "${canary}") { name } }`, {}, auth)],
    ["GraphQL that does not parse", () => app.graphql(`{ ${canary}( `, {}, auth)],
    ["GraphQL that does not validate", () => app.graphql(`{ ${canary} }`, { x: canary }, auth)],
    ["a tool", () => app.tool("consume_credits", consume, auth)],
    ["a tool that does not exist", () => app.tool(canary, tool, auth)],
    ["the agent door", () => app.post("/mcp", mcp, streams)],
  ];
}

/** Lines about requests that this file's calls made: the sandbox's own traffic has another component. */
const requestLines = () =>
  app.logLines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter((line) => line["msg"] === "request");

describe("the log of all doors", () => {
  test("has one line a request, with its route and status, and nothing secret", async () => {
    const token = await app.tokenFor({ sub: "usr_canary", email: `${canary}@x.example` });
    for (const [name, send] of calls(token)) {
      const before = requestLines().length;
      const answer = await send();
      await until(`the line of ${name}`, () => requestLines().length > before);
      const added = requestLines().slice(before);
      expect(added, name).toHaveLength(1);
      expect(added[0], name).toMatchObject({
        requestId: answer.headers["x-request-id"],
        status: answer.status,
        method: expect.any(String),
        route: expect.any(String),
        durationMs: expect.any(Number),
      });
    }
    const text = app.logLines.join("");
    for (const secret of [canary, canary.toLowerCase(), key, token, token.split(".")[2]!])
      expect(text.includes(secret)).toBe(false);
  });

  test("of malformed bodies too", async () => {
    const before = requestLines().length;
    const response = await app.running.router.server.inject({
      method: "POST",
      url: "/credits/consume",
      headers: json,
      payload: `{"amount": ${canary}`,
    });
    expect(response.statusCode).toBe(400);
    await until("its line", () => requestLines().length > before);
    expect(app.logLines.join("")).not.toContain(canary);
  });

  test("the log has the cause of an unexpected error by request id, without the input", async () => {
    await app.database.query(
      `CREATE FUNCTION hub.break() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'the disk is gone'; END $$;
       CREATE TRIGGER broken BEFORE INSERT ON hub.credit_entries FOR EACH ROW EXECUTE FUNCTION hub.break()`,
    );
    const auth = await app.as("sam");
    const answer = await app.post("/credits/consume", consume, auth);
    await app.database.query("DROP TRIGGER broken ON hub.credit_entries");
    expect(answer.status).toBe(500);
    expect(answer.body).toEqual({
      success: false,
      error: expect.any(String),
      code: "INTERNAL_ERROR",
      details: { requestId: answer.headers["x-request-id"] },
      requestId: answer.headers["x-request-id"],
      docsUrl: `${app.url}/errors#INTERNAL_ERROR`,
    });
    expect(answer.text).not.toContain("disk");
    const lines = app.logLines.filter((line) => line.includes(String(answer.headers["x-request-id"])));
    expect(lines.join("")).toContain("the disk is gone");
    expect(app.logLines.join("")).not.toContain(canary);
  });
});
