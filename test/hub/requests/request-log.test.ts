import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Answer, TestApp } from "../../support/app.ts";
import { openSharedAppWithTwins } from "../../support/shared-app.ts";
import { until } from "../../support/poll.ts";
import { foundOrganization, newMember, signUp, type TestPerson } from "../accounts/organizations.ts";

let app: TestApp;
beforeAll(async () => {
  app = await openSharedAppWithTwins();
});
afterAll(() => app?.close());

const logged = (requestId: string, { headers }: Pick<TestPerson, "headers">): Promise<Answer> =>
  app.get(`/requests/${requestId}`, headers);

test("an error at each door names its request and its documentation, and its request is in the log", async () => {
  const person = await signUp(app);
  const { headers } = person;
  const invoice = { invoiceId: "inv_00000000000000000000000000" };
  const inInvoicer = { ...headers, "x-app-id": "invoicer" };
  const query = "query Missing ($id: ID!) { invoice(id: $id) { id } }";
  const byRest = await app.get(`/invoices/${invoice.invoiceId}`, inInvoicer);
  const byTool = await app.tool("get_invoice", invoice, inInvoicer);
  const byGraphql = await app.graphql(query, { id: invoice.invoiceId }, inInvoicer);
  const bodies = [byRest.body, byTool.body, byGraphql.body.errors[0].extensions];
  const doors = ["rest", "tool", "graphql"];
  for (const [index, { code, requestId, docsUrl }] of bodies.entries()) {
    expect(docsUrl).toBe(`${app.url}/errors#${code}`);
    expect(requestId).toBe([byRest, byTool, byGraphql][index]!.headers["x-request-id"]);
    const { status, body } = await logged(requestId, person);
    expect(status).toBe(200);
    expect(body).toMatchObject({ requestId, code, docsUrl, door: doors[index], appId: "invoicer", cost: 0 });
    expect(body.principal).toEqual({ type: "user", id: person.userId });
    expect(body.durationMs).toBeGreaterThan(0);
  }
  const { body: list } = await app.get("/requests?status=4xx", headers);
  expect(list.requests.map(({ door }: { door: string }) => door)).toEqual(["tool", "rest"]);
  const named = await app.get("/requests?operation=Missing", headers);
  expect(named.body.requests).toMatchObject([
    { door: "graphql", method: "POST", path: "/graphql", status: 200 },
  ]);
});

test("an error of the protocol names its request too", async () => {
  const { headers } = await signUp(app);
  const mcp = { ...headers, accept: "application/json, text/event-stream" };
  const message = {
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "get_request", arguments: { requestId: "req_unknown_0" } },
  };
  const { text } = await send("/mcp/all", message, mcp);
  expect(text).toContain("isError");
  expect(text).toContain(`${app.url}/errors#NOT_FOUND`);
  expect(text).toMatch(/requestId/);
});

async function send(path: string, body: object, headers: Record<string, string>) {
  const init = { method: "POST", headers: { ...headers, "content-type": "application/json" } };
  const response = await fetch(`${app.url}${path}`, { ...init, body: JSON.stringify(body) });
  return { status: response.status, text: await response.text() };
}

test("requests are listed by pages, newest first, and filtered", async () => {
  const { headers, userId } = await signUp(app);
  const ids = Array.from({ length: 5 }, () => `page-${randomUUID()}`);
  for (const id of ids) {
    await app.get("/credits/balance/central", { ...headers, "x-request-id": id });
    // Requests of one millisecond have no order.
    const answeredAt = Date.now();
    await until("the next millisecond", () => Date.now() > answeredAt);
  }
  const seen: string[] = [];
  let after = "";
  do {
    const { body } = await app.get(`/requests?operation=CreditBalance&limit=2${after}`, headers);
    expect(body.requests.length).toBeLessThanOrEqual(2);
    seen.push(...body.requests.map(({ requestId }: { requestId: string }) => requestId));
    after = body.nextCursor === null ? "" : `&after=${body.nextCursor}`;
  } while (after !== "");
  expect(seen.slice(0, 5)).toEqual(ids.toReversed());
  const count = async (filter: string) =>
    (await app.get(`/requests?limit=200&operation=CreditBalance&${filter}`, headers)).body.requests
      .length as number;
  expect(await count(`key=${userId}`)).toBe(seen.length);
  expect(await count("key=somebody")).toBe(0);
  expect(await count(`requestId=${ids[2]}`)).toBe(1);
  expect(await count("status=5xx")).toBe(0);
  expect(await count("to=2020-01-01T00:00:00Z")).toBe(0);
  expect(await count("from=2020-01-01T00:00:00Z")).toBe(seen.length);
  const other = await app.get(`/requests?limit=2&after=${"x".repeat(20)}`, headers);
  expect([other.status, other.body.code]).toEqual([400, "INVALID_CURSOR"]);
});

test("no text of a request's input and no credential is logged", async () => {
  const owner = await signUp(app);
  const secret = `private-${randomUUID()}`;
  const id = await foundOrganization(app, owner);
  await app.send("PATCH", "/account", owner.in(id), { name: secret });
  await app.get(`/requests?operation=${secret}`, owner.in(id));
  await app.graphql(`query { me { id } } # ${secret}`, { secret }, owner.in(id));
  const { body } = await app.get("/requests", owner.in(id));
  expect(body.requests.length).toBeGreaterThanOrEqual(2);
  const rows = await app.database.query<{ row: string }>(
    "SELECT r::text AS row FROM hub.request_log r WHERE owner_id = $1",
    [id],
  );
  for (const { row } of rows) {
    expect(row).not.toContain(secret);
    expect(row).not.toContain(owner.token.slice(-20));
  }
  expect(rows.some(({ row }) => row.includes("***"))).toBe(true);
});

test("the log is for its account's administrators, in person", async () => {
  const owner = await signUp(app);
  const id = await foundOrganization(app, owner);
  const requestId = `mine-${randomUUID()}`;
  await app.get("/account", { ...owner.in(id), "x-request-id": requestId });
  const admin = await newMember(app, id, "admin");
  const member = await newMember(app, id, "member");
  const stranger = await signUp(app);
  const path = `/requests/${requestId}`;
  expect((await app.get(path, admin.headers)).body).toMatchObject({ requestId });
  expect((await app.get(path, member.headers)).status).toBe(403);
  expect((await app.get("/requests", member.headers)).status).toBe(403);
  // The owner's own account has other requests.
  for (const headers of [owner.headers, stranger.headers]) {
    const { status, body } = await app.get(path, headers);
    expect([status, body.code]).toEqual([404, "NOT_FOUND"]);
  }
  expect((await app.get(path, stranger.in(id))).body.code).toBe("ACCOUNT_NOT_FOUND");
  expect((await app.get("/requests", app.withKey("full"))).status).toBe(401);
  const limited = await app.tokenFor({ sub: owner.userId, scope: "read:invoices" });
  expect((await app.get("/requests", { authorization: `Bearer ${limited}` })).status).toBe(403);
});

test("requests of keys are logged under the key, and reads of the log are not", async () => {
  const eve = await app.as("eve");
  await app.get("/credits/balance/central", app.withKey("full"));
  const { body } = await app.get("/requests?operation=CreditBalance&limit=1", eve);
  expect(body.requests).toMatchObject([{ principal: { type: "api_key" }, status: 200, code: null }]);
  const key = body.requests[0].principal.id as string;
  expect((await app.get(`/requests?key=${key}&limit=1`, eve)).body.requests).toHaveLength(1);
  expect((await app.get("/requests?operation=ListRequests", eve)).body.requests).toEqual([]);
});
