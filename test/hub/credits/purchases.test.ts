import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asSystem } from "../../../src/db/transaction.ts";
import { newId } from "../../../src/ids.ts";
import {
  grantPurchase,
  reversePurchase,
  type PurchaseTransaction,
} from "../../../subgraphs/hub/credits/grant-purchase.service.ts";
import { consumeCredits } from "../../../subgraphs/hub/credits/consume.service.ts";
import { placeHold } from "../../../subgraphs/hub/credits/holds.service.ts";
import { reversedShare } from "../../../subgraphs/hub/credits/purchase.ts";
import { createHubApp, type HubApp } from "../support/hub-app.ts";
import { accountOf, grant, ledgerFaults } from "../support/ledger.ts";

let app: HubApp;
beforeAll(async () => {
  app = await createHubApp();
});
afterAll(() => app?.close());

const at = new Date("2026-05-01T10:00:00.000Z");
const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);

/** A paid purchase of 100 credits for 10 dollars, by a new user. */
function paid(over: Partial<PurchaseTransaction> = {}): PurchaseTransaction {
  return {
    id: newId("txn"),
    type: "credit_purchase",
    ownerId: newId("usr"),
    appId: "central",
    amount: 1000,
    packageId: "pkg_starter",
    credits: 10_000,
    ...over,
  };
}

const deliver = (transaction: PurchaseTransaction) => {
  const ctx = app.contextFor(null, { at });
  return asSystem(ctx.em, (em) => grantPurchase(ctx, em, transaction));
};

const refund = (transaction: PurchaseTransaction, total: number) => {
  const ctx = app.contextFor(null, { at });
  return asSystem(ctx.em, (em) => reversePurchase(ctx, em, transaction, total));
};

const spend = (ownerId: string, amount: number) =>
  consumeCredits(app.contextFor(ownerId), { appId: "central", amount, description: "x" });

const lotsOf = (ownerId: string) =>
  app.database.query<{ source: string; remaining: number; expiresAt: Date | null }>(
    `SELECT source, remaining::float8 AS remaining, expires_at AS "expiresAt" FROM hub.credit_lots
     WHERE owner_id = $1 ORDER BY id`,
    [ownerId],
  );

async function lastEntry(ownerId: string) {
  const { body } = await app.get("/credits/history/central?limit=1", await app.as(ownerId));
  return { total: body.pagination.total as number, entry: body.transactions[0] };
}

describe("a paid purchase", () => {
  test("a purchase without credits is rejected and grants nothing", async () => {
    const bought = paid({ credits: 0 });
    await expect(deliver(bought)).rejects.toThrow("is paid, but says of no credits");
    expect(await lotsOf(bought.ownerId)).toEqual([]);
  });

  test("a purchase is granted with its bonus as one lot, and counts as bought", async () => {
    await app.database.query(
      `INSERT INTO hub.credit_packages (package_id, app_id, name, description, credits, bonus_credits, price_cents,
         currency, price_id, validity_days, sort_order)
       VALUES ('pkg_bonus', 'central', 'Bonus', 'x', 10000, 2000, 1000, 'USD', 'price_bonus', 30, 9)`,
    );
    const bought = paid({ packageId: "pkg_bonus", credits: 12_000 });
    expect(await deliver(bought)).toBe(12_000);
    const expiresAt = new Date("2026-05-31T10:00:00.000Z");
    expect(await lotsOf(bought.ownerId)).toEqual([{ source: "paid", remaining: 12_000, expiresAt }]);
    const { entry } = await lastEntry(bought.ownerId);
    expect(entry).toMatchObject({
      type: "purchase",
      amount: 120,
      balanceAfter: 120,
      description: "Bonus package",
      transactionId: bought.id,
      packageId: "pkg_bonus",
      expiresAt: expiresAt.toISOString(),
      createdAt: at.toISOString(),
    });
    const { body } = await app.get("/credits/balance/central", await app.as(bought.ownerId));
    expect(body).toMatchObject({ balance: 120, totalPurchased: 120, lastPurchaseAt: at.toISOString() });
    await app.database.query("DELETE FROM hub.credit_packages WHERE package_id = 'pkg_bonus'");
  });

  test("a purchase grants the credits that were sold, whatever the package holds now", async () => {
    const bought = paid({ credits: 7700 });
    expect(await deliver(bought)).toBe(7700);
    expect((await accountOf(app.database, bought.ownerId)).balance).toBe(77);
  });

  test("an auto-reload has a type of its own in the history", async () => {
    const bought = paid({ type: "auto_reload" });
    await deliver(bought);
    expect((await lastEntry(bought.ownerId)).entry).toMatchObject({ type: "auto_reload", amount: 100 });
  });

  test("a purchase is granted once by 20 deliveries at once, and by later ones", async () => {
    const bought = paid();
    const granted = await Promise.all(times(20, () => deliver(bought)));
    expect(granted.toSorted((a, b) => b - a)).toEqual([10_000, ...times(19, () => 0)]);
    expect(await deliver(bought)).toBe(0);
    expect(await accountOf(app.database, bought.ownerId)).toEqual({ balance: 100, held: 0 });
    expect((await lastEntry(bought.ownerId)).total).toBe(1);
    const told = await app.database.query(
      "SELECT payload FROM hub.outbox_events WHERE owner_id = $1 AND type = 'credits.purchased'",
      [bought.ownerId],
    );
    expect(told).toEqual([
      { payload: expect.objectContaining({ amount: 100, balance: 100, transactionId: bought.id }) },
    ]);
  });

  test("a purchase pays a debt first", async () => {
    const first = paid();
    await deliver(first);
    await spend(first.ownerId, 10_000);
    await refund(first, 1000);
    await deliver(paid({ ownerId: first.ownerId, credits: 12_000 }));
    expect(await accountOf(app.database, first.ownerId)).toEqual({ balance: 20, held: 0 });
    expect(await ledgerFaults(app.database)).toEqual([]);
  });
});

describe("a refund", () => {
  test("a refund takes its share, all of it for a full refund, and nothing twice", async () => {
    const bought = paid();
    await deliver(bought);
    expect(await refund(bought, 333)).toBe(3330);
    expect(await refund(bought, 333)).toBe(0);
    expect(await refund(bought, 200)).toBe(0);
    expect(await refund(bought, 1000)).toBe(6670);
    expect(await refund(bought, 1000)).toBe(0);
    const { total, entry } = await lastEntry(bought.ownerId);
    expect(total).toBe(3);
    expect(entry).toMatchObject({
      type: "reversal",
      amount: -66.7,
      balanceAfter: 0,
      transactionId: bought.id,
    });
  });

  test("a refund reported 20 times at once is taken once", async () => {
    const bought = paid();
    await deliver(bought);
    const taken = await Promise.all(times(20, () => refund(bought, 500)));
    expect(taken.filter((amount) => amount > 0)).toEqual([5000]);
    expect((await accountOf(app.database, bought.ownerId)).balance).toBe(50);
  });

  test("a refund takes from that purchase first, then in draw order", async () => {
    const [older, newer] = [paid(), paid()];
    newer.ownerId = older.ownerId;
    await deliver(older);
    await deliver(newer);
    await refund(newer, 1000);
    expect((await lotsOf(older.ownerId)).map(({ remaining }) => remaining)).toEqual([10_000, 0]);
    await refund(older, 500);
    expect((await lotsOf(older.ownerId)).map(({ remaining }) => remaining)).toEqual([5000, 0]);
  });

  test("a refund of spent credits leaves a debt, which blocks spending until it is paid", async () => {
    const bought = paid();
    await deliver(bought);
    await spend(bought.ownerId, 9000);
    await refund(bought, 1000);
    expect(await accountOf(app.database, bought.ownerId)).toEqual({ balance: -90, held: 0 });
    await expect(spend(bought.ownerId, 1)).rejects.toMatchObject({ code: "INSUFFICIENT_CREDITS" });
    await grant(app, bought.ownerId, 90);
    await expect(spend(bought.ownerId, 1)).rejects.toMatchObject({ code: "INSUFFICIENT_CREDITS" });
    await grant(app, bought.ownerId, 0.01);
    expect((await spend(bought.ownerId, 1)).balance).toBe(0);
    expect(await ledgerFaults(app.database)).toEqual([]);
  });

  test("a refund releases holds that the rest does not cover, newest first", async () => {
    const bought = paid();
    await deliver(bought);
    const ctx = app.contextFor(bought.ownerId);
    const wanted = { appId: "central", amount: 4000, description: "x", ttlSeconds: 900 };
    const [kept, lost] = [await placeHold(ctx, wanted), await placeHold(ctx, wanted)];
    await refund(bought, 500);
    expect(await accountOf(app.database, bought.ownerId)).toEqual({ balance: 50, held: 40 });
    const holds = await app.database.query(
      "SELECT id, status FROM hub.credit_holds WHERE owner_id = $1 ORDER BY id",
      [bought.ownerId],
    );
    expect(holds).toEqual([
      { id: kept.holdId, status: "pending" },
      { id: lost.holdId, status: "released" },
    ]);
    expect(await ledgerFaults(app.database)).toEqual([]);
  });

  test("a refund of a payment that was never granted takes nothing", async () => {
    expect(await refund(paid(), 1000)).toBe(0);
  });

  test("a refund cannot take more than was granted, not even by SQL", async () => {
    const bought = paid();
    await deliver(bought);
    const sql = "UPDATE hub.credit_purchases SET reversed = granted + 1 WHERE transaction_id = $1";
    await expect(app.database.query(sql, [bought.id])).rejects.toThrow(/credit_purchases_/);
  });
});

describe("the share of a refund", () => {
  const whole = fc.integer({ min: 1, max: 99_999_999 });

  test("the share of a refund never falls as the refund grows, and is all of the grant at the end", () => {
    fc.assert(
      fc.property(whole, whole, fc.array(whole, { maxLength: 20 }), (granted, amount, parts) => {
        let total = 0;
        let taken = 0;
        for (const part of [...parts, amount]) {
          total = Math.min(amount, total + part);
          const share = reversedShare(granted, total, amount);
          expect(share).toBeGreaterThanOrEqual(taken);
          expect(share).toBeLessThanOrEqual(granted);
          // Half up: within half a hundredth of the exact share.
          const error = 2n * (BigInt(share) * BigInt(amount) - BigInt(granted) * BigInt(total));
          expect(error > -BigInt(amount) && error <= BigInt(amount)).toBe(true);
          taken = share;
        }
        expect(taken).toBe(granted);
      }),
      { seed: 20_260_101 },
    );
  });

  test.each([
    [10_000, 333, 1000, 3330],
    [1, 1, 2, 1],
    [1, 1, 3, 0],
    [100, 2000, 1000, 100],
    [100, 0, 1000, 0],
    [100, -5, 1000, 0],
    [100, 0, 0, 0],
  ])("of %i granted, %i of %i given back: %i", (granted, refunded, amount, share) => {
    expect(reversedShare(granted, refunded, amount)).toBe(share);
  });
});

test("after all of this the books are right", async () => {
  expect(await ledgerFaults(app.database)).toEqual([]);
});
