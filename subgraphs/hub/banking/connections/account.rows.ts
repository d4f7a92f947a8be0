import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { newId } from "../../../../src/ids.ts";
import type { ProviderAccount } from "../bank.port.ts";
import { isSame, type IncomingAccount, type KnownAccount } from "../transactions/duplicates.ts";
import { decodedRow, type Decoded } from "../transactions/row-dates.ts";

/** A row of `bank_accounts`; amounts in minor units. */
export interface AccountRow {
  id: string;
  connectionId: string;
  providerAccountId: string;
  persistentId: string | null;
  name: string;
  officialName: string | null;
  mask: string | null;
  type: string;
  subtype: string | null;
  currency: string;
  current: number | null;
  available: number | null;
  limit: number | null;
  balancesAsOf: Date;
  verificationStatus: string | null;
  isActive: boolean;
}

const columns = `id, connection_id AS "connectionId", provider_account_id AS "providerAccountId",
  persistent_id AS "persistentId", name, official_name AS "officialName", mask, type, subtype, currency,
  balance_current::float8 AS current, balance_available::float8 AS available, balance_limit::float8 AS "limit",
  balances_as_of AS "balancesAsOf", verification_status AS "verificationStatus", is_active AS "isActive"`;

/** Accounts of a connection, in the provider's order. */
export async function accountsOf(em: EntityManager, connectionId: string): Promise<AccountRow[]> {
  const sql = `SELECT ${columns} FROM bank_accounts WHERE connection_id = $1 ORDER BY position, id`;
  const rows = await executeSql<Decoded<AccountRow, "balancesAsOf">>(em, sql, [connectionId]);
  return rows.map((row) => decodedRow<AccountRow, "balancesAsOf">(row, ["balancesAsOf"]));
}

/** Accounts that the owner has connected now, at every bank. */
export async function countAccounts(em: EntityManager, ownerId: string): Promise<number> {
  const [row] = await executeSql<{ usage: number }>(
    em,
    `SELECT count(*)::int AS usage FROM bank_accounts a JOIN bank_connections c ON c.id = a.connection_id
     WHERE a.owner_id = $1 AND a.is_active AND c.status <> 'disconnected'`,
    [ownerId],
  );
  return row?.usage ?? 0;
}

/** Accounts that the owner has connected at one bank. */
export function knownAccounts(
  em: EntityManager,
  { ownerId, institutionId }: { ownerId: string; institutionId: string },
): Promise<KnownAccount[]> {
  return executeSql(
    em,
    `SELECT a.id AS "accountId", a.connection_id AS "connectionId", a.name, a.mask, a.subtype,
       a.persistent_id AS "persistentId"
     FROM bank_accounts a JOIN bank_connections c ON c.id = a.connection_id
     WHERE c.owner_id = $1 AND c.institution_id = $2 AND c.status <> 'disconnected' AND a.is_active
     ORDER BY c.created_at, a.position, a.id`,
    [ownerId, institutionId],
  );
}

/** The owner of the accounts, and the source of their balances. */
export interface AccountsTarget {
  connectionId: string;
  ownerId: string;
  now: Date;
  /** True when the balances come from the bank itself; otherwise known accounts keep their last ones. */
  isFresh: boolean;
}

/**
 * Syncs the accounts of a connection with the provider's: adds new ones, and deactivates missing ones. An account that
 * equals a known one, though a new login has changed its id at the provider, keeps its id. Returns how many were added.
 */
export async function writeAccounts(
  em: EntityManager,
  target: AccountsTarget,
  shown: readonly ProviderAccount[],
): Promise<number> {
  const known = await accountsOf(em, target.connectionId);
  const left = known.filter(
    (row) => !shown.some(({ providerAccountId }) => providerAccountId === row.providerAccountId),
  );
  let added = 0;
  for (const [position, account] of shown.entries()) {
    const same = known.find(({ providerAccountId }) => providerAccountId === account.providerAccountId);
    const renamed = same ? undefined : takeSame(left, account);
    if (same || renamed) await updateAccount(em, target, { id: (same ?? renamed)!.id, position }, account);
    else {
      await insertAccount(em, target, position, account);
      added++;
    }
  }
  const gone = left.filter(({ isActive }) => isActive).map(({ id }) => id);
  const sql = "UPDATE bank_accounts SET is_active = false, updated_at = $2 WHERE id = ANY($1)";
  if (gone.length > 0) await executeSql(em, sql, [gone, target.now]);
  return added;
}

function takeSame(left: AccountRow[], account: IncomingAccount): AccountRow | undefined {
  const index = left.findIndex((row) => isSame(row, account));
  return index < 0 ? undefined : left.splice(index, 1)[0];
}

function valuesOf(account: ProviderAccount): unknown[] {
  const { providerAccountId, persistentId, name, officialName, mask, type, subtype, currency } = account;
  const { current, available, limit, verificationStatus } = account;
  const names = [providerAccountId, persistentId, name, officialName, mask, type, subtype, currency];
  return [...names, current, available, limit, verificationStatus];
}

async function insertAccount(
  em: EntityManager,
  { connectionId, ownerId, now }: AccountsTarget,
  position: number,
  account: ProviderAccount,
): Promise<void> {
  await executeSql(
    em,
    `INSERT INTO bank_accounts (id, connection_id, owner_id, created_at, updated_at, balances_as_of, is_active,
       provider_account_id, persistent_id, name, official_name, mask, type, subtype, currency, balance_current,
       balance_available, balance_limit, verification_status, position)
     VALUES ($1, $2, $3, $4, $4, $4, true, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`,
    [newId("bacc"), connectionId, ownerId, now, ...valuesOf(account), position],
  );
}

async function updateAccount(
  em: EntityManager,
  { now, isFresh }: AccountsTarget,
  { id, position }: { id: string; position: number },
  account: ProviderAccount,
): Promise<void> {
  const fresh = isFresh
    ? ", balance_current = $11, balance_available = $12, balance_limit = $13, balances_as_of = $2"
    : ", balance_current = COALESCE(balance_current, $11), balance_available = COALESCE(balance_available, $12), balance_limit = COALESCE(balance_limit, $13)";
  await executeSql(
    em,
    `UPDATE bank_accounts SET updated_at = $2, is_active = true, provider_account_id = $3, persistent_id = $4, name = $5,
       official_name = $6, mask = $7, type = $8, subtype = $9, currency = $10, verification_status = $14, position = $15 ${fresh}
     WHERE id = $1`,
    [id, now, ...valuesOf(account), position],
  );
}
