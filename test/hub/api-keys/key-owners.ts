import { newId } from "../../../src/ids.ts";
import type { HubApp } from "../support/hub-app.ts";

const day = 86_400;

/** The smallest body that makes a key. */
export const newKeyBody = { name: "Test", scopes: ["read:credits"] };

export interface KeyOwner {
  ownerId: string;
  headers: Record<string, string>;
}

/** A new user with these tiers; default: the integration tier of the invoicing app. */
export async function createKeyOwner(
  app: HubApp,
  tiers: { plan?: string; invoicerTier?: string } = { invoicerTier: "integration" },
): Promise<KeyOwner> {
  const ownerId = newId("usr");
  const now = Math.floor(Date.now() / 1000);
  // A token that is good at whatever time a test asks for.
  const headers = await app.as(ownerId, { iat: now - 400 * day, exp: now + 4_000 * day });
  await app.get("/credits/balance/central", headers);
  await setTiers(app, ownerId, tiers);
  return { ownerId, headers };
}

/** Gives an account these tiers and no others. */
export async function setTiers(
  app: HubApp,
  ownerId: string,
  { plan, invoicerTier }: { plan?: string; invoicerTier?: string },
): Promise<void> {
  await app.changeAccess(
    `WITH wanted AS (SELECT * FROM (VALUES ('central', $2::text), ('invoicer', $3::text)) AS t (app_id, tier) WHERE tier IS NOT NULL),
       gone AS (DELETE FROM hub.entitlements WHERE owner_id = $1 AND app_id NOT IN (SELECT app_id FROM wanted))
     INSERT INTO hub.entitlements (owner_id, app_id, tier) SELECT $1, app_id, tier FROM wanted
     ON CONFLICT (owner_id, app_id) DO UPDATE SET tier = EXCLUDED.tier`,
    [ownerId, plan ?? null, invoicerTier ?? null],
  );
}

/** Makes a key and answers it with its id. */
export async function makeKey(
  app: HubApp,
  { headers }: Pick<KeyOwner, "headers">,
  body: object = {},
): Promise<{ id: string; key: string; asKey: Record<string, string> }> {
  const answer = await app.post("/api-keys", { ...newKeyBody, ...body }, headers);
  if (answer.status !== 201) throw new Error(answer.text);
  const { apiKey, key } = answer.body;
  return { id: apiKey.id, key, asKey: { "x-api-key": key } };
}
