import { toShown } from "../amounts.ts";
import type { EntryRow } from "../finance-tables.ts";
import type { FinanceTransaction } from "./transaction.types.ts";

/** A transaction as it is shown, in major units of its account's currency. */
export function presentEntry(row: EntryRow): FinanceTransaction {
  const { id, accountId, date, currency, payee, categoryId, transferId, tradeId, status, notes } = row;
  const { tags, reviewed, importBatchId, version } = row;
  const splits = (row.splits ?? []).map((part) => ({ ...part, amount: toShown(part.amount, currency) }));
  const links = { transferId, tradeId, importBatchId };
  return {
    id,
    accountId,
    date,
    amount: toShown(row.amount, currency),
    currency,
    payee,
    categoryId: splits.length > 0 ? null : categoryId,
    splits,
    ...links,
    status,
    notes,
    tags,
    reviewed,
    version,
    createdAt: new Date(row.createdAt),
    updatedAt: new Date(row.updatedAt),
  };
}
