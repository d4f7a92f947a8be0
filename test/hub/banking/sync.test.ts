import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { until } from "../../support/poll.ts";
import {
  allowSync,
  requestCount,
  at,
  connect,
  control,
  createSaver,
  fault,
  hourMs,
  presentIds,
  storedIds,
  sync,
  eventTypes,
  type Saver,
} from "./bank-world.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app?.close());

async function connected(transactions = 24) {
  const saver = await createSaver(app);
  return { saver, ...(await connect(app, saver, { transactions })) };
}

/** Changes the accounts' transactions without a webhook. */
const moves = (itemId: string, body: object) =>
  control(app, `/items/${itemId}/transactions`, { notify: false, ...body });

const patch = (saver: Saver, transactionId: string, body: object) =>
  app.send("PATCH", `/integrations/bank/transactions/${transactionId}`, saver.headers, body);

describe("a sync", () => {
  test("a sync imports added, changed and removed transactions, and advances the cursor", async () => {
    const { saver, connectionId, itemId } = await connected();
    const { added } = await moves(itemId, { add: 3 });
    expect((await sync(app, saver, connectionId)).body).toMatchObject({
      success: true,
      connectionId,
      added: 3,
      modified: 0,
      removed: 0,
      accountsUpdated: 2,
    });
    await moves(itemId, { modify: [{ id: added[0], amount: 99.5 }], remove: [added[1]], add: 1 });
    await allowSync(app, connectionId);
    expect((await sync(app, saver, connectionId)).body).toMatchObject({ added: 1, modified: 1, removed: 1 });
    expect(await storedIds(app, connectionId)).toEqual(await presentIds(app, itemId));
    const { body } = await app.get("/integrations/bank/transactions?limit=500", saver.headers);
    expect(body.total).toBe(27);
    expect(body.transactions.filter((one: { amount: number }) => one.amount === 99.5)).toHaveLength(1);
  });

  test("a sync counts what is at most daysBack days old, and stores everything", async () => {
    const { saver, connectionId, itemId } = await connected();
    await moves(itemId, { add: 2 });
    const late = at(new Date(Date.now() + 10 * 24 * hourMs));
    expect((await sync(app, saver, connectionId, { daysBack: 7 }, late)).body.added).toBe(0);
    expect(await storedIds(app, connectionId)).toHaveLength(26);
  });

  test.each([0, 731, 1.5, "7"])("refuses daysBack %j", async (daysBack) => {
    const { saver, connectionId } = await connected();
    expect((await sync(app, saver, connectionId, { daysBack })).status).toBe(400);
  });

  test("a sync runs once in 6 hours; the rejection has the time of the next one, to the millisecond", async () => {
    const { saver, connectionId } = await connected();
    const now = new Date(Date.now() + 1_000);
    expect((await sync(app, saver, connectionId, {}, at(now))).status).toBe(200);
    const early = at(new Date(now.getTime() + 6 * hourMs - 1));
    const refused = await sync(app, saver, connectionId, {}, early);
    const resetAt = new Date(now.getTime() + 6 * hourMs).toISOString();
    expect(refused).toMatchObject({
      status: 429,
      body: {
        success: false,
        code: "RATE_LIMIT_EXCEEDED",
        limit: 1,
        remaining: 0,
        resetAt,
        details: { reason: "bank_sync_interval", resetAt },
      },
    });
    const due = at(new Date(now.getTime() + 6 * hourMs));
    expect((await sync(app, saver, connectionId, {}, due)).status).toBe(200);
  });

  test("of two concurrent syncs exactly one runs", async () => {
    const { saver, connectionId, itemId } = await connected();
    await moves(itemId, { add: 3 });
    const answers = await Promise.all(Array.from({ length: 4 }, () => sync(app, saver, connectionId)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 429, 429, 429]);
    expect(await storedIds(app, connectionId)).toHaveLength(27);
  });

  test("a forced sync is for administrators, and leaves the 6 hours unchanged", async () => {
    const { saver, connectionId } = await connected();
    const refused = await sync(app, saver, connectionId, { forceSync: true });
    expect(refused).toMatchObject({ status: 403, body: { details: { reason: "admin_required" } } });
    const ada = { id: "demo-ada", headers: await app.as("ada") };
    const hers = await connect(app, ada);
    for (let round = 0; round < 2; round++)
      expect((await sync(app, ada, hers.connectionId, { forceSync: true })).status).toBe(200);
    expect((await sync(app, ada, hers.connectionId)).status).toBe(200);
    expect((await sync(app, ada, hers.connectionId)).status).toBe(429);
    expect((await sync(app, ada, hers.connectionId, { forceSync: true })).status).toBe(200);
  });

  test("a sync needs an app that the connection is enabled for, and a plan with room", async () => {
    const { saver, connectionId } = await connected();
    expect(await sync(app, saver, connectionId, { appId: "payroll" })).toMatchObject({
      status: 403,
      body: { details: { reason: "app_not_allowed" } },
    });
    expect((await sync(app, saver, connectionId, { appId: "no-such" })).status).toBe(400);
    const poor = await createSaver(app, "starter");
    const theirs = await connect(app, poor);
    await app.database.query("DELETE FROM hub.entitlements WHERE owner_id = $1", [poor.id]);
    await app.database.query("SELECT pg_notify('hub_access', $1)", [poor.id]);
    const late = at(new Date(Date.now() + 1_000));
    await until("the plan is gone", async () => {
      const { status, body } = await sync(app, poor, theirs.connectionId, {}, late);
      return status === 403 && body.requiredTier === "starter";
    });
  });

  test("a sync is replayed by its key, also within the 6 hours", async () => {
    const { saver, connectionId } = await connected();
    const headers = { "idempotency-key": "sync-1" };
    const first = await sync(app, saver, connectionId, {}, headers);
    const again = await sync(app, saver, connectionId, {}, headers);
    expect([again.status, again.body]).toEqual([200, first.body]);
  });

  test("a sync restarts when data changes between pages, and loses and doubles nothing", async () => {
    const { saver, connectionId, itemId } = await connected();
    await moves(itemId, { add: 1_200 });
    await control(app, `/items/${itemId}/mutate-during-sync`, { times: 2 });
    const answer = await sync(app, saver, connectionId);
    expect(answer.body, answer.text).toMatchObject({ added: 1_202 });
    expect(await storedIds(app, connectionId)).toEqual(await presentIds(app, itemId));
  });

  test("a sync fails after 3 restarts with an unchanged cursor", async () => {
    const { saver, connectionId, itemId } = await connected();
    await moves(itemId, { add: 600 });
    await control(app, `/items/${itemId}/mutate-during-sync`, { times: 50 });
    const before = await requestCount(app, "/transactions/sync");
    expect(await sync(app, saver, connectionId)).toMatchObject({
      status: 500,
      body: { code: "BANK_PROVIDER_ERROR", details: { retryable: true } },
    });
    expect((await requestCount(app, "/transactions/sync")) - before).toBe(8);
    expect(await storedIds(app, connectionId)).toHaveLength(24);
    await control(app, `/items/${itemId}/mutate-during-sync`, { times: 0 });
    await allowSync(app, connectionId);
    expect((await sync(app, saver, connectionId)).status).toBe(200);
    expect(await storedIds(app, connectionId)).toEqual(await presentIds(app, itemId));
  });

  test("a sync of a login that needs repair is 409, and stored data stays readable", async () => {
    const { saver, connectionId, itemId } = await connected();
    await control(app, "/webhooks/faults", { drop: true });
    await control(app, `/items/${itemId}/require-login`);
    await control(app, "/webhooks/faults", {});
    for (let round = 0; round < 2; round++) {
      const refused = await sync(app, saver, connectionId);
      expect(refused).toMatchObject({
        status: 409,
        body: { code: "CONNECTION_NEEDS_REAUTH", details: { currentState: "needs_reauth" } },
      });
    }
    expect((await eventTypes(app, connectionId)).filter((type) => type === "bank.needs_reauth")).toHaveLength(
      1,
    );
    const { body } = await app.get("/integrations/bank/transactions", saver.headers);
    expect(body.total).toBe(24);
  });
});

describe("while the provider fails", () => {
  const faults: [string, object][] = [
    ["answers 500", { status: 500 }],
    ["answers 429", { status: 429 }],
    ["answers what is no JSON", { malformed: true }],
    ["cuts the connection", { dropRate: 1 }],
  ];
  test.each(faults)("and %s, a sync is a 500 that gives its time back in 5 minutes", async (_name, given) => {
    const { saver, connectionId, itemId } = await connected();
    await moves(itemId, { add: 2 });
    const now = new Date(Date.now() + 1_000);
    await fault(app, given);
    const failed = await sync(app, saver, connectionId, {}, at(now));
    await fault(app, null);
    expect(failed).toMatchObject({
      status: 500,
      body: { success: false, code: "BANK_PROVIDER_ERROR", details: { retryable: true } },
    });
    expect(failed.text).not.toMatch(/plaid|axios|sandbox/i);
    const soon = await sync(app, saver, connectionId, {}, at(new Date(now.getTime() + 299_999)));
    expect(soon.body.resetAt).toBe(new Date(now.getTime() + 300_000).toISOString());
    const later = await sync(app, saver, connectionId, {}, at(new Date(now.getTime() + 300_000)));
    expect(later.body).toMatchObject({ added: 2 });
  });

  test.each(faults)("and %s, link token and exchange are 502", async (_name, given) => {
    const saver = await createSaver(app);
    await fault(app, given);
    const link = await app.post("/integrations/bank/link-token", { appId: "finance" }, saver.headers);
    const metadata = { institutionId: "ins_109508", institutionName: "x", accounts: [] };
    const body = { appId: "finance", publicToken: "public-sandbox-x", metadata };
    const exchanged = await app.post("/integrations/bank/exchange-token", body, saver.headers);
    const found = await app.get("/integrations/bank/institutions?query=example", saver.headers);
    await fault(app, null);
    for (const answer of [link, exchanged])
      expect(answer).toMatchObject({
        status: 502,
        body: { code: "UPSTREAM_FAILED", details: { retryable: true } },
      });
    expect(found).toMatchObject({ status: 500, body: { code: "BANK_PROVIDER_ERROR" } });
  });

  test("when the provider fails between two pages, nothing of either is stored", async () => {
    const { saver, connectionId, itemId } = await connected();
    await moves(itemId, { add: 600 });
    await control(app, "/replies/faults", { lose: true, path: "/transactions/sync", times: 1 });
    const failed = await sync(app, saver, connectionId);
    expect(failed.status).toBe(500);
    expect(await storedIds(app, connectionId)).toHaveLength(24);
    await allowSync(app, connectionId);
    expect((await sync(app, saver, connectionId)).body.added).toBe(600);
    expect(await storedIds(app, connectionId)).toEqual(await presentIds(app, itemId));
  });
});

describe("what an owner wrote", () => {
  test("the owner's notes stay when the pending transaction is posted, and when the posted one changes", async () => {
    const { saver, connectionId, itemId } = await connected();
    const { added } = await moves(itemId, { add: 1, pending: true, amount: 12.5 });
    await sync(app, saver, connectionId);
    const list = async () =>
      (await app.get("/integrations/bank/transactions?limit=1", saver.headers)).body.transactions[0];
    const pending = await list();
    expect(pending).toMatchObject({ pending: true, amount: 12.5, direction: "debit", note: null });
    const edited = await patch(saver, pending.transactionId, { note: "dinner", category: "FUN" });
    expect(edited.body.transaction).toMatchObject({
      note: "dinner",
      category: { primary: "FUN", detailed: "FUN", confidence: null },
    });
    const { posted } = await moves(itemId, { post: added, amount: 13.75 });
    await allowSync(app, connectionId);
    expect((await sync(app, saver, connectionId)).body).toMatchObject({ added: 1, removed: 1 });
    const shown = await list();
    expect(shown).toMatchObject({
      pending: false,
      amount: 13.75,
      pendingTransactionId: pending.transactionId,
      note: "dinner",
      category: { primary: "FUN" },
    });
    expect((await patch(saver, shown.transactionId, { note: null })).body.transaction.note).toBeNull();
    await moves(itemId, { modify: [{ id: posted[0], name: "Diner" }] });
    await allowSync(app, connectionId);
    await sync(app, saver, connectionId);
    expect(await list()).toMatchObject({ name: "Diner", note: null, category: { primary: "FUN" } });
    expect((await patch(saver, pending.transactionId, { note: "gone" })).status).toBe(404);
  });
});

describe("lists of transactions", () => {
  test("transactions are paged without gaps, and filtered by account and day", async () => {
    const { saver, connectionId } = await connected(57);
    const path = "/integrations/bank/transactions";
    const ids: string[] = [];
    for (let cursor: string | null = ""; cursor !== null;) {
      const more: string = cursor === "" ? "" : `&cursor=${cursor}`;
      const { body } = await app.get(`${path}?limit=10${more}`, saver.headers);
      expect(body.total).toBe(57);
      expect(body.hasMore).toBe(body.nextCursor !== null);
      ids.push(...body.transactions.map((one: { transactionId: string }) => one.transactionId));
      cursor = body.nextCursor;
    }
    expect(new Set(ids).size).toBe(57);
    const { accounts } = (await app.get(`/integrations/bank/accounts/${connectionId}`, saver.headers)).body;
    const of = (query: string) => app.get(`${path}?${query}`, saver.headers);
    expect((await of(`accountId=${accounts[0].accountId}`)).body.total).toBe(29);
    const day = (await of("limit=1")).body.transactions[0].date as string;
    expect((await of(`startDate=${day}&endDate=${day}`)).body.total).toBe(4);
    const late = { ...saver.headers, ...at(new Date(Date.now() + 35 * 24 * hourMs)) };
    expect((await app.get(path, late)).body.total).toBe(0);
    const stranger = await createSaver(app);
    const theirs = await app.get(`${path}?accountId=${accounts[0].accountId}`, stranger.headers);
    expect(theirs.body).toMatchObject({ total: 0, transactions: [] });
  });

  test.each([
    "limit=0",
    "limit=501",
    "startDate=2026-02-30",
    "startDate=2026-02-02&endDate=2026-02-01",
    "cursor=x",
  ])("refuse %s", async (query) => {
    const saver = await createSaver(app, "free");
    expect((await app.get(`/integrations/bank/transactions?${query}`, saver.headers)).status).toBe(400);
  });
});
