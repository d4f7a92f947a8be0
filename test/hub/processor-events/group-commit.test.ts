import { afterAll, beforeAll, expect, test } from "vitest";
import { executeSql } from "../../../src/db/sql.ts";
import { inTransaction } from "../../../src/db/transaction.ts";
import { newId } from "../../../src/ids.ts";
import { recordTransaction } from "../../../subgraphs/hub/payments/transactions.service.ts";
import { paymentEffects } from "../../../subgraphs/hub/payments/payment-effects.ts";
import type { EventEffect } from "../../../subgraphs/hub/processor/event-effect.ts";
import { openSignedEvent } from "../../../src/stripe/event-signature.ts";
import { newPayment, ShownPayments } from "../payments/payment-world.ts";
import { createHubApp, type HubApp } from "../support/hub-app.ts";
import { processorWebhookSecret } from "../support/hub-ports.ts";
import { deliver, newFacts, storedEvent, twoWrites, writesOn } from "./event-world.ts";

const shown = new ShownPayments();
let app: HubApp;
beforeAll(async () => {
  const openEvent = (body: string, signature: string | null, now: Date) =>
    openSignedEvent(body, signature, { secrets: [processorWebhookSecret], now });
  app = await createHubApp({ processor: { ...shown.port, openEvent } });
});
afterAll(() => app?.close());

const many = (count: number) => Array.from({ length: count }, newFacts);
const type = "test.happened";
/** Which transaction of the database an effect ran in. */
async function transactionOf(em: Parameters<EventEffect["apply"]>[1]): Promise<string> {
  const [row] = await executeSql<{ id: string }>(em, "SELECT pg_current_xact_id()::text AS id");
  return row!.id;
}

test("concurrent events share transactions, and each is applied and marked", async () => {
  const transactions = new Set<string>();
  const writing = twoWrites(type);
  const effect: EventEffect = {
    ...writing,
    places: (event) => [String(event.object["id"])],
    apply: async (ctx, em, event, snapshot) => {
      transactions.add(await transactionOf(em));
      return writing.apply(ctx, em, event, snapshot);
    },
  };
  const all = many(30);
  const answers = await Promise.all(all.map((facts) => deliver(app, facts, { effects: [effect] })));
  expect(answers.map(({ eventId, status }) => [eventId, status])).toEqual(
    all.map(({ id }) => [id, "processed"]),
  );
  for (const { id, object } of all) {
    expect(await storedEvent(app, id)).toMatchObject({ status: "processed", attempts: 1 });
    expect(await writesOn(app, object["id"])).toBe(2);
  }
  expect(transactions.size).toBeLessThan(15);
});

test.each<[string, Partial<EventEffect>]>([
  ["an effect throws", { apply: () => Promise.reject(new Error("broken")) }],
  [
    "a statement of it fails",
    { apply: async (_ctx, em) => executeSql(em, "SELECT 1 / 0").then(() => "processed" as const) },
  ],
])("where %s, the others are applied all the same", async (_name, trouble) => {
  const all = many(12);
  const good = { ...twoWrites(type), places: () => [] };
  const bad: EventEffect = { ...good, ...trouble };
  const answers = await Promise.allSettled(
    all.map((facts, index) => deliver(app, facts, { effects: index % 4 === 1 ? [good, bad] : [good] })),
  );
  for (const [index, { id, object }] of all.entries()) {
    const isBad = index % 4 === 1;
    expect(answers[index]!.status).toBe(isBad ? "rejected" : "fulfilled");
    expect(await storedEvent(app, id)).toMatchObject({
      status: isBad ? "failed" : "processed",
      attempts: 1,
    });
    expect(await writesOn(app, object["id"])).toBe(isBad ? 0 : 2);
  }
});

test.each<[string, Partial<EventEffect>, boolean]>([
  ["that share a place", { places: () => ["one"] }, false],
  ["of an effect that does not say", {}, false],
  ["of different places", { places: (event) => [event.id] }, true],
])("events %s are interleaved: %#", async (_name, naming, isExpected) => {
  let running = 0;
  let most = 0;
  const effect: EventEffect = {
    types: [type],
    read: async () => null,
    apply: async (_ctx, em) => {
      most = Math.max(most, ++running);
      await transactionOf(em);
      running--;
      return "processed";
    },
    ...naming,
  };
  await Promise.all(many(20).map((facts) => deliver(app, facts, { effects: [effect] })));
  expect(most > 1).toBe(isExpected);
});

test("concurrent purchases of one account are all granted", async () => {
  const ownerId = newId("usr");
  const ctx = app.contextFor(ownerId);
  const purchases = await Promise.all(
    Array.from({ length: 12 }, async () => {
      const intent = newId("pi");
      const { id } = await inTransaction(ctx, (em) =>
        recordTransaction(em, ctx, {
          type: "credit_purchase",
          amount: 1_000,
          currency: "USD",
          appId: "central",
          description: "Starter",
          packageId: "pkg_starter",
          credits: 10_000,
        }),
      );
      shown.payments.set(intent, {
        paymentIntentId: intent,
        customerId: "cus_1",
        status: "succeeded",
        amount: 1_000,
        amountRefunded: 0,
        currency: "USD",
        dispute: null,
        paymentMethodId: null,
        receiptUrl: null,
        failureCode: null,
        isHardDecline: false,
        metadata: { userId: ownerId, appId: "central", transactionId: id },
      });
      return { id: newId("evt"), type: "payment_intent.succeeded", object: { id: intent } };
    }),
  );
  const twice = [...purchases, ...purchases.map((facts) => ({ ...facts, id: newId("evt") }))];
  const answers = await Promise.all(twice.map((facts) => deliver(app, facts, { effects: paymentEffects })));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set(["processed"]));
  const [credits] = await app.database.query<{ balance: number; entries: number }>(
    `SELECT sum(balance)::float8 AS balance, (SELECT count(*)::int FROM hub.credit_entries e
       WHERE e.owner_id = $1 AND e.type = 'purchase') AS entries
     FROM hub.credit_accounts WHERE owner_id = $1`,
    [ownerId],
  );
  expect(credits).toEqual({ balance: 120_000, entries: 12 });
  const told = await app.database.query(
    "SELECT object_id FROM hub.outbox_events WHERE owner_id = $1 AND type = 'payment.succeeded'",
    [ownerId],
  );
  expect(told).toHaveLength(12);
});

test("a payment that the database refuses fails alone, and those beside it are applied once", async () => {
  const all = await Promise.all(Array.from({ length: 9 }, () => newPayment(app, shown, { page: false })));
  for (const one of all) {
    await one.attach();
    one.payment.status = "succeeded";
  }
  const poison = all[4]!.transaction.id;
  await app.database.query(`CREATE FUNCTION hub.refuse_poison() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'poison'; END $$`);
  await app.database.query(`CREATE TRIGGER poison BEFORE UPDATE ON hub.payment_transactions
    FOR EACH ROW WHEN (NEW.id = '${poison}') EXECUTE FUNCTION hub.refuse_poison()`);
  const facts = all.map(({ payment }) => ({
    id: newId("evt"),
    type: "payment_intent.succeeded",
    object: { id: payment.paymentIntentId },
  }));
  const answers = await Promise.allSettled(
    facts.map((one) => deliver(app, one, { effects: paymentEffects })),
  );
  await app.database.query("DROP TRIGGER poison ON hub.payment_transactions");
  await app.database.query("DROP FUNCTION hub.refuse_poison");
  for (const [index, { transaction }] of all.entries()) {
    const isPoison = transaction.id === poison;
    expect(answers[index]!.status).toBe(isPoison ? "rejected" : "fulfilled");
    expect(await storedEvent(app, facts[index]!.id)).toMatchObject({
      status: isPoison ? "failed" : "processed",
    });
    const [row] = await app.database.query<{ status: string; events: number }>(
      `SELECT status, (SELECT count(*)::int FROM hub.outbox_events e WHERE e.object_id = t.id) AS events
       FROM hub.payment_transactions t WHERE id = $1`,
      [transaction.id],
    );
    expect(row).toEqual({ status: isPoison ? "pending" : "succeeded", events: isPoison ? 0 : 1 });
  }
});
