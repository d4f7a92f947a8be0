import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { businessRule, invalidState } from "../../base/gateway.errors.ts";
import { findRows } from "../finance.rows.ts";
import type { FinanceContext } from "../finance.context.ts";
import { assertCovered } from "../goals/goal-money.service.ts";
import { holdingOf } from "../investments/lots.ts";
import { keyText, type ChangeRow, type CurrentRow, type Image } from "./change-row.ts";

/** What an undo touches, and what its guards compare before and after. */
export interface UndoScope {
  accountIds: string[];
  /** Accounts whose transactions change in amount, day or account, but not by a change of the account itself. */
  bookedAccountIds: string[];
  securityIds: string[];
  reconciliationIds: string[];
  valuations: Image[];
  /** Of the last row of the change. */
  position: number;
}

const moving = ["account_id", "date", "amount"];

/** Reads from a change's rows, and the rows as they are, what the undo of the change touches. */
export function scopeOf(rows: readonly ChangeRow[], current: ReadonlyMap<string, CurrentRow>): UndoScope {
  const accounts = new Set<string>();
  const booked = new Set<string>();
  const own = new Set<string>();
  const securities = new Set<string>();
  for (const { table, key, before, action } of rows) {
    const images = [before, current.get(keyText(table, key))?.image].filter((image) => !!image);
    for (const image of images) {
      if (table === "finance_accounts") own.add(String(key["id"]));
      const account = image["account_id"];
      if (typeof account === "string") accounts.add(account);
      const isMove = action !== "updated" || moving.some((column) => Object.hasOwn(before ?? {}, column));
      if (table === "finance_transactions" && typeof account === "string" && isMove) booked.add(account);
      if (table !== "finance_trades" && table !== "finance_stock_splits") continue;
      securities.add(String(image["security_id"] ?? key["security_id"]));
    }
  }
  const ofTable = (table: string) => rows.filter((row) => row.table === table);
  return {
    accountIds: [...new Set([...accounts, ...own])],
    bookedAccountIds: [...booked].filter((id) => !own.has(id)),
    securityIds: [...securities],
    reconciliationIds: ofTable("finance_reconciliations").map(({ key }) => String(key["id"])),
    valuations: ofTable("finance_valuations").map(({ key }) => key),
    position: Math.max(0, ...rows.map(({ position }) => position)),
  };
}

/** What reconciliations and goals must find unchanged. */
interface Protected {
  reconciled: Map<string, string>;
  earmarked: Map<string, number>;
}

/**
 * Runs the undo of a change between guards. Throws BUSINESS_RULE: `reconciled_period` where a reconciled balance would change,
 * `lot_in_use`, `exceeds_balance`, `later_valuation`; and INVALID_STATE for entries of a closed account.
 */
export async function guardUndo(
  em: EntityManager,
  ctx: FinanceContext,
  scope: UndoScope,
  undo: () => Promise<void>,
): Promise<void> {
  await refuseEarlierReconciliation(em, ctx, scope);
  await refuseEarlierValuation(em, scope);
  const before = await readProtected(em, ctx, scope);
  await undo();
  const after = await readProtected(em, ctx, scope);
  for (const [accountId, content] of before.reconciled)
    if (after.reconciled.get(accountId) !== content)
      throw businessRule(
        "reconciled_period",
        "This would change days that are reconciled. Undo the reconciliation first, or correct the entries with `unlock`.",
        { accountId },
      );
  for (const [accountId, saved] of after.earmarked)
    if (saved > (before.earmarked.get(accountId) ?? 0)) await assertCovered(em, ctx, accountId, 0);
  await refuseClosed(em, scope);
  await refuseMissingUnits(em, ctx, scope);
}

/** Only the last reconciliation of an account can be undone: those after it rest on it. */
async function refuseEarlierReconciliation(
  em: EntityManager,
  ctx: FinanceContext,
  { reconciliationIds }: UndoScope,
): Promise<void> {
  if (reconciliationIds.length === 0) return;
  const sql = `SELECT 1 FROM finance_reconciliations AS r JOIN finance_reconciliations AS l ON l.account_id = r.account_id
      AND (l.statement_date, l.created_at, l.id) > (r.statement_date, r.created_at, r.id)
    WHERE r.owner_id = $1 AND r.id = ANY ($2) AND NOT l.id = ANY ($2) LIMIT 1`;
  if ((await executeSql(em, sql, [ownerOf(ctx), reconciliationIds])).length > 0)
    throw businessRule(
      "reconciled_period",
      "A later statement of the account is reconciled. Undo the latest reconciliation first.",
    );
}

/** A value that was recorded later was reached from the balance with this one. */
async function refuseEarlierValuation(em: EntityManager, { valuations, position }: UndoScope): Promise<void> {
  if (valuations.length === 0) return;
  const sql = `SELECT 1 FROM finance_valuations AS v
    JOIN jsonb_to_recordset($1::jsonb) AS k (account_id text, date date) ON v.account_id = k.account_id AND v.date > k.date
    JOIN finance_change_rows AS r ON r.owner_id = v.owner_id AND r.table_name = 'finance_valuations' AND r.action = 'created'
      AND r.row_id = jsonb_build_object('account_id', v.account_id, 'date', v.date)
    WHERE r.position > $2 LIMIT 1`;
  if ((await executeSql(em, sql, [JSON.stringify(valuations), position])).length > 0)
    throw businessRule("later_valuation", "A later value was recorded since. Undo that valuation first.");
}

async function readProtected(
  em: EntityManager,
  ctx: FinanceContext,
  { accountIds, reconciliationIds }: UndoScope,
): Promise<Protected> {
  const reconciled = `SELECT r.account_id AS "accountId", md5(concat_ws(',', min(a.currency), min(a.opened_on::text), min(a.opening_balance),
      string_agg(concat_ws(' ', t.id, t.date, t.amount), ',' ORDER BY t.id))) AS content
    FROM (SELECT account_id, max(statement_date) AS until FROM finance_reconciliations
      WHERE owner_id = $1 AND account_id = ANY ($2) AND NOT id = ANY ($3) GROUP BY account_id) AS r
    LEFT JOIN finance_accounts AS a ON a.id = r.account_id
    LEFT JOIN finance_transactions AS t ON t.account_id = r.account_id AND t.date <= r.until
    GROUP BY r.account_id`;
  const earmarked = `SELECT account_id AS "accountId", sum(saved)::float8 AS saved FROM finance_goals
    WHERE owner_id = $1 AND account_id IS NOT NULL AND closed_on IS NULL GROUP BY account_id`;
  const ownerId = ownerOf(ctx);
  const contents = await executeSql<{ accountId: string; content: string }>(em, reconciled, [
    ownerId,
    accountIds,
    reconciliationIds,
  ]);
  const goals = await executeSql<{ accountId: string; saved: number }>(em, earmarked, [ownerId]);
  return {
    reconciled: new Map(contents.map(({ accountId, content }) => [accountId, content])),
    earmarked: new Map(goals.map(({ accountId, saved }) => [accountId, saved])),
  };
}

/** A closed account has no balance: it would get one. */
async function refuseClosed(em: EntityManager, { bookedAccountIds }: UndoScope): Promise<void> {
  const closed = await findRows(em, "finance_accounts", "id = ANY ($1) AND status = 'closed' LIMIT 1", [
    bookedAccountIds,
  ]);
  if (closed.length > 0) throw invalidState("account", "closed", ["open"]);
}

async function refuseMissingUnits(
  em: EntityManager,
  ctx: FinanceContext,
  { securityIds }: UndoScope,
): Promise<void> {
  if (securityIds.length === 0) return;
  const values = [ownerOf(ctx), securityIds];
  const where = "owner_id = $1 AND security_id = ANY ($2) ORDER BY date";
  const splits = await findRows(em, "finance_stock_splits", where, values);
  const trades = await findRows(em, "finance_trades", `${where}, id`, values);
  const positions = Map.groupBy(trades, ({ accountId, securityId }) => `${accountId} ${securityId}`);
  for (const position of positions.values()) {
    const own = splits.filter(({ securityId }) => securityId === position[0]!.securityId);
    if (holdingOf(position, { splits: own }) === null)
      throw businessRule("lot_in_use", "A sale needs these units. Undo or delete that sale first.");
  }
}
