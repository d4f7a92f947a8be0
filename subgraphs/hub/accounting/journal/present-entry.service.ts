import type { EntityManager } from "@mikro-orm/postgresql";
import { currencyDecimals } from "../../../../src/currency.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { toMajor } from "../../../../src/money.ts";
import { entryNumber } from "./entry-number.ts";
import { linesOf, reversalsOf, type EntryRow, type NamedLineRow } from "./journal.rows.ts";
import type { JournalEntry, JournalLine } from "./journal.types.ts";

/** Entries as API users see them, with their lines. */
export async function presentEntries(em: EntityManager, rows: readonly EntryRow[]): Promise<JournalEntry[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const ledgers = await executeSql<{ id: string; currency: string }>(
    em,
    "SELECT id, currency FROM accounting_ledgers WHERE id = ANY ($1)",
    [[...new Set(rows.map(({ ledgerId }) => ledgerId))]],
  );
  const currencies = new Map(ledgers.map(({ id, currency }) => [id, currency]));
  const [lines, reversals] = [await linesOf(em, ids), await reversalsOf(em, ids)];
  return rows.map((row) =>
    presentEntry(row, {
      currency: currencies.get(row.ledgerId)!,
      lines: lines.get(row.id)!,
      reversedById: reversals.get(row.id) ?? null,
    }),
  );
}

export async function presentOne(em: EntityManager, row: EntryRow): Promise<JournalEntry> {
  return (await presentEntries(em, [row]))[0]!;
}

function presentEntry(
  row: EntryRow,
  { currency, lines, reversedById }: { currency: string; lines: NamedLineRow[]; reversedById: string | null },
): JournalEntry {
  const { id, kind, fiscalYear, number, date, memo, foreignCurrency, exchangeRate, reversesId } = row;
  const decimals = currencyDecimals(currency);
  const { sourceApp: app, sourceKind, sourceId } = row;
  return {
    id,
    status: number === null ? "draft" : "posted",
    kind,
    fiscalYear,
    number: entryNumber(row),
    date,
    memo,
    currency,
    total: toMajor(row.total, decimals),
    foreignCurrency,
    exchangeRate,
    lines: lines.map((line) => presentLine(line, decimals, foreignCurrency)),
    reversesId,
    reversedById,
    source: app === null ? null : { app, kind: sourceKind!, id: sourceId! },
    attachments: row.attachments,
    createdBy: row.createdBy,
    createdAt: new Date(row.createdAt),
    postedBy: row.postedBy,
    postedAt: row.postedAt === null ? null : new Date(row.postedAt),
  };
}

function presentLine(line: NamedLineRow, decimals: number, foreignCurrency: string | null): JournalLine {
  const { accountId, accountCode, accountName, memo, app, client, project } = line;
  const foreign = (minor: number | null) =>
    minor === null || foreignCurrency === null ? null : toMajor(minor, currencyDecimals(foreignCurrency));
  return {
    accountId,
    accountCode,
    accountName,
    debit: toMajor(line.debit, decimals),
    credit: toMajor(line.credit, decimals),
    foreignDebit: foreign(line.foreignDebit),
    foreignCredit: foreign(line.foreignCredit),
    memo,
    app,
    client,
    project,
  };
}
