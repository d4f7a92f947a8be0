import type { EntityManager } from "@mikro-orm/postgresql";
import { changeOnce } from "../history/record-change.service.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { toStored } from "../amounts.ts";
import { badInput } from "../finance.errors.ts";
import { findOwn, findRows, insertAll, updateRow } from "../finance.rows.ts";
import type { TransactionRow } from "../finance-tables.ts";
import type { FinanceContext } from "../finance.context.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { refuseValuation } from "../assets/valuation-entry.service.ts";
import { entryOf } from "./book-entries.service.ts";
import { categoriesOf } from "./categories.service.ts";
import { payeeIdsOf } from "./payees.service.ts";
import { presentEntry } from "./present-entry.ts";
import { registerTags } from "./register-tags.service.ts";
import { filterOf } from "./transaction-filter.service.ts";
import type * as inputs from "./transaction-input.types.ts";
import type * as types from "./transaction.types.ts";
import { businessRule, invalidState, notFound, versionConflict } from "../../base/gateway.errors.ts";

/**
 * Changes a transaction. Throws NOT_FOUND, VERSION_CONFLICT, INVALID_STATE for a reconciled one without `unlock`, and
 * BUSINESS_RULE for what follows from something else: amount and day of a trade's cash, amount and category of a transfer's
 * leg, amount of one with splits.
 */
export function updateTransaction(
  ctx: FinanceContext,
  input: inputs.UpdateTransactionInput,
): Promise<types.FinanceTransaction> {
  if (input.amount === 0) throw badInput("amount", "must not be zero", "notZero");
  return changeOnce(ctx, { operation: "updateTransaction", input }, async (em) => {
    const before = await lockEntry(em, ctx, input.transactionId);
    const { version, unlock } = input;
    if (typeof version === "number" && version !== before.version) throw versionConflict(before.version);
    if (before.status === "reconciled" && unlock !== true)
      throw invalidState("transaction", before.status, ["pending", "cleared"]);
    const { currency, splits } = await entryOf(em, ctx, before.id);
    refuseDerived(before, splits !== null, input);
    if (typeof input.amount === "number" || input.date) await refuseValuation(em, before.id);
    await categoriesOf(em, ctx, input.categoryId ? [input.categoryId] : []);
    const payee = input.payee ? (await payeeIdsOf(em, ctx, [input.payee])).get(input.payee) : null;
    await registerTags(em, ctx, input.tags ?? []);
    const unlocked = before.status === "reconciled" ? "cleared" : before.status;
    await saveEntry(em, ctx, before, {
      date: input.date ?? before.date,
      amount: typeof input.amount === "number" ? toStored(input.amount, currency) : before.amount,
      payeeId: payee ?? before.payeeId,
      categoryId: input.categoryId === undefined ? before.categoryId : input.categoryId,
      tags: input.tags ? [...new Set(input.tags)] : before.tags,
      notes: input.notes === undefined ? before.notes : input.notes,
      status: input.status ?? unlocked,
      reviewed: input.reviewed ?? before.reviewed,
    });
    return presentEntry(await entryOf(em, ctx, before.id));
  });
}

function refuseDerived(
  { transferId, tradeId }: TransactionRow,
  hasSplits: boolean,
  { amount, date, categoryId }: inputs.UpdateTransactionInput,
): void {
  const isMoved = typeof amount === "number" || (tradeId !== null && date);
  const isNamed = typeof categoryId === "string";
  const refuse = (rule: string, message: string) => businessRule(rule, message);
  if (transferId !== null && (isMoved || isNamed))
    throw refuse(
      "transfer_leg",
      "One side of a transfer cannot change alone. Delete the transfer and add a new one.",
    );
  if (tradeId !== null && (isMoved || isNamed))
    throw refuse(
      "trade_cash",
      "The amount, date and category of this transaction come from a trade. Record an opposite trade to correct it.",
    );
  if (hasSplits && (isMoved || isNamed))
    throw refuse(
      "has_splits",
      "A split transaction cannot change its amount or category. Split it again with the new parts.",
    );
}

/**
 * Gives a transaction parts that count each to a category. Throws NOT_FOUND, INVALID_STATE for a reconciled one, and
 * BUSINESS_RULE (`splits_sum`) unless they sum to the amount exactly.
 */
export function splitTransaction(
  ctx: FinanceContext,
  input: inputs.SplitTransactionInput,
): Promise<types.FinanceTransaction> {
  return changeOnce(ctx, { operation: "splitTransaction", input }, async (em) => {
    const before = await lockPlain(em, ctx, input.transactionId);
    const { currency } = await entryOf(em, ctx, before.id);
    const parts = input.splits.map(({ categoryId, amount, note }, position) => ({
      transactionId: before.id,
      position,
      ownerId: before.ownerId,
      categoryId,
      amount: toStored(amount, currency),
      note: note ?? null,
    }));
    await categoriesOf(
      em,
      ctx,
      parts.map(({ categoryId }) => categoryId),
    );
    const sum = parts.reduce((total, { amount }) => total + amount, 0);
    if (sum !== before.amount)
      throw businessRule(
        "splits_sum",
        "The parts must sum to the amount of the transaction. Correct the amounts of the splits.",
      );
    await executeSql(em, "DELETE FROM finance_splits WHERE transaction_id = $1", [before.id]);
    await insertAll(em, "finance_splits", parts);
    await saveEntry(em, ctx, before, { categoryId: null });
    return presentEntry(await entryOf(em, ctx, before.id));
  });
}

/** Takes a transaction's parts away; it has no category then. Throws NOT_FOUND and INVALID_STATE. */
export function unsplitTransaction(
  ctx: FinanceContext,
  input: inputs.TransactionIdInput,
): Promise<types.FinanceTransaction> {
  return changeOnce(ctx, { operation: "unsplitTransaction", input }, async (em) => {
    const before = await lockPlain(em, ctx, input.transactionId);
    await executeSql(em, "DELETE FROM finance_splits WHERE transaction_id = $1", [before.id]);
    await saveEntry(em, ctx, before, {});
    return presentEntry(await entryOf(em, ctx, before.id));
  });
}

/**
 * Puts transactions into a category. Reconciled ones, split ones, transfers and cash of trades stay as they are. Throws
 * NOT_FOUND for the category and for a named transaction, and VALIDATION_ERROR unless one of ids and filter is given.
 */
export function bulkCategorize(
  ctx: FinanceContext,
  input: inputs.BulkCategorizeInput,
): Promise<types.ChangedTransactions> {
  const { transactionIds, filter, categoryId } = input;
  if ((transactionIds ?? null) === null ? !filter : filter)
    throw badInput("transactionIds", "is required, or give a filter instead (not both)", "oneOf");
  return changeOnce(ctx, { operation: "bulkCategorize", input }, async (em) => {
    await categoriesOf(em, ctx, [categoryId]);
    const wanted = filter
      ? await filterOf(em, ctx, filter)
      : { where: "id = ANY ($2)", values: [transactionIds] };
    const where = `owner_id = $1${wanted.where ? ` AND ${wanted.where}` : ""}`;
    const rows = await findRows(em, "finance_entries", where, [ownerOf(ctx), ...wanted.values]);
    if (transactionIds && rows.length < transactionIds.length) throw notFound("transaction");
    const free = rows.filter(
      ({ status, splits, transferId, tradeId }) =>
        status !== "reconciled" && splits === null && transferId === null && tradeId === null,
    );
    const sql = `UPDATE finance_transactions SET category_id = $2, version = version + 1, updated_at = $3
      WHERE id = ANY ($1) AND status <> 'reconciled' RETURNING 1`;
    const ids = free.map(({ id }) => id);
    const changed = (await executeSql(em, sql, [ids, categoryId, ctx.clock.now()])).length;
    return { changed, skipped: rows.length - changed };
  });
}

/** Deletes a transaction; of a transfer both legs. Throws NOT_FOUND, INVALID_STATE, and BUSINESS_RULE for trades' cash. */
export function deleteTransaction(
  ctx: FinanceContext,
  input: inputs.TransactionIdInput,
): Promise<types.DeletedTransaction> {
  return changeOnce(ctx, { operation: "deleteTransaction", input }, async (em) => {
    const before = await lockEntry(em, ctx, input.transactionId);
    if (before.tradeId !== null)
      throw businessRule(
        "trade_cash",
        "This transaction belongs to a trade and cannot be deleted. Record an opposite trade to correct it.",
      );
    await refuseValuation(em, before.id);
    const legs = before.transferId
      ? await findRows(em, "finance_transactions", "transfer_id = $1 FOR UPDATE", [before.transferId])
      : [before];
    for (const { status } of legs)
      if (status === "reconciled") throw invalidState("transaction", status, ["pending", "cleared"]);
    const ids = legs.map(({ id }) => id);
    await executeSql(em, "DELETE FROM finance_transactions WHERE id = ANY ($1)", [ids]);
    return { deleted: true as const };
  });
}

async function lockEntry(em: EntityManager, ctx: FinanceContext, id: string): Promise<TransactionRow> {
  const row = await findOwn(em, "finance_transactions", { ownerId: ownerOf(ctx), id, lock: true });
  if (!row) throw notFound("transaction");
  return row;
}

/** One that may have parts. */
async function lockPlain(em: EntityManager, ctx: FinanceContext, id: string): Promise<TransactionRow> {
  const row = await lockEntry(em, ctx, id);
  if (row.status === "reconciled") throw invalidState("transaction", row.status, ["pending", "cleared"]);
  if (row.transferId !== null)
    throw businessRule("transfer_leg", "A transfer cannot be split. Split only income or spending.");
  if (row.tradeId !== null)
    throw businessRule("trade_cash", "This transaction belongs to a trade. Split only income or spending.");
  return row;
}

async function saveEntry(
  em: EntityManager,
  ctx: FinanceContext,
  before: TransactionRow,
  changes: Partial<TransactionRow>,
): Promise<void> {
  const kept = { version: before.version + 1, updatedAt: ctx.clock.now().toISOString() };
  await updateRow(em, "finance_transactions", before.id, { ...changes, ...kept });
}
