import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dedupeKey } from "../../../src/dedupe-key.ts";
import { consumeCredits } from "../../../subgraphs/hub/credits/consume.service.ts";
import { createHubApp, type HubApp } from "../support/hub-app.ts";
import { accountOf, createSpender, grant, ledgerFaults } from "../support/ledger.ts";

let app: HubApp;
beforeAll(async () => {
  app = await createHubApp();
});
afterAll(() => app?.close());

const consume = (body: object, headers: Record<string, string>) =>
  app.post("/credits/consume", body, headers);

/** A person with credits and their headers. */
async function spender(credits: number) {
  const ownerId = await createSpender(app, credits);
  return { ownerId, headers: await app.as(ownerId) };
}

const auditRows = async (ownerId: string) =>
  app.database.query("SELECT outcome, code FROM hub.audit_log WHERE owner_id = $1", [ownerId]);

describe("POST /credits/consume", () => {
  test("consuming debits the credits and returns the balance", async () => {
    const { ownerId, headers } = await spender(10);
    const body = { appId: "central", amount: 0.01, description: "One", metadata: { a: [1, { b: null }] } };
    const answer = await consume(body, headers);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      success: true,
      balance: 9.99,
      entryId: expect.stringMatching(/^cle_[0-9a-z]{26}$/),
    });
    const history = await app.get("/credits/history/central?limit=1", headers);
    expect(history.body.transactions[0]).toMatchObject({ description: "One", metadata: body.metadata });
    expect(await accountOf(app.database, ownerId)).toEqual({ balance: 9.99, held: 0 });
  });

  test.each([
    ["more than there is", 10, 12.5, { balance: 10, required: 12.5, shortfall: 2.5 }],
    ["one hundredth more than there is", 10, 10.01, { balance: 10, required: 10.01, shortfall: 0.01 }],
  ])("refuses %s with 400 and what is short, and writes nothing", async (_, credits, amount, details) => {
    const { ownerId, headers } = await spender(credits);
    const { status, body } = await consume({ appId: "central", amount, description: "x" }, headers);
    expect(status).toBe(400);
    expect(body).toEqual({
      success: false,
      error: expect.any(String),
      code: "INSUFFICIENT_CREDITS",
      details,
      requestId: expect.any(String),
      docsUrl: expect.stringMatching(/\/errors#INSUFFICIENT_CREDITS$/),
    });
    expect(await accountOf(app.database, ownerId)).toEqual({ balance: credits, held: 0 });
    expect(await auditRows(ownerId)).toEqual([{ outcome: "error", code: "INSUFFICIENT_CREDITS" }]);
  });

  test("the balance is zeros in an app that was never used, and 404 for an unknown one", async () => {
    const headers = await app.as("pia");
    const unused = await app.get("/credits/balance/invoicer", headers);
    expect([unused.status, unused.body.balance]).toEqual([200, 0]);
    const unknown = await app.get("/credits/balance/nowhere", headers);
    expect([unknown.status, unknown.body]).toEqual([
      404,
      {
        success: false,
        code: "APP_NOT_FOUND",
        error: "App not found. Check the app ID.",
        details: {},
        requestId: unknown.headers["x-request-id"],
        docsUrl: expect.stringMatching(/\/errors#APP_NOT_FOUND$/),
      },
    ]);
  });

  test("consuming is rejected for a user without credits in the app, with a balance of 0", async () => {
    const { headers } = await spender(10);
    const { status, body } = await consume({ appId: "payroll", amount: 1, description: "x" }, headers);
    expect(status).toBe(400);
    expect(body.details).toEqual({ balance: 0, required: 1, shortfall: 1 });
  });

  test("consuming is limited by the available credits, without held ones", async () => {
    const { headers } = await spender(10);
    await app.post("/credits/holds", { appId: "central", amount: 6, description: "h" }, headers);
    const refused = await consume({ appId: "central", amount: 4.01, description: "x" }, headers);
    expect(refused.body.details).toEqual({ balance: 4, required: 4.01, shortfall: 0.01 });
    expect((await consume({ appId: "central", amount: 4, description: "x" }, headers)).body.balance).toBe(6);
  });

  test("consuming can use the whole balance, to the hundredth", async () => {
    const { headers } = await spender(0.3);
    for (const balance of [0.2, 0.1, 0]) {
      const answer = await consume({ appId: "central", amount: 0.1, description: "x" }, headers);
      expect(answer.body.balance).toBe(balance);
    }
  });

  const good = { appId: "central", amount: 1, description: "x" };
  test.each<[string, object, string, string]>([
    ["a third decimal", { ...good, amount: 1.234 }, "amount", "decimals"],
    ["an amount below 0.01", { ...good, amount: 0 }, "amount", "minimum"],
    ["a negative amount", { ...good, amount: -5 }, "amount", "minimum"],
    ["an amount in quotes", { ...good, amount: "1" }, "amount", "type"],
    ["a missing amount", { appId: "central", description: "x" }, "amount", "required"],
    ["a missing appId", { amount: 1, description: "x" }, "appId", "required"],
    ["a missing description", { appId: "central", amount: 1 }, "description", "required"],
    ["an empty description", { ...good, description: "" }, "description", "minLength"],
    ["metadata that is no object", { ...good, metadata: [1] }, "metadata", "type"],
    ["an unknown field", { ...good, amout: 1 }, "amout", "unknown"],
    ["an app that is not registered", { ...good, appId: "no-such-app" }, "appId", "exists"],
  ])("refuses %s, naming the field", async (_, body, path, rule) => {
    const { ownerId, headers } = await spender(10);
    const answer = await consume(body, headers);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ success: false, code: "VALIDATION_ERROR" });
    expect(answer.body.details.fields).toEqual([{ path, message: expect.any(String), rule }]);
    expect(await accountOf(app.database, ownerId)).toEqual({ balance: 10, held: 0 });
  });

  test("consuming reports all input faults at once", async () => {
    const { headers } = await spender(1);
    const { body } = await consume({ amount: 1.005, extra: true }, headers);
    const paths = (body.details.fields as { path: string }[]).map(({ path }) => path).sort();
    expect(paths).toEqual(["amount", "appId", "description", "extra"]);
  });

  test("consuming checks access before the input", async () => {
    const answer = await consume({ amount: "x" }, {});
    expect([answer.status, answer.body.code]).toEqual([401, "MISSING_TOKEN"]);
  });

  test("consuming rejects an x-app-id that disagrees with the body", async () => {
    const { ownerId, headers } = await spender(10);
    const { status, body } = await consume(good, { ...headers, "x-app-id": "invoicer" });
    expect([status, body.code]).toEqual([400, "APP_CONFLICT"]);
    expect((await consume(good, { ...headers, "x-app-id": "central" })).status).toBe(200);
    expect(await accountOf(app.database, ownerId)).toEqual({ balance: 9, held: 0 });
  });

  test("a replayed referenceId returns the first result and charges once, also after days", async () => {
    const { ownerId, headers } = await spender(10);
    const body = { ...good, referenceId: "order-1" };
    const first = await consume(body, headers);
    await consume(good, headers);
    const again = await consume(body, headers);
    expect(again.body).toEqual(first.body);
    expect(again.headers["idempotent-replayed"]).toBe("true");
    const ctx = { at: new Date(Date.now() + 400 * 86_400_000) };
    const late = Math.floor(ctx.at.getTime() / 1000);
    const nextYear = await consume(body, {
      ...(await app.as(ownerId, { iat: late, exp: late + 60 })),
      "x-test-clock": ctx.at.toISOString(),
    });
    expect(nextYear.body).toEqual(first.body);
    expect(await accountOf(app.database, ownerId)).toEqual({ balance: 8, held: 0 });
  });

  test("an Idempotency-Key charges once, also when its day is over", async () => {
    const { ownerId, headers } = await spender(10);
    const first = await consume(good, { ...headers, "idempotency-key": "for-ever" });
    const at = new Date(Date.now() + 25 * 3_600_000);
    const seconds = Math.floor(at.getTime() / 1000);
    const tomorrow = {
      ...(await app.as(ownerId, { iat: seconds, exp: seconds + 60 })),
      "x-test-clock": at.toISOString(),
      "idempotency-key": "for-ever",
    };
    expect((await consume(good, tomorrow)).body).toEqual(first.body);
    expect(await accountOf(app.database, ownerId)).toEqual({ balance: 9, held: 0 });
  });

  test("the generated key of a repeated tool call does not deduplicate in the ledger", async () => {
    const { ownerId } = await spender(10);
    const spend = { appId: "central", amount: 100, description: "x" };
    const later = (minutes: number) =>
      app.contextFor(ownerId, {
        idempotencyKey: dedupeKey("same call"),
        at: new Date(Date.now() + minutes * 60_000),
      });
    await consumeCredits(later(0), spend);
    await consumeCredits(later(5), spend);
    expect(await accountOf(app.database, ownerId)).toEqual({ balance: 8, held: 0 });
  });

  test("a referenceId used with another amount is 422, that of a grant too", async () => {
    const { ownerId, headers } = await spender(10);
    await consume({ ...good, referenceId: "r" }, headers);
    const other = await consume({ ...good, amount: 2, referenceId: "r" }, headers);
    expect([other.status, other.body.code]).toEqual([422, "IDEMPOTENCY_KEY_REUSED"]);
    await app.database.query(
      "UPDATE hub.credit_entries SET reference_id = 'grant-1' WHERE owner_id = $1 AND type = 'grant'",
      [ownerId],
    );
    expect((await consume({ ...good, referenceId: "grant-1" }, headers)).status).toBe(422);
    expect(await accountOf(app.database, ownerId)).toEqual({ balance: 9, held: 0 });
  });

  test("one referenceId is another charge in another app and for another user", async () => {
    const { ownerId, headers } = await spender(10);
    await grant(app, ownerId, 10, { appId: "invoicer" });
    const other = await spender(10);
    const body = { ...good, referenceId: "same" };
    await consume(body, headers);
    await consume({ ...body, appId: "invoicer" }, headers);
    await consume(body, other.headers);
    expect((await accountOf(app.database, ownerId)).balance).toBe(9);
    expect((await accountOf(app.database, ownerId, "invoicer")).balance).toBe(9);
    expect((await accountOf(app.database, other.ownerId)).balance).toBe(9);
  });

  test("consuming is for keys with write:credits, and charges the key's owner", async () => {
    const before = await accountOf(app.database, "demo-eve");
    const refused = await consume(good, app.withKey("reader"));
    expect([refused.status, refused.body.details]).toEqual([
      403,
      { reason: "scope_missing", requiredScope: "write:credits" },
    ]);
    expect((await consume(good, app.withKey("full"))).status).toBe(200);
    expect((await accountOf(app.database, "demo-eve")).balance).toBe(before.balance - 1);
  });
});

test("after all of this the books are right", async () => {
  expect(await ledgerFaults(app.database)).toEqual([]);
});
