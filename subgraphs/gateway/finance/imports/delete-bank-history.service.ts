import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { findRows } from "../finance.rows.ts";
import type { FinanceContext } from "../finance.context.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { businessRule } from "../../base/gateway.errors.ts";

/** What an account may not have when it is deleted. */
const usesSql = `SELECT 1 FROM finance_bills WHERE account_id = ANY ($1)
  UNION ALL SELECT 1 FROM finance_goals WHERE account_id = ANY ($1)
  UNION ALL SELECT 1 FROM finance_trades WHERE account_id = ANY ($1)
  UNION ALL SELECT 1 FROM finance_loans WHERE account_id = ANY ($1) LIMIT 1`;

/** Transfers keep the leg of the other account as a transaction of its own. */
const separating = `UPDATE finance_transactions SET transfer_id = NULL, version = version + 1, updated_at = $2
  WHERE NOT account_id = ANY ($1) AND transfer_id IN
    (SELECT transfer_id FROM finance_transactions WHERE account_id = ANY ($1) AND transfer_id IS NOT NULL)`;

const tables = ["finance_transactions", "finance_reconciliations", "finance_import_batches"] as const;

/**
 * Deletes the accounts that follow these bank accounts, with their transactions; returns their number. Throws BUSINESS_RULE
 * (`account_in_use`).
 */
export async function deleteBankHistory(
  em: EntityManager,
  ctx: FinanceContext,
  bankAccountIds: readonly string[],
): Promise<number> {
  if (bankAccountIds.length === 0) return 0;
  // A sync of this person at the same time would make the accounts again.
  await executeSql(em, "SELECT pg_advisory_xact_lock(hashtext($1))", [`finance bank ${ownerOf(ctx)}`]);
  const where = "owner_id = $1 AND bank_account_id = ANY ($2) ORDER BY id FOR UPDATE";
  const accounts = await findRows(em, "finance_accounts", where, [ownerOf(ctx), bankAccountIds]);
  const ids = accounts.map(({ id }) => id);
  if (ids.length === 0) return 0;
  if ((await executeSql(em, usesSql, [ids])).length > 0)
    throw businessRule(
      "account_in_use",
      "An account of this bank has bills, goals, trades or a loan. Remove them first, or keep the history.",
    );
  await executeSql(em, separating, [ids, ctx.clock.now()]);
  for (const table of tables) await executeSql(em, `DELETE FROM ${table} WHERE account_id = ANY ($1)`, [ids]);
  await executeSql(em, "DELETE FROM finance_accounts WHERE id = ANY ($1)", [ids]);
  return ids.length;
}
