import { changeOnce } from "../history/record-change.service.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { refuseReconciled } from "../accounts/reconciled.service.ts";
import type { FinanceContext } from "../finance.context.ts";
import { lockTransactions } from "./lock-transactions.service.ts";
import type * as types from "./transaction-changes.types.ts";

/** Marks transactions as cleared or pending. Throws NOT_FOUND, and INVALID_STATE when one is reconciled. */
export function markTransactionCleared(
  ctx: FinanceContext,
  input: types.MarkTransactionClearedInput,
): Promise<types.ChangedTransactionCount> {
  return changeOnce(ctx, { operation: "markTransactionCleared", input }, async (em) => {
    refuseReconciled(await lockTransactions(em, ctx, input.transactionIds));
    const sql = `UPDATE finance_transactions SET status = $2, version = version + 1, updated_at = $3
      WHERE id = ANY ($1) AND status <> $2 RETURNING 1`;
    const status = input.cleared ? "cleared" : "pending";
    const rows = await executeSql(em, sql, [input.transactionIds, status, ctx.clock.now()]);
    return { changed: rows.length };
  });
}

/** Marks transactions, also reconciled ones, as reviewed or not. Throws NOT_FOUND. */
export function reviewTransaction(
  ctx: FinanceContext,
  input: types.ReviewTransactionInput,
): Promise<types.ChangedTransactionCount> {
  return changeOnce(ctx, { operation: "reviewTransaction", input }, async (em) => {
    await lockTransactions(em, ctx, input.transactionIds);
    const sql = `UPDATE finance_transactions SET reviewed = $2, version = version + 1, updated_at = $3
      WHERE id = ANY ($1) AND reviewed <> $2 RETURNING 1`;
    const rows = await executeSql(em, sql, [input.transactionIds, input.reviewed, ctx.clock.now()]);
    return { changed: rows.length };
  });
}
