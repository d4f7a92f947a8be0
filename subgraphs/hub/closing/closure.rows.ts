import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../src/db/sql.ts";
import type { ClosureBlocker, CreditsLeft } from "./closure.types.ts";

export interface ClosureRow {
  name: string | null;
  closedAt: string | null;
  closedBy: string | null;
  erasureScheduledAt: string | null;
}

/** The account that the open transaction acts for. */
export async function selectClosure(em: EntityManager, accountId: string): Promise<ClosureRow | null> {
  const sql = `SELECT name, closed_at AS "closedAt", closed_by AS "closedBy",
      erasure_scheduled_at AS "erasureScheduledAt" FROM accounts WHERE id = $1`;
  return (await executeSql<ClosureRow>(em, sql, [accountId]))[0] ?? null;
}

/** Closes an open organization. The row must be locked. */
export async function markClosed(
  em: EntityManager,
  accountId: string,
  { by, now, erasedAt }: { by: string; now: Date; erasedAt: Date },
): Promise<void> {
  await executeSql(
    em,
    "UPDATE accounts SET closed_at = $2, closed_by = $3, erasure_scheduled_at = $4, updated_at = $2 WHERE id = $1",
    [accountId, now, by, erasedAt],
  );
}

/** Opens a closed organization. The row must be locked. False when its 30 days are over. */
export async function markOpen(em: EntityManager, accountId: string, now: Date): Promise<boolean> {
  const rows = await executeSql(
    em,
    `UPDATE accounts SET closed_at = NULL, closed_by = NULL, erasure_scheduled_at = NULL, updated_at = $2
     WHERE id = $1 AND erasure_scheduled_at > $2 AND NOT is_being_erased($1) RETURNING 1`,
    [accountId, now],
  );
  return rows.length > 0;
}

/**
 * Gives every other member's rights a new version: writes that are about to commit are waited for, later ones roll back,
 * and the next request reads that the organization is closed.
 */
export async function renewOtherMembers(
  em: EntityManager,
  accountId: string,
  { except, now }: { except: string; now: Date },
): Promise<void> {
  const sql = "UPDATE account_members SET updated_at = $3 WHERE owner_id = $1 AND user_id <> $2";
  await executeSql(em, sql, [accountId, except, now]);
}

const paymentsSql = `SELECT 'payment' AS kind, id, status FROM payment_transactions
    WHERE owner_id = $1 AND status IN ('pending', 'processing', 'requires_action', 'disputed')
  UNION ALL SELECT 'past_due_subscription', id, status FROM subscriptions WHERE owner_id = $1 AND status = 'past_due'
  ORDER BY 1, 2`;

/** What must end before the account can be closed, in the hub and in the subgraphs that have a function for it. */
export async function selectBlockers(em: EntityManager, accountId: string): Promise<ClosureBlocker[]> {
  const blockers = await executeSql<ClosureBlocker>(em, paymentsSql, [accountId]);
  const functions = await executeSql<{ name: string }>(
    em,
    `SELECT quote_ident(proname) AS name FROM pg_proc
     WHERE pronamespace = to_regnamespace('account_access') AND proname LIKE 'closure\\_blockers\\_in\\_%' ORDER BY 1`,
  );
  for (const { name } of functions) {
    const sql = `SELECT kind, id, status FROM account_access.${name}($1)`;
    blockers.push(...(await executeSql<ClosureBlocker>(em, sql, [accountId])));
  }
  return blockers;
}

export async function selectCreditsLeft(em: EntityManager, accountId: string): Promise<CreditsLeft[]> {
  const sql = `SELECT app_id AS "appId", sum(balance)::float8 AS balance FROM credit_accounts
    WHERE owner_id = $1 AND balance > 0 GROUP BY app_id ORDER BY app_id`;
  return executeSql<CreditsLeft>(em, sql, [accountId]);
}

interface LiveSubscription {
  appId: string;
  planId: string;
  endsAt: string;
  isEnding: boolean;
}

export async function selectLiveSubscriptions(
  em: EntityManager,
  accountId: string,
): Promise<LiveSubscription[]> {
  const sql = `SELECT app_id AS "appId", plan_id AS "planId", current_period_end AS "endsAt",
      cancel_at_period_end AS "isEnding" FROM subscriptions
    WHERE owner_id = $1 AND status <> 'canceled' ORDER BY app_id`;
  return executeSql<LiveSubscription>(em, sql, [accountId]);
}
