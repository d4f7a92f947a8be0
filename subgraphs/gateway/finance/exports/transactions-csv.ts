import { writeCsv } from "../../../../src/text/csv.ts";
import { toShown } from "../amounts.ts";
import type { EntryRow } from "../finance-tables.ts";

/** Names of accounts and categories, by their ids. */
export interface ExportNames {
  accounts: ReadonlyMap<string, string>;
  categories: ReadonlyMap<string, string>;
}

const header = [
  "date",
  "account",
  "payee",
  "amount",
  "currency",
  "category",
  "splits",
  "notes",
  "tags",
  "status",
  "transfer",
  "id",
];

/**
 * Transactions as CSV (RFC 4180) that an import reads again: `id` is what identifies a line in a repeated import. Text that a
 * spreadsheet program would take for a formula gets an apostrophe in front; amounts are numbers, and do not.
 */
export function transactionsCsv(rows: readonly EntryRow[], { accounts, categories }: ExportNames): string {
  const nameOf = (id: string | null) => (id === null ? "" : (categories.get(id) ?? ""));
  const records = rows.map((row) => [
    row.date,
    accounts.get(row.accountId) ?? "",
    row.payee,
    toShown(row.amount, row.currency),
    row.currency,
    row.splits === null ? nameOf(row.categoryId) : "",
    (row.splits ?? [])
      .map(({ categoryId, amount }) => `${nameOf(categoryId)}: ${toShown(amount, row.currency)}`)
      .join("; "),
    row.notes ?? "",
    row.tags.join(" "),
    row.status,
    row.transferId ?? "",
    row.fitid ?? row.id,
  ]);
  return writeCsv([header, ...records]);
}
