import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../src/db/sql.ts";
import { newId } from "../../../src/ids.ts";
import { accountColumns, type AccountRow } from "./account.ts";
import { takeFromLots } from "./lots.rows.ts";
import { writeMovement, type Movement } from "./movements.rows.ts";

/** A hold row; amounts in hundredths. */
export interface HoldRow {
  id: string;
  accountId: string;
  appId: string;
  ownerId: string;
  amount: number;
  capturedAmount: number | null;
  status: "pending" | "captured" | "released" | "expired";
  description: string;
  operation: string | null;
  expiresAt: Date;
}

export interface NewHold {
  amount: number;
  description: string;
  operation?: string;
  operationKey?: string;
  metadata?: Record<string, unknown> | null;
  expiresAt: Date;
}

const holdColumns = `id, account_id AS "accountId",
  (SELECT app_id FROM credit_accounts a WHERE a.id = account_id) AS "appId", owner_id AS "ownerId", amount::float8 AS amount,
  captured_amount::float8 AS "capturedAmount", status, description, operation, expires_at AS "expiresAt"`;

/** Holds credits in one guarded statement; null when the available credits do not suffice. */
export async function insertHold(
  em: EntityManager,
  account: AccountRow,
  hold: NewHold,
  now: Date,
): Promise<HoldRow | null> {
  const [row] = await executeSql<HoldRow>(
    em,
    `WITH backed AS (
       UPDATE credit_accounts SET held = held + $4 WHERE id = $2 AND balance - held >= $4 RETURNING id)
     INSERT INTO credit_holds (id, account_id, owner_id, amount, status, description, operation, operation_key, metadata, expires_at, created_at)
     SELECT $1, id, $3, $4, 'pending', $5, $6, $7, $8::jsonb, $9::timestamptz, $10::timestamptz FROM backed
     RETURNING ${holdColumns}`,
    [
      newId("hold"),
      account.id,
      account.ownerId,
      hold.amount,
      hold.description,
      hold.operation ?? null,
      hold.operationKey ?? null,
      hold.metadata ? JSON.stringify(hold.metadata) : null,
      hold.expiresAt,
      now,
    ],
  );
  return row ? dated(row) : null;
}

/** The hold of this id, locked for the rest of the transaction; null when it does not exist. */
export async function lockHold(em: EntityManager, holdId: string): Promise<HoldRow | null> {
  const [row] = await executeSql<HoldRow>(
    em,
    `SELECT ${holdColumns} FROM credit_holds WHERE id = $1 FOR UPDATE`,
    [holdId],
  );
  return row ? dated(row) : null;
}

/** All pending holds of an account, newest first, locked for the rest of the transaction. */
export async function lockPendingHolds(em: EntityManager, accountId: string): Promise<HoldRow[]> {
  const rows = await executeSql<HoldRow>(
    em,
    `SELECT ${holdColumns} FROM credit_holds WHERE account_id = $1 AND status = 'pending' ORDER BY id DESC FOR UPDATE`,
    [accountId],
  );
  return rows.map(dated);
}

/**
 * The pending or captured hold that the platform placed under this key after `since`, or null; an older one gives it up.
 */
export async function findOperationHold(
  em: EntityManager,
  ownerId: string,
  key: string,
  since: Date,
): Promise<HoldRow | null> {
  // Those that are resolved otherwise keep it: the index does not have them, and nobody finds them by it.
  const [row] = await executeSql<HoldRow>(
    em,
    `WITH forgotten AS (
       UPDATE credit_holds SET operation_key = NULL
       WHERE owner_id = $1 AND operation_key = $2 AND status IN ('pending', 'captured') AND created_at <= $3)
     SELECT ${holdColumns} FROM credit_holds
     WHERE owner_id = $1 AND operation_key = $2 AND status IN ('pending', 'captured') AND created_at > $3`,
    [ownerId, key, since],
  );
  return row ? dated(row) : null;
}

/** Resolves a locked pending hold: the held credits are free again. Returns the account, locked. */
export async function resolveHold(
  em: EntityManager,
  hold: HoldRow,
  outcome: { status: "captured" | "released" | "expired"; capturedAmount?: number },
  now: Date,
): Promise<AccountRow> {
  const [account] = await executeSql<AccountRow>(
    em,
    `WITH resolved AS (
       UPDATE credit_holds SET status = $2, captured_amount = $3, resolved_at = $4 WHERE id = $1),
     freed AS (UPDATE credit_accounts SET held = held - $6 WHERE id = $5 RETURNING *)
     SELECT ${accountColumns} FROM freed`,
    [hold.id, outcome.status, outcome.capturedAmount ?? null, now, hold.accountId, hold.amount],
  );
  return account!;
}

/** Another hold under a hold's key. */
interface RepeatedHold extends HoldRow {
  /** The key's lifetime had ended: it is that of another operation. */
  isOther: boolean;
}

/**
 * The other hold that was placed under this one's key after its release, locked; null when there is none. A repeated
 * request places it, and releases it when it finds that it is a repeat.
 */
export async function lockRepeatedHold(
  em: EntityManager,
  holdId: string,
  keyLifetimeMs: number,
): Promise<RepeatedHold | null> {
  const [row] = await executeSql<RepeatedHold>(
    em,
    `SELECT ${holdColumns},
       created_at >= (SELECT created_at FROM credit_holds WHERE id = $1) + $2 * interval '1 millisecond' AS "isOther"
     FROM credit_holds
     WHERE (owner_id, operation_key) = (SELECT owner_id, operation_key FROM credit_holds WHERE id = $1)
       AND id <> $1 AND status IN ('pending', 'captured') FOR UPDATE`,
    [holdId, keyLifetimeMs],
  );
  return row ? { ...row, ...dated(row) } : null;
}

/** Clears the hold's key: it is no longer found by it. */
export async function forgetKey(em: EntityManager, holdId: string): Promise<void> {
  await executeSql(em, "UPDATE credit_holds SET operation_key = NULL WHERE id = $1", [holdId]);
}

/** Marks a hold captured that no longer sets anything aside. */
export async function markCaptured(em: EntityManager, holdId: string, amount: number): Promise<void> {
  await executeSql(em, "UPDATE credit_holds SET status = 'captured', captured_amount = $2 WHERE id = $1", [
    holdId,
    amount,
  ]);
}

/**
 * Debits `amount` for a hold from its account, which is locked, whatever is available: the hold had reserved it. Returns the
 * balance.
 */
export async function debitForHold(
  em: EntityManager,
  account: AccountRow,
  hold: HoldRow,
  amount: number,
  now: Date,
): Promise<number> {
  const balance = account.balance - amount;
  const movement: Movement = {
    type: "hold_capture",
    amount: -amount,
    description: hold.description,
    operation: hold.operation,
    holdId: hold.id,
  };
  const debit = `UPDATE credit_accounts
    SET balance = balance - $2, total_consumed = total_consumed + $2, last_consumed_at = $3 WHERE id = $1`;
  await Promise.all([
    executeSql(em, debit, [account.id, amount, now]),
    takeFromLots(em, account.id, amount),
    writeMovement(em, account, movement, balance, now),
  ]);
  return balance;
}

function dated(row: HoldRow): HoldRow {
  return { ...row, expiresAt: new Date(row.expiresAt) };
}
