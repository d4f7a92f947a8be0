import { afterAll, beforeAll, expect, test } from "vitest";
import { consumeCredits } from "../../../subgraphs/hub/credits/consume.service.ts";
import { expireLots } from "../../../subgraphs/hub/credits/expire-lots.service.ts";
import { announceExpiringLots } from "../../../subgraphs/hub/credits/expiring-lots.service.ts";
import { captureHold, placeHold } from "../../../subgraphs/hub/credits/holds.service.ts";
import type { HubApp } from "../support/hub-app.ts";
import { openSharedHubApp } from "../support/shared-hub-app.ts";
import { createSpender, grant } from "../support/ledger.ts";

let app: HubApp;
beforeAll(async () => {
  app = await openSharedHubApp();
});
afterAll(() => app.close());

interface Told {
  type: string;
  payload: Record<string, unknown>;
}

/** Events of the account's owner, in order, without internal ones. */
async function eventsOf(ownerId: string): Promise<Told[]> {
  return app.database.query<Told>(
    `SELECT type, payload FROM hub.outbox_events WHERE owner_id = $1 AND type <> 'credits.balance_changed' ORDER BY sequence`,
    [ownerId],
  );
}

const spend = { appId: "central", amount: 600, description: "x" };

test("grants and purchases are events with the balance; spending only at zero", async () => {
  const ownerId = await createSpender(app, 10);
  await grant(app, ownerId, 2, { type: "purchase" });
  const ctx = app.contextFor(ownerId);
  await consumeCredits(ctx, spend);
  await consumeCredits(ctx, spend);
  const common = { appId: "central", pool: "standard", threshold: null, transactionId: null };
  expect(await eventsOf(ownerId)).toEqual([
    { type: "credits.granted", payload: { ...common, amount: 10, balance: 10, available: 10 } },
    { type: "credits.purchased", payload: { ...common, amount: 2, balance: 12, available: 12 } },
    { type: "credits.exhausted", payload: { ...common, amount: -6, balance: 0, available: 0 } },
  ]);
});

test("every movement emits credits.balance_changed", async () => {
  const ownerId = await createSpender(app, 10);
  await consumeCredits(app.contextFor(ownerId), { ...spend, amount: 100 });
  const announced = await app.database.query(
    `SELECT payload->'amount' AS amount, payload->'balance' AS balance FROM hub.outbox_events
     WHERE owner_id = $1 AND type = 'credits.balance_changed' ORDER BY sequence`,
    [ownerId],
  );
  expect(announced).toEqual([
    { amount: 10, balance: 10 },
    { amount: -1, balance: 9 },
  ]);
});

test("held credits are unavailable: spending the rest exhausts the credits, and so does the capture", async () => {
  const ownerId = await createSpender(app, 10);
  const ctx = app.contextFor(ownerId);
  const hold = await placeHold(ctx, { appId: "central", amount: 400, description: "x", ttlSeconds: 900 });
  await consumeCredits(ctx, spend);
  await captureHold(ctx, { holdId: hold.holdId });
  expect(await eventsOf(ownerId)).toMatchObject([
    { type: "credits.granted" },
    { type: "credits.exhausted", payload: { amount: -6, balance: 4, available: 0 } },
    { type: "credits.exhausted", payload: { amount: -4, balance: 0, available: 0 } },
  ]);
});

test("expired credits are an event", async () => {
  const ownerId = await createSpender(app, 3);
  const expiresAt = new Date(Date.now() + 60_000);
  await grant(app, ownerId, 5, { expiresAt });
  await expireLots(app.contextFor(null, { at: expiresAt }));
  expect((await eventsOf(ownerId)).at(-1)).toMatchObject({
    type: "credits.expired",
    payload: { amount: -5, balance: 3, available: 3 },
  });
});

test("expiring credits are announced 30 and 7 days before, once each, by whichever process is first", async () => {
  const expiresAt = new Date("2027-06-30T12:00:00.000Z");
  const ownerId = await createSpender(app, 3);
  await grant(app, ownerId, 5, { expiresAt });
  const announceAt = async (day: string) => {
    const at = new Date(`${day}T12:00:00.000Z`);
    await Promise.all(Array.from({ length: 5 }, () => announceExpiringLots(app.contextFor(null, { at }))));
    const told = await eventsOf(ownerId);
    return told.filter(({ type }) => type === "credits.expiring").map(({ payload }) => payload);
  };
  expect(await announceAt("2027-05-30")).toEqual([]);
  const common = { appId: "central", pool: "standard", threshold: null, transactionId: null };
  const notice = { ...common, amount: 5, balance: 8, available: 8, expiresAt: expiresAt.toISOString() };
  expect(await announceAt("2027-05-31")).toEqual([notice]);
  expect(await announceAt("2027-06-22")).toEqual([notice]);
  await consumeCredits(app.contextFor(ownerId), { ...spend, amount: 100 });
  const rest = { ...notice, amount: 4, balance: 7, available: 7 };
  expect(await announceAt("2027-06-23")).toEqual([notice, rest]);
  expect(await announceAt("2027-06-29")).toEqual([notice, rest]);
});

test("spent credits are not announced as expiring; a lot found late is announced once", async () => {
  const expiresAt = new Date("2028-06-30T12:00:00.000Z");
  const [spent, late] = [await createSpender(app, 3), await createSpender(app, 3)];
  for (const ownerId of [spent, late]) await grant(app, ownerId, 6, { expiresAt });
  await consumeCredits(app.contextFor(spent), spend);
  for (const day of ["2028-06-28", "2028-06-30", "2028-07-01"])
    await announceExpiringLots(app.contextFor(null, { at: new Date(`${day}T12:00:00.000Z`) }));
  const types = async (ownerId: string) => (await eventsOf(ownerId)).map(({ type }) => type);
  expect(await types(spent)).not.toContain("credits.expiring");
  expect((await types(late)).filter((type) => type === "credits.expiring")).toHaveLength(1);
});
