import { afterAll, beforeAll, expect, test } from "vitest";
import { consumeCredits } from "../../../subgraphs/hub/credits/credits.service.ts";
import { expireLots } from "../../../subgraphs/hub/credits/expire-lots.service.ts";
import { captureHold, placeHold } from "../../../subgraphs/hub/credits/holds.service.ts";
import { createHubApp, type HubApp } from "../support/hub-app.ts";
import { createSpender, grant } from "../support/ledger.ts";

let app: HubApp;
beforeAll(async () => {
  app = await createHubApp();
});
afterAll(() => app.close());

interface Told {
  type: string;
  payload: Record<string, unknown>;
}

/** What the account's owner is told, in order, without what is the platform's own. */
async function toldOf(ownerId: string): Promise<Told[]> {
  return app.database.query<Told>(
    `SELECT type, payload FROM hub.outbox_events WHERE owner_id = $1 AND type <> 'credits.balance_changed' ORDER BY sequence`,
    [ownerId],
  );
}

const spend = { appId: "central", amount: 600, description: "x" };

test("grants and purchases are told with what is left; spending only when nothing is", async () => {
  const ownerId = await createSpender(app, 10);
  await grant(app, ownerId, 2, { type: "purchase" });
  const ctx = app.contextFor(ownerId);
  await consumeCredits(ctx, spend);
  await consumeCredits(ctx, spend);
  const common = { appId: "central", pool: "standard", threshold: null, transactionId: null };
  expect(await toldOf(ownerId)).toEqual([
    { type: "credits.granted", payload: { ...common, amount: 10, balance: 10, available: 10 } },
    { type: "credits.purchased", payload: { ...common, amount: 2, balance: 12, available: 12 } },
    { type: "credits.exhausted", payload: { ...common, amount: -6, balance: 0, available: 0 } },
  ]);
});

test("what is held is not available: spending the rest exhausts the credits, and so does the capture", async () => {
  const ownerId = await createSpender(app, 10);
  const ctx = app.contextFor(ownerId);
  const hold = await placeHold(ctx, { appId: "central", amount: 400, description: "x", ttlSeconds: 900 });
  await consumeCredits(ctx, spend);
  await captureHold(ctx, { holdId: hold.holdId });
  expect(await toldOf(ownerId)).toMatchObject([
    { type: "credits.granted" },
    { type: "credits.exhausted", payload: { amount: -6, balance: 4, available: 0 } },
    { type: "credits.exhausted", payload: { amount: -4, balance: 0, available: 0 } },
  ]);
});

test("credits that expire are told", async () => {
  const ownerId = await createSpender(app, 3);
  const expiresAt = new Date(Date.now() + 60_000);
  await grant(app, ownerId, 5, { expiresAt });
  await expireLots(app.contextFor(null, { at: expiresAt }));
  expect((await toldOf(ownerId)).at(-1)).toMatchObject({
    type: "credits.expired",
    payload: { amount: -5, balance: 3, available: 3 },
  });
});
