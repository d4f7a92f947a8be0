import { readRows } from "../../../../src/db/read-rows.ts";
import { rowCursors, type RowPosition } from "../../../../src/db/cursor.ts";
import { cutPage, type PageQuery, type RowPage } from "../../../../src/db/page.ts";
import { SqlConditions } from "../../../../src/db/sql-conditions.ts";
import type { InvoicingContext, ShownInvoice } from "../invoicing.context.ts";
import type { InvoiceEntity, InvoiceLineEntity } from "./invoice.entity.ts";
import type { Invoice, InvoiceLine } from "./invoice.types.ts";
import type { InvoiceSelection, RecentInvoices } from "../invoice-selection.ts";
import { columnsOf, presentInvoice, presentLine } from "./present-invoice.ts";
import { visibleRows } from "../visible-rows.ts";

type StoredLine = Omit<InvoiceLineEntity, "ownerId" | "invoiceId" | "position">;
type InvoiceRow = Record<string, unknown> & { id: string; currency: string; lines?: string | StoredLine[] };

const times = new Set(["overdueAt", "sentAt", "paidAt", "cancelledAt", "createdAt", "updatedAt"]);

const snakeCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const linesJson = `json_agg(json_build_object('id', l.id, 'description', l.description, 'quantity', l.quantity::float8,
    'unitPriceMinor', l.unit_price_minor, 'discountMinor', l.discount_minor, 'netMinor', l.net_minor,
    'itemId', l.item_id, 'taxRates', l.tax_rates) ORDER BY l.position)`;

const columnLists = new WeakMap<InvoiceSelection, string>();

/** The columns of the table `i` that a selection needs, with the lines as one value. */
function columnList(selection: InvoiceSelection): string {
  let list = columnLists.get(selection);
  if (list === undefined) columnLists.set(selection, (list = printColumns(selection)));
  return list;
}

function printColumns({ fields, hasLines }: InvoiceSelection): string {
  const columns = columnsOf(fields).map((name) => {
    const cast = name.endsWith("Minor") ? "::float8" : "";
    return `i.${snakeCase(name)}${cast} AS "${name}"`;
  });
  if (hasLines)
    columns.push(`(SELECT ${linesJson} FROM invoice_lines AS l WHERE l.invoice_id = i.id) AS lines`);
  return columns.join(", ");
}

function present(ctx: InvoicingContext, row: InvoiceRow, { fields, hasLines }: InvoiceSelection): Invoice {
  for (const name of Object.keys(row)) {
    if (times.has(name) && row[name] !== null) row[name] = new Date(row[name] as string);
  }
  if (typeof row["taxLines"] === "string") row["taxLines"] = JSON.parse(row["taxLines"]);
  const invoice = presentInvoice(ctx, row as unknown as InvoiceEntity, undefined, fields);
  if (hasLines) invoice.lines = presentLines(row.lines, row.currency);
  return invoice;
}

function presentLines(lines: string | readonly StoredLine[] | null | undefined, currency: string) {
  const stored = typeof lines === "string" ? (JSON.parse(lines) as StoredLine[]) : (lines ?? []);
  return stored.map((line) => presentLine(line, currency));
}

/** The account's visible invoices as a condition on the table `i`. */
function visible(ctx: InvoicingContext): SqlConditions {
  const { ownerId, appId } = visibleRows(ctx);
  const conditions = new SqlConditions();
  conditions.add((value) => `i.owner_id = ${value(ownerId)} AND i.deleted_at IS NULL`);
  if (appId) conditions.add((value) => `i.app_id = ANY (${value(appId.$in)}::text[])`);
  return conditions;
}

/** What orders a list of invoices, which their IDs complete: SQL over a row of this name. */
export interface InvoiceOrder {
  by(row: string): string;
  isAscending: boolean;
}

/** Which invoices of the account a page has, besides the deleted ones. */
export interface InvoicePageQuery extends PageQuery {
  addFilter(conditions: SqlConditions): void;
  /** Null for the newest first. */
  order?: InvoiceOrder | null;
  /** False when nobody asks for the number of all invoices; `total` is 0 then. */
  isCounted: boolean;
  /** False when nobody asks for `nextCursor`, which is null then. */
  isContinued: boolean;
}

/** A page of the account's invoices in one statement. Throws INVALID_CURSOR. */
export async function readInvoicePage(
  ctx: InvoicingContext,
  selection: InvoiceSelection,
  { list, limit, after, addFilter, order = null, isCounted, isContinued }: InvoicePageQuery,
): Promise<RowPage<Invoice>> {
  const cursors = rowCursors(ctx, list);
  const from = cursors.decode(after);
  const conditions = visible(ctx);
  addFilter(conditions);
  const counting = `SELECT count(*)::int AS total FROM invoices AS i WHERE ${conditions.sql()}`;
  const counted = isCounted ? [`(${counting}) AS total`] : [];
  if (from) addPosition(conditions, from, order);
  const direction = order?.isAscending ? "ASC" : "DESC";
  const query = {
    sql: `SELECT ${[columnList(selection), ...counted].join(", ")} FROM invoices AS i WHERE ${conditions.sql()}
      ORDER BY ${order?.by("i") ?? "i.created_at"} ${direction}, i.id ${direction} LIMIT ${conditions.value(limit + 1)}`,
    parameters: conditions.values,
    isVaried: true,
  };
  const found = await readRows<InvoiceRow & { total?: number; createdAt: string }>(ctx, query);
  const total = found[0]?.total ?? (isCounted && from ? await countInvoices(ctx, addFilter) : 0);
  const page = isContinued
    ? cutPage(found, limit, cursors, positionOf)
    : { rows: found.slice(0, limit), nextCursor: null };
  return { ...page, rows: page.rows.map((row) => present(ctx, row, selection)), total };
}

/** The invoices behind the one where a page ended. Invoices are never removed, so it says where that was. */
function addPosition(
  conditions: SqlConditions,
  [at, id]: readonly [at: string, id: string],
  order: InvoiceOrder | null,
): void {
  if (order === null)
    conditions.add((value) => `(i.created_at, i.id) < (${value(at)}::timestamptz, ${value(id)})`);
  else
    conditions.add(
      (value) => `(${order.by("i")}, i.id) ${order.isAscending ? ">" : "<"}
        (SELECT ${order.by("last")}, last.id FROM invoices AS last WHERE last.id = ${value(id)})`,
    );
}

/** The count alone: a page behind the last invoice has no row that says it. */
async function countInvoices(
  ctx: InvoicingContext,
  addFilter: (conditions: SqlConditions) => void,
): Promise<number> {
  const conditions = visible(ctx);
  addFilter(conditions);
  const sql = `SELECT count(*)::int AS total FROM invoices AS i WHERE ${conditions.sql()}`;
  const [row] = await readRows<{ total: number }>(ctx, {
    sql,
    parameters: conditions.values,
    isVaried: true,
  });
  return row!.total;
}

function positionOf({ createdAt, id }: { createdAt: string; id: string }): RowPosition {
  return [new Date(createdAt).toISOString(), id];
}

/** Visible invoices of the account by id. */
export async function findInvoices(
  ctx: InvoicingContext,
  selection: InvoiceSelection,
  by: { id: readonly string[] } | { number: string },
): Promise<Invoice[]> {
  const conditions = visible(ctx);
  if ("number" in by) conditions.add((value) => `i.number = ${value(by.number)}`);
  else conditions.add((value) => `i.id = ANY (${value(by.id)}::text[])`);
  const sql = `SELECT ${columnList(selection)} FROM invoices AS i WHERE ${conditions.sql()}`;
  const rows = await readRows<InvoiceRow>(ctx, { sql, parameters: conditions.values, isVaried: true });
  return rows.map((row) => present(ctx, row, selection));
}

/** Lines of several invoices in one statement, by the invoice's id. */
export async function readLines(
  ctx: InvoicingContext,
  invoices: readonly ShownInvoice[],
): Promise<InvoiceLine[][]> {
  const rows = await readRows<{ invoiceId: string; lines: string | StoredLine[] }>(ctx, {
    sql: `SELECT l.invoice_id AS "invoiceId", ${linesJson} AS lines FROM invoice_lines AS l
      WHERE l.invoice_id = ANY ($1::text[]) AND l.owner_id = $2 GROUP BY l.invoice_id`,
    parameters: [invoices.map(({ id }) => id), visibleRows(ctx).ownerId],
  });
  const byInvoice = new Map(rows.map(({ invoiceId, lines }) => [invoiceId, lines]));
  return invoices.map(({ id, currency }) => presentLines(byInvoice.get(id), currency));
}

/** The newest invoices of each app in one statement. */
export async function readRecentInvoices(
  ctx: InvoicingContext,
  wanted: readonly RecentInvoices[],
  selection: InvoiceSelection,
): Promise<Invoice[][]> {
  const [only, another] = wanted;
  if (only && !another) return [await readNewest(ctx, only, selection)];
  const { ownerId, appId: apps } = visibleRows(ctx);
  const rows = await readRows<InvoiceRow & { place: string }>(ctx, {
    sql: `SELECT wanted.place::text, recent.*
       FROM unnest($2::text[], $3::int[]) WITH ORDINALITY AS wanted (app_id, first, place)
       CROSS JOIN LATERAL (
         SELECT ${columnList(selection)} FROM invoices AS i
         WHERE i.owner_id = $1 AND (wanted.app_id IS NULL OR i.app_id = wanted.app_id)
           AND ($4::text[] IS NULL OR i.app_id = ANY ($4)) AND i.deleted_at IS NULL
         ORDER BY i.created_at DESC, i.id DESC LIMIT wanted.first
       ) AS recent
       ORDER BY wanted.place, recent."createdAt" DESC, recent.id DESC`,
    parameters: [
      ownerId,
      wanted.map(({ appId }) => appId),
      wanted.map(({ first }) => first),
      apps?.$in ?? null,
    ],
    isVaried: true,
  });
  const found: Invoice[][] = wanted.map(() => []);
  for (const row of rows) found[Number(row.place) - 1]!.push(present(ctx, row, selection));
  return found;
}

/** Of one app, or of all: a statement that the server plans once per connection, unlike the one for several apps. */
async function readNewest(
  ctx: InvoicingContext,
  { appId, first }: RecentInvoices,
  selection: InvoiceSelection,
): Promise<Invoice[]> {
  const conditions = visible(ctx);
  if (appId !== null) conditions.add((value) => `i.app_id = ${value(appId)}`);
  const rows = await readRows<InvoiceRow>(ctx, {
    sql: `SELECT ${columnList(selection)} FROM invoices AS i WHERE ${conditions.sql()}
      ORDER BY i.created_at DESC, i.id DESC LIMIT ${conditions.value(first)}`,
    parameters: conditions.values,
    isVaried: true,
    isQuick: first <= 20 && !selection.hasLines,
  });
  return rows.map((row) => present(ctx, row, selection));
}
