import type { EntityManager } from "@mikro-orm/postgresql";
import { currencyDecimals } from "../../../../src/currency.ts";
import { changeOnce } from "../history/record-change.service.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { openAccountOf } from "../accounts/accounts.service.ts";
import { toStored } from "../amounts.ts";
import { badInput } from "../finance.errors.ts";
import { pageRows } from "../finance.rows.ts";
import type { FinanceContext } from "../finance.context.ts";
import { bookEntries, entryOf } from "./book-entries.service.ts";
import { categoriesOf } from "./categories.service.ts";
import { applyRules } from "./categorisation.ts";
import { presentEntry } from "./present-entry.ts";
import { rulesOf } from "./rules.service.ts";
import type { AddTransactionInput } from "./transaction-input.types.ts";
import { filterOf, type EntryFilter } from "./transaction-filter.service.ts";
import type * as types from "./transaction.types.ts";

/**
 * Books a transaction. Without a category the rules of the account say it. Throws NOT_FOUND for account and category,
 * INVALID_STATE for a closed account, AMOUNT_PRECISION and VALIDATION_ERROR.
 */
export function addTransaction(
  ctx: FinanceContext,
  input: AddTransactionInput,
): Promise<types.FinanceTransaction> {
  if (input.amount === 0) throw badInput("amount", "must not be zero", "notZero");
  return changeOnce(ctx, { operation: "addTransaction", input }, async (em) => {
    const account = await openAccountOf(em, ctx, input.accountId);
    const amount = toStored(input.amount, account.currency);
    await categoriesOf(em, ctx, input.categoryId ? [input.categoryId] : []);
    const entry = {
      accountId: account.id,
      date: input.date,
      amount,
      payee: input.payee.trim(),
      notes: input.notes ?? null,
      status: input.status ?? ("cleared" as const),
      categoryId: input.categoryId ?? null,
      tags: [...new Set(input.tags)],
    };
    const ruled = input.categoryId
      ? entry
      : applyRules(await rulesOf(em, ctx), { ...entry, decimals: currencyDecimals(account.currency) });
    const [id] = await bookEntries(em, ctx, [ruled]);
    return presentEntry(await entryOf(em, ctx, id!));
  });
}

/** One of the caller's transactions. Throws NOT_FOUND. */
export function readTransaction(
  ctx: FinanceContext,
  transactionId: string,
): Promise<types.FinanceTransaction> {
  const read = async (em: EntityManager) => presentEntry(await entryOf(em, ctx, transactionId));
  return inTransaction(ctx, read, { readOnly: true });
}

/** The caller's transactions that fit, newest first. Throws INVALID_CURSOR. */
export function listTransactions(
  ctx: FinanceContext,
  { limit, after, ...filter }: types.FinanceTransactionsArgs,
): Promise<types.FinanceTransactionPage> {
  return pageOf(ctx, filter, limit, after);
}

/** The caller's transactions with all words of a text in payee or notes, or of an amount. Throws INVALID_CURSOR. */
export function searchTransactions(
  ctx: FinanceContext,
  { limit, after, query }: types.TransactionSearchArgs,
): Promise<types.FinanceTransactionPage> {
  return pageOf(ctx, { query }, limit, after);
}

function pageOf(
  ctx: FinanceContext,
  filter: EntryFilter,
  limit: number,
  after?: string | null,
): Promise<types.FinanceTransactionPage> {
  const read = async (em: EntityManager) => {
    const { where, values } = await filterOf(em, ctx, filter);
    const list = ["finance transactions", filter] as const;
    const query = { where, values, list, limit, after: after ?? null, newestBy: ["date", "date"] as const };
    const { rows, ...page } = await pageRows(em, ctx, "finance_entries", query);
    return { transactions: rows.map(presentEntry), ...page };
  };
  return inTransaction(ctx, read, { readOnly: true });
}
