import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { daysOf } from "../../base/account-days.service.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { businessRule } from "../../base/gateway.errors.ts";
import { accountOf } from "../accounts/accounts.service.ts";
import { badInput } from "../finance.errors.ts";
import { findRows } from "../finance.rows.ts";
import type { AccountRow, EntryRow } from "../finance-tables.ts";
import type { FinanceContext } from "../finance.context.ts";
import { presentCategory } from "../transactions/categories.service.ts";
import { presentEntry } from "../transactions/present-entry.ts";
import { filterOf, type EntryFilter } from "../transactions/transaction-filter.service.ts";
import { journalOf } from "./journal.ts";
import { beancountDays, beancountJournal } from "./journal-beancount.ts";
import { hledgerJournal } from "./journal-hledger.ts";
import { journalOpenings } from "./journal-openings.service.ts";
import type { ExportedTransactions, ExportFormat, ExportTransactionsArgs } from "./exports.types.ts";
import { transactionsCsv } from "./transactions-csv.ts";
import { transactionsOfx } from "./transactions-ofx.ts";

/** As many as an import takes. */
const mostRows = 5_000;

const contentTypes: Record<ExportFormat, string> = {
  csv: "text/csv",
  ofx: "application/x-ofx",
  json: "application/json",
  hledger: "text/plain",
  beancount: "text/plain",
};
const extensions: Partial<Record<ExportFormat, string>> = { hledger: "journal" };

/**
 * The transactions that fit as a file, oldest first. Throws NOT_FOUND for the account, VALIDATION_ERROR for OFX without one,
 * and BUSINESS_RULE: `too_many_rows` above 5,000, `date_not_in_format` for a day that Beancount does not have.
 */
export function exportTransactions(
  ctx: FinanceContext,
  { format, download: _, ...filter }: ExportTransactionsArgs,
): Promise<ExportedTransactions> {
  if (format === "ofx" && !filter.accountId)
    throw badInput("accountId", "is required for OFX, which is a statement of one account", "required");
  const read = async (em: EntityManager) => {
    const account = filter.accountId ? await accountOf(em, ctx, filter.accountId) : null;
    const { where, values } = await filterOf(em, ctx, filter);
    const posted = format === "ofx" ? " AND status <> 'pending'" : "";
    const own = `owner_id = $1${where ? ` AND ${where}` : ""}${posted} ORDER BY date, id LIMIT ${mostRows + 1}`;
    const rows = await findRows(em, "finance_entries", own, [ownerOf(ctx), ...values]);
    if (rows.length > mostRows)
      throw businessRule(
        "too_many_rows",
        `A file has at most ${mostRows} transactions. Choose a shorter period.`,
      );
    const content =
      format === "ofx"
        ? await writeOfx(em, ctx, { account: account!, rows, filter })
        : format === "hledger" || format === "beancount"
          ? await writeJournal(em, ctx, { format, rows, filter })
          : await writeText(em, ctx, { format, rows });
    const span = [filter.from, filter.to].filter(Boolean).map((date) => `-${date}`);
    return {
      filename: `transactions${span.join("")}.${extensions[format] ?? format}`,
      contentType: contentTypes[format],
      encoding: "utf8",
      size: Buffer.byteLength(content),
      content,
      count: rows.length,
    };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

async function writeText(
  em: EntityManager,
  ctx: FinanceContext,
  { format, rows }: { format: ExportFormat; rows: readonly EntryRow[] },
): Promise<string> {
  const accounts = await findRows(em, "finance_accounts", "owner_id = $1 ORDER BY id", [ownerOf(ctx)]);
  const categories = await findRows(em, "finance_categories", "owner_id = $1 ORDER BY id", [ownerOf(ctx)]);
  const namesOf = (named: readonly { id: string; name: string }[]) =>
    new Map(named.map(({ id, name }) => [id, name]));
  if (format === "csv")
    return transactionsCsv(rows, { accounts: namesOf(accounts), categories: namesOf(categories) });
  const named = { accounts: accounts.map(presentAccountName), categories: categories.map(presentCategory) };
  return `${JSON.stringify({ transactions: rows.map(presentEntry), ...named }, null, 2)}\n`;
}

async function writeJournal(
  em: EntityManager,
  ctx: FinanceContext,
  {
    format,
    rows,
    filter,
  }: { format: "hledger" | "beancount"; rows: readonly EntryRow[]; filter: EntryFilter },
): Promise<string> {
  const accounts = await findRows(em, "finance_accounts", "owner_id = $1 ORDER BY id", [ownerOf(ctx)]);
  const categories = await findRows(em, "finance_categories", "owner_id = $1 ORDER BY id", [ownerOf(ctx)]);
  const openings = await journalOpenings(em, accounts, filter);
  const journal = journalOf({ accounts, categories, rows, openings });
  if (format === "hledger") return hledgerJournal(journal);
  const { first, last } = beancountDays;
  const isOutside = journal.entries.some(({ date }) => date < first || date > last);
  if (isOutside)
    throw businessRule(
      "date_not_in_format",
      `Beancount reads days from ${first} to ${last}. Choose a period within them.`,
    );
  return beancountJournal(journal);
}

function presentAccountName({ id, name, kind, currency, status }: AccountRow) {
  return { id, name, kind, currency, status };
}

/** Up to the last day asked for, or else the later one of today and the last transaction. */
async function writeOfx(
  em: EntityManager,
  ctx: FinanceContext,
  {
    account,
    rows,
    filter,
  }: { account: AccountRow; rows: readonly EntryRow[]; filter: { from?: string | null; to?: string | null } },
): Promise<string> {
  const { today } = await daysOf(em, ctx);
  const to = filter.to ?? [today, rows.at(-1)?.date ?? ""].sort().at(-1)!;
  const from = filter.from ?? rows[0]?.date ?? account.openedOn;
  const sql = `SELECT coalesce(sum(amount), 0)::float8 AS sum FROM finance_transactions
    WHERE account_id = $1 AND date <= $2 AND status <> 'pending'`;
  const [cleared] = await executeSql<{ sum: number }>(em, sql, [account.id, to]);
  const opening = account.openedOn <= to ? account.openingBalance : 0;
  return transactionsOfx({ account, from, to, ledgerBalance: opening + cleared!.sum, rows });
}
