import { createClient } from "graphql-ws";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { emitEvent } from "../../../src/db/outbox.ts";
import { inTransaction } from "../../../src/db/transaction.ts";
import { createKey, grantCredits, invoiceBody } from "../../gateway/support/people.ts";
import type { TestApp } from "../../support/app.ts";
import { openSharedApp } from "../../support/shared-app.ts";
import { until } from "../../support/poll.ts";
import { foundOrganization, newMember, signUp, type TestPerson } from "../accounts/organizations.ts";

let app: TestApp;
let ada: Record<string, string>;
let owner: TestPerson;
beforeAll(async () => {
  app = await openSharedApp();
  [ada, owner] = await Promise.all([app.as("ada"), signUp(app)]);
});
afterAll(() => app?.close());

const inInvoicer = { "x-app-id": "invoicer" };
const suspend = (accountId: string, headers = ada) =>
  app.post(`/admin/accounts/${accountId}/suspend`, { reason: "unpaid invoices" }, headers);
const restore = (accountId: string) => app.post(`/admin/accounts/${accountId}/restore`, {}, ada);
const outcomeOf = ({ status, body }: { status: number; body: { code?: string; details?: object } }) => [
  status,
  body.code,
  body.details,
];
const refused = [403, "FORBIDDEN", { reason: "account_suspended" }];

test("members and keys of a suspended organization are refused at once, and allowed again when it is restored", async () => {
  const accountId = await foundOrganization(app, owner);
  const { headers } = await newMember(app, accountId, "member");
  const key = { ...(await createKey(app, accountId, ["read:invoices"])), ...inInvoicer };
  expect((await app.get("/invoices", { ...headers, ...inInvoicer })).status).toBe(200);
  expect((await app.get("/invoices", key)).status).toBe(200);

  const { status, body } = await suspend(accountId);
  expect([status, body.account]).toMatchObject([
    200,
    {
      id: accountId,
      status: "suspended",
      suspendedAt: expect.any(String),
      history: [{ change: "suspended", reason: "unpaid invoices", actorId: "demo-ada" }],
    },
  ]);
  for (const one of [headers, owner.in(accountId)])
    expect(outcomeOf(await app.get("/account", one))).toEqual(refused);
  expect(outcomeOf(await app.post("/invoices", invoiceBody(), { ...headers, ...inInvoicer }))).toEqual(
    refused,
  );
  expect((await app.get("/invoices", key)).status).toBe(401);
  expect((await app.get("/account", owner.headers)).status).toBe(200);

  expect((await suspend(accountId)).body.account.history).toHaveLength(1);
  expect((await restore(accountId)).body.account).toMatchObject({ status: "active", suspendedAt: null });
  expect((await app.get("/invoices", { ...headers, ...inInvoicer })).status).toBe(200);
  expect((await app.get("/invoices", key)).status).toBe(200);
  const audit = await app.database.query<{ action: string; before: object }>(
    `SELECT action, changes -> 'before' AS before FROM hub.audit_log WHERE target_id = $1 AND actor_id = 'demo-ada'
     ORDER BY at, id`,
    [accountId],
  );
  expect(audit.map(({ action, before }) => [action, before])).toMatchObject([
    ["suspendOrganization", { status: "active" }],
    ["suspendOrganization", { status: "suspended" }],
    ["restoreOrganization", { status: "suspended" }],
  ]);
});

test("a write that was admitted before the suspension does not commit after it", async () => {
  const accountId = await foundOrganization(app, owner);
  const { headers } = await newMember(app, accountId, "member");
  const blocker = new pg.Client({ connectionString: app.database.url });
  await blocker.connect();
  try {
    await blocker.query("BEGIN; LOCK TABLE gateway.invoices IN EXCLUSIVE MODE");
    const writing = app.post("/invoices", invoiceBody(), { ...headers, ...inInvoicer });
    await until("the write waits for the table", async () => {
      const sql = "SELECT 1 FROM pg_locks WHERE relation = 'gateway.invoices'::regclass AND NOT granted";
      return (await app.database.query(sql)).length > 0;
    });
    expect((await suspend(accountId)).status).toBe(200);
    await blocker.query("COMMIT");
    expect((await writing).status).toBe(404);
    const rows = await app.database.query("SELECT 1 FROM gateway.invoices WHERE owner_id = $1", [accountId]);
    expect(rows).toEqual([]);
  } finally {
    await blocker.end();
  }
});

test("a stream of a suspended organization ends at its next event", async () => {
  const accountId = await foundOrganization(app, owner);
  const client = createClient({
    url: `${app.url.replace("http", "ws")}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: owner.in(accountId),
    retryAttempts: 0,
  });
  try {
    const query = 'subscription { creditBalanceChanged(appId: "central") { balance } }';
    const events = client.iterate<{ creditBalanceChanged: { balance: number } }>({ query });
    expect((await events.next()).value?.data?.creditBalanceChanged.balance).toBeGreaterThan(0);
    await suspend(accountId);
    await grantCredits(app, accountId, 5);
    const ctx = app.running.platform.contextIn("hub", accountId);
    const event = {
      type: "credits.balance_changed",
      objectId: accountId,
      appId: "central",
      ownerId: accountId,
    };
    await inTransaction(ctx, (em) => emitEvent(em, { ...event, payload: {} }));
    const outcome = await events.next().then(
      ({ value }) => value?.errors ?? "no error",
      (errors: unknown) => errors,
    );
    expect(JSON.stringify(outcome)).toContain("account_suspended");
  } finally {
    await client.dispose();
  }
});

test("accounts are found by name, kind and status, and show owners, plan, credits and counts", async () => {
  const accountId = await foundOrganization(app, owner);
  await app.send("PATCH", "/account", owner.in(accountId), { name: "Quince & Daughters" });
  await newMember(app, accountId, "billing");
  const list = (query: string) => app.get(`/admin/accounts?${query}`, ada);
  const found = await list("query=quince&kind=organization&status=active");
  expect(found.body).toMatchObject({
    accounts: [
      { id: accountId, kind: "organization", name: "Quince & Daughters", plan: "enterprise", members: 2 },
    ],
    pagination: { limit: 50, offset: 0, total: 1 },
  });
  expect((await list("query=quince&status=suspended")).body.accounts).toEqual([]);
  expect((await list("query=quince&kind=personal")).body.accounts).toEqual([]);
  const page = await list("limit=1&offset=1");
  expect(page.body.accounts).toHaveLength(1);
  expect(page.body.pagination.total).toBeGreaterThan(2);
  const { body } = await app.get(`/admin/accounts/${accountId}`, ada);
  expect(body.account).toMatchObject({
    owners: [{ userId: owner.userId, email: owner.email }],
    plans: [{ appId: "central", plan: "enterprise" }],
    credits: [{ appId: "central", pool: "standard", balance: 10_000, held: 0 }],
    counts: { openInvitations: 0, apiKeys: 0, webhookEndpoints: 0, subscriptions: 0, organizations: 0 },
  });
});

test("a personal account is not suspended here, and only administrators see accounts", async () => {
  expect(outcomeOf(await suspend(owner.userId))).toEqual([409, "INVALID_STATE", { kind: "personal" }]);
  expect((await suspend("org_nobody")).status).toBe(404);
  const accountId = await foundOrganization(app, owner);
  expect((await suspend(accountId, owner.headers)).status).toBe(403);
  expect((await app.get("/admin/accounts", owner.headers)).status).toBe(403);
  expect((await app.get(`/admin/accounts/${accountId}`, owner.in(accountId))).status).toBe(403);
});
