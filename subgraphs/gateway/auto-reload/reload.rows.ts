import type { EntityManager } from "@mikro-orm/postgresql";
import type { RowPosition } from "../../../src/db/cursor.ts";
import { executeSql } from "../../../src/db/sql.ts";
import type { ReloadRecordStatus } from "./auto-reload.types.ts";
import { burst } from "./reload-rules.ts";

/** Row of a reload or a skip. Credits in hundredths, money in cents. */
export interface ReloadRow {
  id: string;
  ownerId: string;
  appId: string;
  walletAppId: string;
  status: ReloadRecordStatus;
  reason: string | null;
  triggeredAt: Date;
  triggerBalance: number;
  threshold: number;
  packageId: string;
  credits: number | null;
  amountCents: number | null;
  currency: string | null;
  month: string;
  spentBeforeCents: number;
  capCents: number;
  attempt: number;
  nextAttemptAt: Date | null;
  settledAt: Date | null;
  paymentTransactionId: string | null;
  errorCode: string | null;
  errorDeclineCode: string | null;
  balanceAfter: number | null;
}

/** Pending reload. */
export type PendingReload = ReloadRow & { credits: number; amountCents: number; currency: string };

const reloadColumns = `id, owner_id AS "ownerId", app_id AS "appId", wallet_app_id AS "walletAppId", status, reason,
  triggered_at AS "triggeredAt", trigger_balance::float8 AS "triggerBalance", threshold::float8 AS threshold,
  package_id AS "packageId", credits::float8 AS credits, amount_cents::float8 AS "amountCents", currency, month,
  spent_before_cents::float8 AS "spentBeforeCents", cap_cents::float8 AS "capCents", attempt,
  next_attempt_at AS "nextAttemptAt", settled_at AS "settledAt", payment_transaction_id AS "paymentTransactionId",
  error_code AS "errorCode", error_decline_code AS "errorDeclineCode", balance_after::float8 AS "balanceAfter"`;

/**
 * Inserts a new reload, or a skip with its day. False when that skip is already recorded or another reload of the rule is
 * pending.
 */
export async function insertReload(
  em: EntityManager,
  row: ReloadRow,
  skipDay: string | null,
): Promise<boolean> {
  const inserted = await executeSql(
    em,
    `INSERT INTO auto_reloads (id, owner_id, app_id, wallet_app_id, status, reason, triggered_at, trigger_balance,
       threshold, package_id, credits, amount_cents, currency, month, spent_before_cents, cap_cents, attempt,
       next_attempt_at, skip_day)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)
     ON CONFLICT DO NOTHING RETURNING 1`,
    [
      row.id,
      row.ownerId,
      row.appId,
      row.walletAppId,
      row.status,
      row.reason,
      row.triggeredAt,
      row.triggerBalance,
      row.threshold,
      row.packageId,
      row.credits,
      row.amountCents,
      row.currency,
      row.month,
      row.spentBeforeCents,
      row.capCents,
      row.attempt,
      row.nextAttemptAt,
      skipDay,
    ],
  );
  return inserted.length === 1;
}

/** Pending reloads of an account. */
export async function listPending(em: EntityManager, ownerId: string): Promise<PendingReload[]> {
  const sql = `SELECT ${reloadColumns} FROM auto_reloads WHERE owner_id = $1 AND status = 'pending'`;
  return (await executeSql<PendingReload>(em, sql, [ownerId])).map(dated);
}

/** Locks a reload, as the last row of a settlement; null when the ID is unknown. */
export async function lockReload(em: EntityManager, id: string): Promise<PendingReload | null> {
  const sql = `SELECT ${reloadColumns} FROM auto_reloads WHERE id = $1 FOR UPDATE`;
  const [row] = await executeSql<PendingReload>(em, sql, [id]);
  return row ? dated(row) : null;
}

/** Updates a locked reload with its outcome. */
export async function updateSettled(em: EntityManager, row: ReloadRow): Promise<void> {
  await executeSql(
    em,
    `UPDATE auto_reloads SET status = $2, reason = $3, next_attempt_at = $4, settled_at = $5,
       payment_transaction_id = $6, error_code = $7, error_decline_code = $8, balance_after = $9 WHERE id = $1`,
    [
      row.id,
      row.status,
      row.reason,
      row.nextAttemptAt,
      row.settledAt,
      row.paymentTransactionId,
      row.errorCode,
      row.errorDeclineCode,
      row.balanceAfter,
    ],
  );
}

/** Start times of the rule's latest reloads, as many as the burst limit. */
export async function listRecentStarts(em: EntityManager, ownerId: string, appId: string): Promise<Date[]> {
  const rows = await executeSql<{ at: string }>(
    em,
    `SELECT triggered_at AS at FROM auto_reloads WHERE owner_id = $1 AND app_id = $2 AND status <> 'skipped'
     ORDER BY triggered_at DESC LIMIT $3`,
    [ownerId, appId, burst.limit],
  );
  return rows.map(({ at }) => new Date(at));
}

/** Page of the rule's reloads, newest first. */
export async function listReloads(
  em: EntityManager,
  of: { ownerId: string; appId: string; status: ReloadRecordStatus | null },
  after: RowPosition | null,
  limit: number,
): Promise<ReloadRow[]> {
  const rows = await executeSql<ReloadRow>(
    em,
    `SELECT ${reloadColumns} FROM auto_reloads WHERE owner_id = $1 AND app_id = $2 AND ($3::text IS NULL OR status = $3)
       AND ($4::timestamptz IS NULL OR (triggered_at, id) < ($4, $5)) ORDER BY triggered_at DESC, id DESC LIMIT $6`,
    [of.ownerId, of.appId, of.status, after?.[0] ?? null, after?.[1] ?? null, limit],
  );
  return rows.map(dated);
}

/** Rules of all accounts with a reload pending since before `since`. */
export function listOverdue(em: EntityManager, since: Date): Promise<{ ownerId: string; appId: string }[]> {
  return executeSql(
    em,
    `SELECT owner_id AS "ownerId", app_id AS "appId" FROM auto_reloads
     WHERE status = 'pending' AND triggered_at < $1 ORDER BY triggered_at LIMIT 500`,
    [since],
  );
}

function dated<Row extends ReloadRow>(row: Row): Row {
  const { triggeredAt, nextAttemptAt, settledAt } = row;
  const date = (value: Date | null) => (value === null ? null : new Date(value));
  return {
    ...row,
    triggeredAt: new Date(triggeredAt),
    nextAttemptAt: date(nextAttemptAt),
    settledAt: date(settledAt),
  };
}
