import type { EntityManager } from "@mikro-orm/postgresql";
import { changeOnce } from "../history/record-change.service.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { businessRule } from "../../base/gateway.errors.ts";
import { refuseReconciled } from "../accounts/reconciled.service.ts";
import { badInput } from "../finance.errors.ts";
import { updateRow } from "../finance.rows.ts";
import type { EntryRow } from "../finance-tables.ts";
import type { FinanceContext } from "../finance.context.ts";
import { lockTransactions } from "../transaction-changes/lock-transactions.service.ts";
import { entryOf } from "../transactions/book-entries.service.ts";
import { presentEntry } from "../transactions/present-entry.ts";
import type { FinanceTransaction } from "../transactions/transaction.types.ts";
import { daysApart, hasTwoBankIds } from "./duplicate-groups.ts";
import { mostDaysApart, type MergeDuplicateTransactionsInput } from "./duplicates.types.ts";
import { mergedEntry } from "./merged-entry.ts";

/**
 * Deletes duplicates of a transaction, which takes over what it lacks: category or splits, notes, tags, the bank's id,
 * receipts and the payment of a bill. Throws NOT_FOUND, VALIDATION_ERROR, INVALID_STATE for a reconciled duplicate, and
 * BUSINESS_RULE for what is none: `not_duplicates`, `transfer_leg`, `trade_cash`, `bank_ids_differ`.
 */
export function mergeDuplicates(
  ctx: FinanceContext,
  input: MergeDuplicateTransactionsInput,
): Promise<FinanceTransaction> {
  const { keepId, dropIds } = input;
  if (dropIds.includes(keepId)) throw badInput("dropIds", "must not contain keepId", "different");
  return changeOnce(ctx, { operation: "mergeDuplicateTransactions", input }, async (em) => {
    const [, ...locked] = await lockTransactions(em, ctx, [keepId, ...dropIds]);
    refuseReconciled(locked);
    const keep = await entryOf(em, ctx, keepId);
    const drops: EntryRow[] = [];
    for (const id of dropIds) drops.push(await entryOf(em, ctx, id));
    for (const drop of drops) refuseOther(keep, drop);
    const { splitsOf, ...changes } = mergedEntry(keep, drops);
    await moveLinks(em, keepId, dropIds, splitsOf);
    await executeSql(em, "DELETE FROM finance_transactions WHERE id = ANY ($1)", [dropIds]);
    const kept = { version: keep.version + 1, updatedAt: ctx.clock.now().toISOString() };
    await updateRow(em, "finance_transactions", keepId, { ...changes, ...kept });
    return presentEntry(await entryOf(em, ctx, keepId));
  });
}

function refuseOther(keep: EntryRow, drop: EntryRow): void {
  const isNear = daysApart([keep, drop]) <= mostDaysApart;
  if (keep.accountId !== drop.accountId || keep.amount !== drop.amount || !isNear)
    throw businessRule(
      "not_duplicates",
      `Duplicates have the same account and amount, at most ${mostDaysApart} days apart. Choose transactions that match.`,
      { transactionId: drop.id },
    );
  if (drop.transferId !== null)
    throw businessRule("transfer_leg", "One duplicate is a side of a transfer. Choose that one as keepId.", {
      transactionId: drop.id,
    });
  if (drop.tradeId !== null || keep.tradeId !== null)
    throw businessRule("trade_cash", "One belongs to a trade. Choose transactions without a trade.", {
      transactionId: drop.id,
    });
  if (hasTwoBankIds(keep, drop))
    throw businessRule(
      "bank_ids_differ",
      "The bank lists both as payments of their own. Use deleteTransaction if one of them is wrong.",
      { transactionId: drop.id },
    );
}

/** Moves what points to the duplicates: the parts of one, receipts, and the payment of a bill. */
async function moveLinks(
  em: EntityManager,
  keepId: string,
  dropIds: readonly string[],
  splitsOf: string | null,
): Promise<void> {
  if (splitsOf !== null)
    await executeSql(em, "UPDATE finance_splits SET transaction_id = $1 WHERE transaction_id = $2", [
      keepId,
      splitsOf,
    ]);
  // A receipt that is on both is kept once.
  const receipts = `UPDATE finance_receipts AS r SET transaction_id = $1 WHERE transaction_id = ANY ($2)
    AND NOT EXISTS (SELECT FROM finance_receipts AS o WHERE o.sha256 = r.sha256 AND o.filename = r.filename
      AND (o.transaction_id = $1 OR (o.transaction_id = ANY ($2) AND o.id < r.id)))`;
  await executeSql(em, receipts, [keepId, dropIds]);
  const bills = `UPDATE finance_bill_occurrences SET transaction_id = $1
    WHERE (bill_id, date) = (SELECT bill_id, date FROM finance_bill_occurrences WHERE transaction_id = ANY ($2)
        ORDER BY date LIMIT 1)
      AND NOT EXISTS (SELECT FROM finance_bill_occurrences WHERE transaction_id = $1)`;
  await executeSql(em, bills, [keepId, dropIds]);
}
