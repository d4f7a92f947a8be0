import type { EntityManager } from "@mikro-orm/postgresql";
import { plainRows } from "../../../../src/db/rows.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import type { HubContext } from "../../hub.context.ts";
import type { LedgerRow } from "../ledgers/ledger.rows.ts";
import type { JournalEntryKind } from "./journal.types.ts";

export interface EntryRow {
  id: string;
  ownerId: string;
  ledgerId: string;
  date: string;
  fiscalYear: number | null;
  number: number | null;
  kind: JournalEntryKind;
  isClosing: boolean;
  memo: string;
  lineCount: number;
  total: number;
  foreignCurrency: string | null;
  foreignTotal: number | null;
  exchangeRate: number | null;
  reversesId: string | null;
  sourceApp: string | null;
  sourceKind: string | null;
  sourceId: string | null;
  sourceDigest: string | null;
  attachments: string[];
  createdBy: string;
  createdAt: string;
  postedBy: string | null;
  postedAt: string | null;
}

export interface LineRow {
  entryId: string;
  line: number;
  ownerId: string;
  ledgerId: string;
  accountId: string;
  date: string;
  number: number | null;
  isClosing: boolean;
  debit: number;
  credit: number;
  foreignDebit: number | null;
  foreignCredit: number | null;
  memo: string | null;
  app: string | null;
  client: string | null;
  project: string | null;
}

/** A line with the names of its account. */
export interface NamedLineRow extends LineRow {
  accountCode: string;
  accountName: string;
}

const [entries, lines] = ["accounting_entries", "accounting_lines"] as const;
const { findRows, findOwn, insertAll } = plainRows<{ [entries]: EntryRow; [lines]: LineRow }>();

export function findEntry(
  em: EntityManager,
  ctx: HubContext,
  { id, lock = false }: { id: string; lock?: boolean },
): Promise<EntryRow | null> {
  return findOwn(em, entries, { ownerId: ctx.principal.ownerId ?? "", id, lock });
}

export function findEntries(
  em: EntityManager,
  where: string,
  values: readonly unknown[],
): Promise<EntryRow[]> {
  return findRows(em, entries, where, values);
}

/** The entry that was made from a record of an app, or null. */
export async function findEntryOfSource(
  em: EntityManager,
  { id }: LedgerRow,
  source: readonly [app: string, kind: string, id: string],
): Promise<EntryRow | null> {
  const where = "t.ledger_id = $1 AND t.source_app = $2 AND t.source_kind = $3 AND t.source_id = $4";
  return (await findRows(em, entries, where, [id, ...source]))[0] ?? null;
}

/** Inserts entries and then their lines; posted ones must have their number. */
export async function insertEntry(
  em: EntityManager,
  { entries: rows, entryLines }: { entries: readonly EntryRow[]; entryLines: readonly LineRow[] },
): Promise<void> {
  await insertAll(em, entries, rows);
  await insertAll(em, lines, entryLines);
}

/** Posts a draft that the transaction has locked. */
export async function markPosted(
  em: EntityManager,
  { id, fiscalYear, number, postedBy, postedAt }: EntryRow,
): Promise<void> {
  const sql = `UPDATE accounting_entries SET fiscal_year = $2, number = $3, posted_by = $4, posted_at = $5 WHERE id = $1`;
  await executeSql(em, sql, [id, fiscalYear, number, postedBy, postedAt]);
  await executeSql(em, "UPDATE accounting_lines SET number = $2 WHERE entry_id = $1", [id, number]);
}

export async function deleteDraftRows(em: EntityManager, id: string): Promise<void> {
  await executeSql(em, "DELETE FROM accounting_lines WHERE entry_id = $1", [id]);
  await executeSql(em, "DELETE FROM accounting_entries WHERE id = $1", [id]);
}

/** Takes the next numbers of a fiscal year and returns the last. The transaction keeps its row locked, so there are no gaps. */
export async function takeNumbers(
  em: EntityManager,
  { id, ownerId }: LedgerRow,
  { fiscalYear, count }: { fiscalYear: number; count: number },
): Promise<number> {
  const sql = `INSERT INTO accounting_numbers AS n (owner_id, ledger_id, fiscal_year, last_number) VALUES ($1, $2, $3, $4)
    ON CONFLICT (ledger_id, fiscal_year) DO UPDATE SET last_number = n.last_number + excluded.last_number
    RETURNING last_number AS number`;
  const [row] = await executeSql<{ number: number }>(em, sql, [ownerId, id, fiscalYear, count]);
  return row!.number;
}

/** The lines of some entries, by entry, in their order. */
export async function linesOf(
  em: EntityManager,
  ids: readonly string[],
): Promise<Map<string, NamedLineRow[]>> {
  const sql = `SELECT l.entry_id AS "entryId", l.line, l.owner_id AS "ownerId", l.ledger_id AS "ledgerId",
      l.account_id AS "accountId", l.date::text, l.number, l.is_closing AS "isClosing", l.debit::float8, l.credit::float8,
      l.foreign_debit::float8 AS "foreignDebit", l.foreign_credit::float8 AS "foreignCredit", l.memo, l.app, l.client,
      l.project, a.code AS "accountCode", a.name AS "accountName"
    FROM accounting_lines l JOIN accounting_accounts a ON a.id = l.account_id
    WHERE l.entry_id = ANY ($1) ORDER BY l.entry_id, l.line`;
  const found = new Map<string, NamedLineRow[]>(ids.map((id) => [id, []]));
  for (const row of await executeSql<NamedLineRow>(em, sql, [ids])) found.get(row.entryId)!.push(row);
  return found;
}

/** Which of some entries are reversed, by which one. */
export async function reversalsOf(em: EntityManager, ids: readonly string[]): Promise<Map<string, string>> {
  const sql = `SELECT reverses_id AS "reversesId", id FROM accounting_entries WHERE reverses_id = ANY ($1)`;
  const rows = await executeSql<{ reversesId: string; id: string }>(em, sql, [ids]);
  return new Map(rows.map(({ reversesId, id }) => [reversesId, id]));
}
