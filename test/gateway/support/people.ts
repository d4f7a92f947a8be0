import { generateKey, hashKey } from "../../../src/access/key-format.ts";
import type { InvoicerTier, PlanKey } from "../../../src/access/principal.ts";
import { readConfig } from "../../../src/config/config.ts";
import { newId } from "../../../src/ids.ts";
import { inTransaction } from "../../../src/db/transaction.ts";
import { creditAccount, openAccount } from "../../../subgraphs/hub/credits/account.ts";
import type { TestApp } from "../../support/app.ts";
import type { TestDatabase } from "../../support/postgres.ts";

/** A person with an account of its own. */
export interface Person {
  ownerId: string;
  /** Headers that act as this person in the invoicing app. */
  headers: Record<string, string>;
}

/** A new person with this many credits (in credits, not hundredths) in `central`, and a tier in the invoicing app. */
export async function createPerson(
  app: TestApp,
  credits = 0,
  invoicerTier: InvoicerTier = "business",
): Promise<Person> {
  const ownerId = await createAccount(app, credits, invoicerTier);
  const token = await app.tokenFor({
    sub: ownerId,
    email: `${ownerId}@people.example`,
    expiresInSeconds: 172_800,
  });
  return { ownerId, headers: { authorization: `Bearer ${token}`, "x-app-id": "invoicer" } };
}

/** The account of a new person without a token, for tests that act by keys. Returns its ID. */
export async function createAccount(
  app: TestApp,
  credits = 0,
  invoicerTier: InvoicerTier = "business",
): Promise<string> {
  const ownerId = newId("usr");
  await app.database.query(
    `WITH person AS (
       INSERT INTO hub.users (id, email, email_verified, created_at, last_seen_at)
       VALUES ($1, $1 || '@people.example', true, now(), now()) RETURNING id)
     INSERT INTO hub.entitlements (owner_id, app_id, tier) SELECT id, 'invoicer', $2 FROM person`,
    [ownerId, invoicerTier],
  );
  if (credits > 0) await grantCredits(app, ownerId, credits);
  return ownerId;
}

/** Gives an account a plan of the hub. */
export async function givePlan(app: TestApp, ownerId: string, plan: PlanKey): Promise<void> {
  const sql = "INSERT INTO hub.entitlements (owner_id, app_id, tier) VALUES ($1, 'central', $2)";
  await app.database.query(sql, [ownerId, plan]);
}

/** Headers of a new API key of this account, with these scopes. */
export async function createKey(
  app: TestApp,
  ownerId: string,
  scopes: readonly string[],
): Promise<Record<string, string>> {
  const key = generateKey("hub_live");
  await app.database.query(
    `INSERT INTO hub.api_keys (id, owner_id, name, key_hash, key_preview, status, scopes, created_at)
     VALUES ($1, $2, 'test', $3, 'hub_live_…', 'active', $4, now())`,
    [newId("key"), ownerId, hashKey(readConfig({}).KEY_PEPPER[0], key), [...scopes]],
  );
  return { "x-api-key": key };
}

/** Adds credits (in credits, not hundredths) to the person's `central`. */
export async function grantCredits(app: TestApp, ownerId: string, credits: number): Promise<void> {
  const ctx = app.running.platform.contextIn("hub", ownerId);
  const now = ctx.clock.now();
  await inTransaction(ctx, async (em) => {
    const account = await openAccount(em, ownerId, "central", now);
    const movement = {
      type: "grant" as const,
      amount: Math.round(credits * 100),
      description: "Test credits",
      expiresAt: null,
    };
    await creditAccount(em, account, movement, now);
  });
}

/** A body that `POST /invoices` accepts. */
export function invoiceBody(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  return { client: "ana@client.example", items: [{ description: "Consulting", amount: 120 }], ...overrides };
}

/** The account's balance in credits, and the charges for invoices in the ledger. */
export async function booksOf(
  database: TestDatabase,
  ownerId: string,
): Promise<{ balance: number; held: number; captures: number }> {
  const [row] = await database.query<{ balance: number; held: number; captures: number }>(
    `SELECT balance::float8 / 100 AS balance, held::float8 / 100 AS held,
       (SELECT count(*)::int FROM hub.credit_entries e
        WHERE e.account_id = a.id AND e.type = 'hold_capture') AS captures
     FROM hub.credit_accounts a WHERE owner_id = $1 AND app_id = 'central'`,
    [ownerId],
  );
  return row ?? { balance: 0, held: 0, captures: 0 };
}

/** The account's payments for this operation of the price list, in credits. */
export async function spentOn(database: TestDatabase, ownerId: string, operation: string): Promise<number> {
  const [row] = await database.query<{ spent: number }>(
    `SELECT coalesce(-sum(amount), 0)::float8 / 100 AS spent FROM hub.credit_entries
     WHERE owner_id = $1 AND operation = $2`,
    [ownerId, operation],
  );
  return row!.spent;
}

/** How many invoices the account has in the database. */
export async function countInvoices(database: TestDatabase, ownerId: string): Promise<number> {
  const [row] = await database.query<{ n: number }>(
    "SELECT count(*)::int AS n FROM gateway.invoices WHERE owner_id = $1",
    [ownerId],
  );
  return row!.n;
}
