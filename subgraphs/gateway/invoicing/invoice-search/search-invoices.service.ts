import { readRows } from "../../../../src/db/read-rows.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { readInvoicePage } from "../invoices/invoice.rows.ts";
import { wholeInvoice } from "../select-invoices.ts";
import { visibleRows } from "../visible-rows.ts";
import type { InvoiceHitPage, InvoiceSearchArgs, InvoiceText } from "./invoice-search.types.ts";

const mostWords = 10;

/** Conditions on the invoice `i` that a word is in one of its parts; `query` is a tsquery, `pattern` one of LIKE. */
const partContains: Readonly<Record<InvoiceText, (query: string, pattern: string) => string>> = {
  number: (_, pattern) => `coalesce(i.number, '') ILIKE ${pattern}`,
  client: (query) =>
    `to_tsvector('simple', i.client_name || ' ' || coalesce(i.client_email, '')) @@ to_tsquery('simple', ${query})`,
  lines: (query) => `EXISTS (SELECT FROM invoice_lines AS l WHERE l.invoice_id = i.id
      AND to_tsvector('simple', l.description) @@ to_tsquery('simple', ${query}))`,
  notes: (query) => `to_tsvector('simple', coalesce(i.notes, '')) @@ to_tsquery('simple', ${query})`,
};
const parts = Object.keys(partContains) as InvoiceText[];

/**
 * Full-text search over number, client, lines and notes of the account's invoices, newest first. Each word must begin a word
 * of the invoice or be part of its number. Throws INVALID_CURSOR for a cursor of another search.
 */
export async function searchInvoices(
  ctx: InvoicingContext,
  { query, limit, after }: InvoiceSearchArgs,
): Promise<InvoiceHitPage> {
  const words = query.trim().split(/\s+/).slice(0, mostWords);
  const page = await readInvoicePage(ctx, wholeInvoice, {
    list: ["invoice search", words],
    limit,
    after,
    isCounted: true,
    isContinued: true,
    addFilter: (conditions) => {
      for (const word of words) {
        const [beginning, part] = [beginsWith(word), contains(word)];
        conditions.add((value) => anywhere(value(beginning), value(part)));
      }
    },
  });
  const places = await findPlaces(ctx, words, page.rows);
  const hits = page.rows.map((invoice) => ({ invoice, foundIn: places.get(invoice.id) ?? [] }));
  return { hits, total: page.total, nextCursor: page.nextCursor };
}

const anywhere = (query: string, pattern: string) =>
  parts.map((part) => partContains[part](query, pattern)).join(" OR ");

/** Parts of each invoice that contain a word. */
async function findPlaces(
  ctx: InvoicingContext,
  words: readonly string[],
  invoices: readonly { id: string }[],
): Promise<Map<string, InvoiceText[]>> {
  const columns = parts.map(
    (part) => `EXISTS (SELECT FROM unnest($3::text[], $4::text[]) AS w (query, pattern)
      WHERE ${partContains[part]("w.query", "w.pattern")}) AS ${part}`,
  );
  const rows = await readRows<{ id: string } & Record<InvoiceText, boolean>>(ctx, {
    sql: `SELECT i.id, ${columns.join(", ")} FROM invoices AS i WHERE i.owner_id = $1 AND i.id = ANY ($2::text[])`,
    parameters: [
      visibleRows(ctx).ownerId,
      invoices.map(({ id }) => id),
      words.map(beginsWith),
      words.map(contains),
    ],
  });
  return new Map(rows.map((row) => [row.id, parts.filter((part) => row[part])]));
}

/** Text of a tsquery: each lexeme of the word, as the beginning of one. */
function beginsWith(word: string): string {
  return `'${word.replaceAll("\\", "\\\\").replaceAll("'", "''")}':*`;
}

function contains(word: string): string {
  return `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}
