import type { EntityManager } from "@mikro-orm/postgresql";
import { hashKey, keyPreview } from "../../src/access/key-format.ts";
import { keyIdOf } from "../../src/crypto/crypto.ts";
import { executeSql } from "../../src/db/sql.ts";
import { asSystem } from "../../src/db/transaction.ts";
import {
  demoId,
  demoIdentities,
  demoKeys,
  demoOrganizations,
  demoServiceAccounts,
} from "../../src/demo-identities.ts";
import { toMinor } from "../../src/money.ts";
import { addMember } from "./accounts/member.rows.ts";
import { creditAccount, openAccount } from "./credits/account.ts";
import type { HubContext } from "./hub.context.ts";
import { adoptPayers } from "./subscriptions/adopt-subscription.service.ts";

/** Seeds the demo identities with their plans, credits and keys. Run again, it changes nothing. */
export async function seedHubDemo(ctx: HubContext): Promise<void> {
  await asSystem(ctx.em, async () => {
    await seedApps(ctx);
    await linkPrices(ctx);
    await seedPeople(ctx);
    await seedOrganizations(ctx);
    await seedKeys(ctx);
  });
  await adoptPayers(ctx, demoPayers());
}

/** Customers of the sandbox payment processor, with what they pay for. */
function demoPayers() {
  return demoIdentities.map(({ name, userId: ownerId, plan, invoicerTier }) => {
    const isPaying = plan !== "free" || invoicerTier !== "free";
    return { ownerId, customerId: `cus_demo_${name}`, subscriptionId: isPaying ? `sub_demo_${name}` : null };
  });
}

/** Where people run a page of their own beside the demo. */
const localOrigins = [3000, 5173, 8080].flatMap((port) => [
  `http://localhost:${port}`,
  `http://127.0.0.1:${port}`,
]);

/** Gives each app a URL and an origin of its own. Existing settings are kept. */
async function seedApps(ctx: HubContext): Promise<void> {
  await executeSql(
    ctx.em,
    `UPDATE apps SET default_url = 'https://' || app_id || '.demo.example',
       allowed_origins = ARRAY['https://' || app_id || '.demo.example'] || $1::text[]
     WHERE default_url IS NULL AND allowed_origins = '{}' AND status = 'active'`,
    [localOrigins],
  );
}

/** The sandbox's payment processor sells the first packages. Prices that an administrator chose are kept. */
async function linkPrices(ctx: HubContext): Promise<void> {
  await executeSql(
    ctx.em,
    `UPDATE credit_packages SET price_id = replace(package_id, 'pkg_', 'price_credits_')
     WHERE price_id IS NULL AND package_id IN ('pkg_starter', 'pkg_growth', 'pkg_scale', 'pkg_bulk')`,
  );
}

async function seedPeople(ctx: HubContext): Promise<void> {
  const now = ctx.clock.now();
  for (const person of demoIdentities) {
    await asSystem(ctx.em, async (em) => {
      await executeSql(
        em,
        `INSERT INTO users (id, email, email_verified, name, created_at, last_seen_at) VALUES ($1, $2, true, $3, $4, $4)
         ON CONFLICT (id) DO NOTHING`,
        [person.userId, person.email, capitalised(person.name), now],
      );
      const tiers: [string, string][] = [["central", person.plan]];
      if (person.invoicerTier !== "free") tiers.push(["invoicer", person.invoicerTier]);
      await seedHoldings(em, { accountId: person.userId, tiers, credits: person.credits, now });
    });
  }
}

interface DemoHoldings {
  accountId: string;
  tiers: readonly [appId: string, tier: string][];
  credits: number;
  now: Date;
}

/** Tiers and credits of an account. */
async function seedHoldings(
  em: EntityManager,
  { accountId, tiers, credits, now }: DemoHoldings,
): Promise<void> {
  for (const [appId, tier] of tiers) {
    await executeSql(
      em,
      "INSERT INTO entitlements (owner_id, app_id, tier) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
      [accountId, appId, tier],
    );
  }
  const account = await openAccount(em, accountId, "central", now);
  const referenceId = "demo-credits";
  const known = await executeSql(
    em,
    "SELECT 1 FROM credit_entries WHERE account_id = $1 AND reference_id = $2",
    [account.id, referenceId],
  );
  if (known.length > 0) return;
  const movement = { type: "grant" as const, description: "Demo credits", referenceId };
  await creditAccount(em, account, { ...movement, amount: toMinor(credits, 2) }, now);
}

/** Organizations, whose members may have changed since the first start. */
async function seedOrganizations(ctx: HubContext): Promise<void> {
  const now = ctx.clock.now();
  const userIdOf = (name: string) => demoIdentities.find((person) => person.name === name)!.userId;
  for (const { id, name, plan, credits, members } of demoOrganizations) {
    await asSystem(ctx.em, async (em) => {
      const ownerId = userIdOf(members[0]!.name);
      const created = await executeSql(
        em,
        `INSERT INTO accounts (id, kind, name, created_by, created_at, updated_at)
         VALUES ($1, 'organization', $2, $3, $4, $4) ON CONFLICT (id) DO NOTHING RETURNING id`,
        [id, name, ownerId, now],
      );
      if (created.length === 0) return;
      for (const member of members) {
        const added = { role: member.role, appRights: {}, addedBy: ownerId, now };
        await addMember(em, { ownerId: id, userId: userIdOf(member.name), ...added });
      }
      await seedHoldings(em, { accountId: id, tiers: [["central", plan]], credits, now });
    });
  }
}

async function seedKeys(ctx: HubContext): Promise<void> {
  const now = ctx.clock.now();
  const pepper = ctx.ports.keyPepper;
  await asSystem(ctx.em, async (em) => {
    for (const { name, ownerName, key, scopes, isRevoked } of demoKeys) {
      const owner = demoIdentities.find((person) => person.name === ownerName)!;
      await executeSql(
        em,
        `INSERT INTO api_keys (id, owner_id, name, key_hash, key_preview, status, scopes, created_at, revoked_at,
           pepper_id)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
         ON CONFLICT (id) DO UPDATE SET key_hash = EXCLUDED.key_hash, pepper_id = EXCLUDED.pepper_id,
           scopes = EXCLUDED.scopes`,
        [
          demoId("key", name),
          owner.userId,
          name,
          hashKey(pepper, key),
          keyPreview(key),
          isRevoked ? "revoked" : "active",
          [...scopes],
          now,
          isRevoked ? now : null,
          keyIdOf(pepper),
        ],
      );
    }
    for (const { name, key, scopes } of demoServiceAccounts) {
      await executeSql(
        em,
        `INSERT INTO service_accounts (id, name, environment, key_hash, key_preview, status, scopes, created_by, created_at,
           pepper_id)
         VALUES ($1, $2, 'development', $3, $4, 'active', $5, 'demo-ada', $6, $7)
         ON CONFLICT (id) DO UPDATE SET key_hash = EXCLUDED.key_hash, pepper_id = EXCLUDED.pepper_id,
           scopes = EXCLUDED.scopes`,
        [demoId("sa", name), name, hashKey(pepper, key), keyPreview(key), scopes, now, keyIdOf(pepper)],
      );
    }
  });
}

function capitalised(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
