import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { asSystem } from "../../../src/db/transaction.ts";
import { newId } from "../../../src/ids.ts";
import { lockTransaction } from "../../../subgraphs/hub/payments/transaction.rows.ts";
import { advanceTransaction } from "../../../subgraphs/hub/payments/transactions.service.ts";
import { createHubApp, type HubApp } from "../support/hub-app.ts";
import { accountOf, ledgerFaults } from "../support/ledger.ts";
import { createFakeProcessor } from "../subscriptions/fake-processor.ts";

const processor = createFakeProcessor();
let app: HubApp;
beforeAll(async () => {
  app = await createHubApp({ processor });
  await app.changeAccess(
    `UPDATE hub.apps SET allowed_origins = '{https://app.example}', default_url = 'https://app.example/home'
     WHERE app_id = 'central'`,
  );
  await app.database.query(
    `INSERT INTO hub.credit_packages (package_id, app_id, name, description, credits, bonus_credits, price_cents,
       currency, price_id, active, sort_order)
     VALUES ('pkg_bonus', 'central', 'Bonus', 'x', 10000, 2000, 1000, 'USD', 'price_bonus', true, 9),
       ('pkg_gone', 'central', 'Gone', 'x', 10000, 0, 1000, 'USD', 'price_gone', false, 9)`,
  );
});
afterAll(() => app?.close());
beforeEach(() => {
  processor.checkouts.length = 0;
});

const urls = { successUrl: "https://app.example/thanks", cancelUrl: "https://app.example/back" };
const purchase = { appId: "central", packageId: "pkg_bonus", ...urls };
const buy = { ...purchase, credits: 100 };
const doors = [
  ["/credits/purchase", purchase],
  ["/subscriptions/buy-credits", buy],
] as const;

async function buyer(claims = {}) {
  const ownerId = newId("usr");
  return { ownerId, headers: await app.as(ownerId, claims) };
}

/** The payment that was recorded, as it is stored. */
async function paymentOf(ownerId: string) {
  const rows = await app.database.query(
    `SELECT id, type, status, amount::int, currency, package_id, credits::int, session_id, metadata, description
     FROM hub.payment_transactions WHERE owner_id = $1`,
    [ownerId],
  );
  return rows;
}

describe.each(doors)("POST %s", (path, body) => {
  test("a purchase opens a page for the package's own price, and records what was sold first", async () => {
    const { ownerId, headers } = await buyer();
    const { status, body: answer } = await app.post(path, body, headers);
    expect([status, answer]).toEqual([
      200,
      {
        success: true,
        sessionId: expect.any(String),
        url: expect.stringMatching(/^https:\/\//),
        transactionId: expect.stringMatching(/^txn_/),
      },
    ]);
    expect(await paymentOf(ownerId)).toEqual([
      {
        id: answer.transactionId,
        type: "credit_purchase",
        status: "pending",
        amount: 1000,
        currency: "USD",
        package_id: "pkg_bonus",
        credits: 12_000,
        session_id: answer.sessionId,
        metadata: {},
        description: "Bonus package",
      },
    ]);
    expect(processor.checkouts).toMatchObject([
      {
        mode: "payment",
        line: { priceId: "price_bonus" },
        ...urls,
        reference: answer.transactionId,
        metadata: {
          userId: ownerId,
          appId: "central",
          transactionId: answer.transactionId,
          packageId: "pkg_bonus",
        },
      },
    ]);
  });

  test("a purchase grants nothing until it is paid, then credits and bonus once", async () => {
    const { ownerId, headers } = await buyer();
    const { transactionId } = (await app.post(path, body, headers)).body;
    expect(await accountOf(app.database, ownerId)).toEqual({ balance: 0, held: 0 });
    const ctx = app.contextFor(null);
    const pay = () =>
      asSystem(ctx.em, async (em) => {
        const transaction = (await lockTransaction(em, transactionId))!;
        return advanceTransaction(ctx, em, transaction, { status: "succeeded" });
      });
    await Promise.all(Array.from({ length: 20 }, pay));
    expect(await accountOf(app.database, ownerId)).toEqual({ balance: 120, held: 0 });
  });

  test("a purchase with one Idempotency-Key opens one page, however often it is called", async () => {
    const { ownerId, headers } = await buyer();
    const keyed = { ...headers, "idempotency-key": "k" };
    const answers = await Promise.all(Array.from({ length: 5 }, () => app.post(path, body, keyed)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(processor.checkouts).toHaveLength(1);
    expect(await paymentOf(ownerId)).toHaveLength(1);
  });

  test("a purchase uses the app's own pages when none are named", async () => {
    const { headers } = await buyer();
    const { successUrl: _success, cancelUrl: _cancel, ...plain } = body;
    expect((await app.post(path, plain, headers)).status).toBe(200);
    expect(processor.checkouts).toMatchObject([
      {
        successUrl: "https://app.example/home/billing/success",
        cancelUrl: "https://app.example/home/billing/cancel",
      },
    ]);
  });

  test.each<[string, Record<string, unknown>, number, string]>([
    ["a package nobody knows", { packageId: "pkg_none" }, 404, "PACKAGE_NOT_FOUND"],
    ["a package that is not sold any more", { packageId: "pkg_gone" }, 404, "PACKAGE_NOT_FOUND"],
    ["a package of another app", { appId: "invoicer" }, 404, "PACKAGE_NOT_FOUND"],
    ["an unknown app", { appId: "nowhere" }, 400, "VALIDATION_ERROR"],
    ["a page at a foreign origin", { successUrl: "https://evil.example/" }, 400, "INVALID_URL"],
    ["a page without TLS", { cancelUrl: "http://app.example/" }, 400, "INVALID_URL"],
    ["no package", { packageId: undefined }, 400, "VALIDATION_ERROR"],
    ["a field too many", { amount: 1 }, 400, "VALIDATION_ERROR"],
  ])("refuses %s", async (_, over, status, code) => {
    const { ownerId, headers } = await buyer();
    const named = "appId" in over ? { successUrl: undefined, cancelUrl: undefined } : {};
    const answer = await app.post(path, { ...body, ...named, ...over }, headers);
    expect([answer.status, answer.body.code, answer.body.success]).toEqual([status, code, false]);
    expect(processor.checkouts).toEqual([]);
    expect(await paymentOf(ownerId)).toEqual([]);
  });

  test("an unknown app is reported as a fault of the field appId", async () => {
    const { headers } = await buyer();
    const named = { successUrl: undefined, cancelUrl: undefined, appId: "nowhere" };
    const answer = await app.post(path, { ...body, ...named }, headers);
    expect(answer.body.details.fields).toEqual([
      { path: "appId", message: "must be the ID of a registered app", rule: "exists" },
    ]);
  });

  test("a purchase is for users: no credential and keys are 401, a closed account is 404", async () => {
    expect((await app.post(path, body)).body.code).toBe("MISSING_TOKEN");
    expect((await app.post(path, body, app.withKey("full"))).status).toBe(401);
    const { ownerId, headers } = await buyer();
    await app.post(path, body, headers);
    await app.changeAccess("UPDATE hub.users SET suspended_at = now() WHERE id = $1", [ownerId]);
    const closed = await app.post(path, body, headers);
    expect([closed.status, closed.body.code]).toEqual([404, "USER_NOT_FOUND"]);
  });

  test("a failing processor leaves a pending payment, and the same key may retry", async () => {
    const { ownerId, headers } = await buyer();
    const keyed = { ...headers, "idempotency-key": "again" };
    processor.isDown = true;
    const failed = await app.post(path, body, keyed).finally(() => (processor.isDown = false));
    expect([failed.status, failed.body.code]).toEqual([500, "PROCESSOR_ERROR"]);
    expect(await paymentOf(ownerId)).toMatchObject([{ status: "pending", session_id: null }]);
    expect((await app.post(path, body, keyed)).status).toBe(200);
    expect(await paymentOf(ownerId)).toHaveLength(1);
  });
});

describe("POST /subscriptions/buy-credits, with the buyer's expected price", () => {
  test.each([
    ["other credits", { credits: 10_000 }, "PRICE_MISMATCH"],
    ["the credits with their bonus", { credits: 120 }, "PRICE_MISMATCH"],
    ["the price of another package", { priceId: "price_credits_starter" }, "PRICE_MISMATCH"],
    ["a currency that it is not sold in", { currency: "EUR" }, "INVALID_CURRENCY"],
    ["no currency at all", { currency: "zzz" }, "INVALID_CURRENCY"],
    ["credits below 1", { credits: 0 }, "VALIDATION_ERROR"],
    ["a part of a credit", { credits: 99.5 }, "VALIDATION_ERROR"],
    ["no credits", { credits: undefined }, "VALIDATION_ERROR"],
    ["reserved metadata", { metadata: { hub_x: "1" } }, "VALIDATION_ERROR"],
    ["metadata that is no text", { metadata: { note: 1 } }, "VALIDATION_ERROR"],
  ])("refuses %s", async (_, over, code) => {
    const { headers } = await buyer();
    const answer = await app.post("/subscriptions/buy-credits", { ...buy, ...over }, headers);
    expect([answer.status, answer.body.code]).toEqual([400, code]);
    expect(processor.checkouts).toEqual([]);
  });

  test("a purchase accepts its own price and currency in any case, and keeps the metadata", async () => {
    const { ownerId, headers } = await buyer();
    const named = { ...buy, priceId: "price_bonus", currency: "uSd", metadata: { order: "7" } };
    expect((await app.post("/subscriptions/buy-credits", named, headers)).status).toBe(200);
    expect(await paymentOf(ownerId)).toMatchObject([{ metadata: { order: "7" } }]);
  });
});

test("after all of this the books are right", async () => {
  expect(await ledgerFaults(app.database)).toEqual([]);
});
