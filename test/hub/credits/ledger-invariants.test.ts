import type { EntityManager } from "@mikro-orm/postgresql";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { executeSql } from "../../../src/db/sql.ts";
import { asSystem } from "../../../src/db/transaction.ts";
import { DomainError } from "../../../src/errors.ts";
import { newId } from "../../../src/ids.ts";
import { creditAccount, openAccount } from "../../../subgraphs/hub/credits/account.ts";
import { consumeCredits } from "../../../subgraphs/hub/credits/consume.service.ts";
import { expireLots } from "../../../subgraphs/hub/credits/expire-lots.service.ts";
import { grantPurchase, reversePurchase } from "../../../subgraphs/hub/credits/grant-purchase.service.ts";
import {
  captureHold,
  expireHolds,
  placeHold,
  releaseHold,
} from "../../../subgraphs/hub/credits/holds.service.ts";
import type { HubContext } from "../../../subgraphs/hub/hub.context.ts";
import { createHubApp, type HubApp } from "../support/hub-app.ts";
import { fuzzSeed, suiteSeed } from "../../support/seed.ts";
import { ledgerFaults } from "../support/ledger.ts";
import { LedgerModel } from "./ledger-model.ts";

let app: HubApp;
beforeAll(async () => {
  app = await createHubApp();
});
afterAll(() => app?.close());

/** `npm run fuzz:ledger` plays many more, from a random seed. */
const rounds = Number(process.env["LEDGER_ROUNDS"] ?? 16);
const stepsOfRound = 250;
/** Rounds at a time, each on a connection of its own. */
const lanes = 5;

const kinds = ["grant", "purchase", "consume", "hold", "capture", "release", "expire", "reversal"] as const;
/** `which` picks one of the holds or purchases so far; `part` is a percentage of it. */
const anyStep = fc.record({
  do: fc.constantFrom(...kinds, "consume" as const, "hold" as const),
  amount: fc.integer({ min: 1, max: 3000 }),
  which: fc.nat(1000),
  part: fc.integer({ min: 1, max: 100 }),
  seconds: fc.integer({ min: 60, max: 600 }),
});
type Step = typeof anyStep extends fc.Arbitrary<infer T> ? T : never;

interface Round {
  ownerId: string;
  model: LedgerModel;
  /** Milliseconds; each step has a moment of its own, so that no two lots are equally old or long-lived. */
  now: number;
  step: number;
  done: Map<string, number>;
}

const seed = process.env["LEDGER_ROUNDS"] === undefined ? suiteSeed : fuzzSeed();

test(`the books are right after each of ${rounds * stepsOfRound} random operations, with seed ${seed}`, async () => {
  const length = { minLength: stepsOfRound, maxLength: stepsOfRound, size: "max" as const };
  const waiting = [...fc.sample(fc.array(anyStep, length), { numRuns: rounds, seed }).entries()];
  const done = new Map<string, number>();
  const playAll = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await play(...next, done);
  };
  await Promise.all(Array.from({ length: lanes }, playAll));
  expect(await ledgerFaults(app.database)).toEqual([]);
  const few = (rounds * stepsOfRound) / 50;
  for (const kind of kinds) expect([kind, (done.get(kind) ?? 0) > few]).toEqual([kind, true]);
});

/** One account's life. Each round is days later than the one before, so that no step of it meets what those left. */
async function play(index: number, steps: Step[], done: Map<string, number>): Promise<void> {
  const now = Date.UTC(2026, 0, 1) + index * 86_400_000;
  const round: Round = { ownerId: newId("usr"), model: new LedgerModel(), now, step: 0, done };
  // One commit a round; every service joins this transaction, and the postings' check runs when it commits.
  await asSystem(app.contextFor(round.ownerId).em, async (em) => {
    for (const step of steps) {
      round.step += 1;
      round.now += 1001;
      await run(round, em, step);
      const state = await stateOf(em, round.ownerId);
      expect(state, `round ${index}, step ${round.step}: ${JSON.stringify(step)}`).toEqual(
        expectedOf(round.model),
      );
    }
  });
  if (index % 8 === 7) expect(await ledgerFaults(app.database)).toEqual([]);
}

async function run(round: Round, em: EntityManager, step: Step): Promise<void> {
  const { model, now, ownerId } = round;
  const ctx = app.contextFor(ownerId, { at: new Date(now) });
  // A remainder of its own below a second makes every end of a lot's life another one.
  const expiresAt = new Date(now - (now % 1000) + step.seconds * 1000 + round.step);
  if (step.do === "grant") {
    const account = await openAccount(em, ownerId, "central", ctx.clock.now());
    const lotId = newId("lot");
    const movement = { type: "grant" as const, amount: step.amount, description: "x", expiresAt };
    await creditAccount(em, account, movement, ctx.clock.now(), lotId);
    model.credit(step.amount, { id: lotId, source: "promo", expiresAt, createdAt: new Date(now) });
  } else if (step.do === "purchase") {
    const bought = { id: newId("txn"), credits: step.amount, price: step.seconds };
    const isFirst = (await buy(ctx, em, ownerId, bought)) === step.amount;
    expect([isFirst, await buy(ctx, em, ownerId, bought)]).toEqual([true, 0]);
    model.purchase(bought, {
      id: await lotOf(em, bought.id),
      source: "paid",
      expiresAt: null,
      createdAt: new Date(now),
    });
  } else if (step.do === "consume") {
    const isPaid = await wasDone(
      consumeCredits(ctx, { appId: "central", amount: step.amount, description: "x" }),
    );
    expect(isPaid).toBe(model.available >= step.amount);
    if (!isPaid) return;
    model.spend(step.amount);
  } else if (step.do === "expire") {
    while ((await expireHolds(ctx)) > 0);
    while ((await expireLots(ctx)) > 0);
    model.expire(now);
  } else if (step.do === "reversal") {
    return reverse(round, ctx, em, step);
  } else {
    return runOnHold(round, ctx, step);
  }
  count(round, step.do);
}

async function reverse(round: Round, ctx: HubContext, em: EntityManager, step: Step): Promise<void> {
  const bought = round.model.purchases[step.which % round.model.purchases.length];
  if (!bought) return;
  round.model.refund(bought, step.part);
  const transaction = { ...paymentOf(round.ownerId, bought), credits: bought.credits };
  await reversePurchase(ctx, em, transaction, bought.refunded);
  expect(await reversePurchase(ctx, em, transaction, bought.refunded)).toBe(0);
  count(round, "reversal");
}

async function runOnHold(round: Round, ctx: HubContext, step: Step): Promise<void> {
  const { model, now } = round;
  if (step.do === "hold") {
    const { amount, seconds: ttlSeconds } = step;
    if (model.available < amount) {
      const refused = placeHold(ctx, { appId: "central", amount, description: "x", ttlSeconds });
      return expect(await wasDone(refused)).toBe(false);
    }
    const { holdId: id } = await placeHold(ctx, { appId: "central", amount, description: "x", ttlSeconds });
    model.holds.push({ id, amount, status: "pending", expiresAt: now + ttlSeconds * 1000 });
    return count(round, "hold");
  }
  const hold = model.holds[step.which % model.holds.length];
  if (!hold) return;
  const isOpen = hold.status === "pending" && hold.expiresAt > now;
  const amount = Math.max(1, Math.floor((hold.amount * step.part) / 100));
  const isCapture = step.do === "capture";
  // Again with another amount; the same one again is answered as done and changes nothing.
  const done = await wasDone(
    isCapture ? captureHold(ctx, { holdId: hold.id, amount }) : releaseHold(ctx, hold.id),
  );
  if (!isOpen) return;
  expect(done).toBe(true);
  hold.status = isCapture ? "captured" : "released";
  if (isCapture) model.spend(amount);
  count(round, step.do);
}

function buy(
  ctx: HubContext,
  em: EntityManager,
  ownerId: string,
  bought: { id: string; credits: number; price: number },
): Promise<number> {
  return grantPurchase(ctx, em, { ...paymentOf(ownerId, bought), credits: bought.credits });
}

function paymentOf(ownerId: string, { id, price }: { id: string; price: number }) {
  return { id, type: "credit_purchase", ownerId, appId: "central", amount: price, packageId: null };
}

async function lotOf(em: EntityManager, transactionId: string): Promise<string> {
  const sql = "SELECT lot_id AS id FROM credit_purchases WHERE transaction_id = $1";
  return (await executeSql<{ id: string }>(em, sql, [transactionId]))[0]!.id;
}

/** True when it succeeded, false when it was rejected with a domain error. */
async function wasDone(work: Promise<unknown>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (error instanceof DomainError) return false;
    throw error;
  }
}

function count({ done }: Round, kind: string): void {
  done.set(kind, (done.get(kind) ?? 0) + 1);
}

/** The account, the sum of its entries, and the rest of its lots. Postings are checked when a round commits. */
async function stateOf(em: EntityManager, ownerId: string) {
  const [row] = await executeSql<Record<string, unknown>>(
    em,
    `SELECT balance::float8 AS balance, held::float8 AS held, total_purchased::float8 AS "totalPurchased",
       total_consumed::float8 AS "totalConsumed",
       (SELECT coalesce(sum(amount), 0)::float8 FROM credit_entries e WHERE e.account_id = a.id) AS entries,
       (SELECT coalesce(json_agg(remaining ORDER BY id) FILTER (WHERE remaining > 0), '[]') FROM credit_lots l
        WHERE l.account_id = a.id)::text AS lots
     FROM credit_accounts a WHERE owner_id = $1`,
    [ownerId],
  );
  return row ? { ...row, lots: JSON.parse(row["lots"] as string) as number[] } : null;
}

function expectedOf(model: LedgerModel) {
  if (model.lots.length === 0) return null;
  const { balance, held, totalPurchased, totalConsumed, lots } = model;
  expect(held <= Math.max(balance, 0)).toBe(true);
  const open = lots.filter(({ remaining }) => remaining > 0).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const remaining = open.map((lot) => lot.remaining);
  return {
    balance,
    held,
    totalPurchased,
    totalConsumed,
    entries: balance,
    lots: remaining,
  };
}
