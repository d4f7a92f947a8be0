import type { EntityManager } from "@mikro-orm/postgresql";
import { changeOnce } from "../history/record-change.service.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { newId } from "../../../../src/ids.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { businessRule, notFound } from "../../base/gateway.errors.ts";
import { refuseReconciled } from "../accounts/reconciled.service.ts";
import { badInput } from "../finance.errors.ts";
import { findRows } from "../finance.rows.ts";
import type { EntryRow } from "../finance-tables.ts";
import type { FinanceContext } from "../finance.context.ts";
import { entryOf } from "../transactions/book-entries.service.ts";
import { presentEntry } from "../transactions/present-entry.ts";
import type { FinanceTransfer } from "../transactions/transaction.types.ts";
import { lockTransactions } from "./lock-transactions.service.ts";
import type * as types from "./transaction-changes.types.ts";

/**
 * Makes two transactions the legs of one transfer, which is neither income nor spending: they lose their categories. Two
 * that are one transfer already stay so. Throws NOT_FOUND, VALIDATION_ERROR, INVALID_STATE for a reconciled one, and
 * BUSINESS_RULE for two that are no transfer.
 */
export function matchTransfer(
  ctx: FinanceContext,
  input: types.MatchTransferInput,
): Promise<FinanceTransfer> {
  const ids = [input.transactionIdA, input.transactionIdB] as const;
  if (ids[0] === ids[1]) throw badInput("transactionIdB", "must differ from transactionIdA", "different");
  return changeOnce(ctx, { operation: "matchTransfer", input }, async (em) => {
    const locked = await lockTransactions(em, ctx, ids);
    const legs = [await entryOf(em, ctx, ids[0]), await entryOf(em, ctx, ids[1])];
    const [from, to] = legs.toSorted((a, b) => a.amount - b.amount) as [EntryRow, EntryRow];
    if (from.transferId === null || from.transferId !== to.transferId) {
      refuseReconciled(locked);
      refuseUnfit(from, to);
      const sql = `UPDATE finance_transactions SET transfer_id = $2, category_id = NULL, version = version + 1,
          updated_at = $3 WHERE id = ANY ($1)`;
      await executeSql(em, sql, [ids, newId("tfr"), ctx.clock.now()]);
    }
    const [own, their] = [await entryOf(em, ctx, from.id), await entryOf(em, ctx, to.id)];
    return { transferId: own.transferId!, from: presentEntry(own), to: presentEntry(their), fee: null };
  });
}

function refuseUnfit(from: EntryRow, to: EntryRow): void {
  for (const { transferId, tradeId, splits } of [from, to]) {
    if (transferId !== null)
      throw businessRule("transfer_leg", "One is a side of another transfer. Use unmatchTransfer first.");
    if (tradeId !== null)
      throw businessRule("trade_cash", "One belongs to a trade. Choose two transactions without a trade.");
    if (splits !== null)
      throw businessRule("has_splits", "One is split. Remove its splits with unsplitTransaction first.");
  }
  if (from.accountId === to.accountId)
    throw businessRule("same_account", "Both are on one account. Choose transactions of two accounts.");
  if (from.amount >= 0 || to.amount <= 0)
    throw businessRule("same_direction", "One must be money out and one money in. Choose two that fit.");
  if (from.currency === to.currency && from.amount + to.amount !== 0)
    throw businessRule(
      "amounts_differ",
      "The amounts of both sides must be equal. Correct one first, or split off a fee as its own transaction.",
    );
}

/** Takes a transfer apart: its legs become income and spending. Throws NOT_FOUND, and INVALID_STATE for a reconciled leg. */
export function unmatchTransfer(
  ctx: FinanceContext,
  input: types.TransferIdInput,
): Promise<types.UnmatchedTransfer> {
  return changeOnce(ctx, { operation: "unmatchTransfer", input }, async (em) => {
    const legs = await lockLegs(em, ctx, input.transferId);
    refuseReconciled(legs);
    const sql = `UPDATE finance_transactions SET transfer_id = NULL, version = version + 1, updated_at = $2
      WHERE transfer_id = $1`;
    await executeSql(em, sql, [input.transferId, ctx.clock.now()]);
    const transactions = [];
    for (const { id } of legs) transactions.push(presentEntry(await entryOf(em, ctx, id)));
    return { transactions };
  });
}

/** Both legs, money out first. The lock is taken in the order of their ids. */
async function lockLegs(em: EntityManager, ctx: FinanceContext, transferId: string) {
  const where = "owner_id = $1 AND transfer_id = $2 ORDER BY id FOR UPDATE";
  const legs = await findRows(em, "finance_transactions", where, [ownerOf(ctx), transferId]);
  if (legs.length === 0) throw notFound("transfer");
  return legs.toSorted((a, b) => a.amount - b.amount);
}
