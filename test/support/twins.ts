import { demoIdentities, demoKeys, type DemoIdentity } from "../../src/demo-identities.ts";
import { newId } from "../../src/ids.ts";
import { createKey, grantCredits } from "../gateway/support/people.ts";
import type { TestApp } from "./app.ts";

type Headers = Record<string, string>;

/** Accounts of a test file that resemble those of the demo's identities, by their names. */
export interface Twins {
  /** The id of an identity's twin. */
  idOf(name: string): string;
  /** Headers that act as an identity's twin. */
  as(name: string): Promise<Headers>;
  /** Headers that act with the twin of a demo key. */
  withKey(name: string): Headers;
}

/** Makes twins of the demo's keys and their owners at once, and of other identities when they are first asked for. */
export async function createTwins(app: TestApp): Promise<Twins> {
  const ids = new Map(demoIdentities.map(({ name }) => [name, newId("usr")]));
  const twins = new Map<string, Promise<Headers>>();
  const idOf = (name: string) => ids.get(name)!;
  const as = (name: string): Promise<Headers> => {
    const twin = twins.get(name) ?? createTwin(app, name, idOf(name));
    twins.set(name, twin);
    return twin;
  };
  const keys = new Map<string, Headers>();
  for (const { name, ownerName, scopes, isRevoked } of demoKeys) {
    await as(ownerName);
    const key = isRevoked ? revokedKey : createKey;
    keys.set(name, await key(app, idOf(ownerName), scopes));
  }
  return { idOf, as, withKey: (name) => keys.get(name)! };
}

/** A new account with the plan, roles and credits of an identity. */
async function createTwin(app: TestApp, name: string, id: string): Promise<Headers> {
  const { roles, plan, invoicerTier, credits } = findIdentity(name);
  const email = `${id}@twins.example`;
  await app.database.query(
    `WITH person AS (
       INSERT INTO hub.users (id, email, email_verified, name, created_at, last_seen_at)
       VALUES ($1, $2, true, initcap($3), now(), now()) RETURNING id)
     INSERT INTO hub.entitlements (owner_id, app_id, tier)
     SELECT id, app_id, tier FROM person, (VALUES ('central', $4), ('invoicer', $5)) AS tiers (app_id, tier) WHERE tier <> 'free'`,
    [id, email, name, plan, invoicerTier],
  );
  await grantCredits(app, id, credits);
  return { authorization: `Bearer ${await app.tokenFor({ sub: id, email, roles })}` };
}

function findIdentity(name: string): DemoIdentity {
  return demoIdentities.find((identity) => identity.name === name)!;
}

/** A key that its owner has revoked. */
async function revokedKey(app: TestApp, ownerId: string, scopes: readonly string[]): Promise<Headers> {
  const key = await createKey(app, ownerId, scopes);
  await app.database.query(
    `UPDATE hub.api_keys SET status = 'revoked', revoked_at = now()
     WHERE id = (SELECT id FROM hub.api_keys WHERE owner_id = $1 ORDER BY created_at DESC, id DESC LIMIT 1)`,
    [ownerId],
  );
  return key;
}
