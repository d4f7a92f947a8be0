import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";

/** Scope of a report: account, apps (null for all) and currency. */
export interface ReportScope {
  ownerId: string;
  appIds: readonly string[] | null;
  currency: string;
}

/** Days from `from` on, before `until`. */
export interface Days {
  from: string;
  until: string;
}

/** All documents ever issued in the scope, independent of their current status. */
const issued = `SELECT * FROM invoices
  WHERE owner_id = $1 AND ($2::text[] IS NULL OR app_id = ANY ($2)) AND currency = $3 AND issue_date IS NOT NULL`;
const entries = `SELECT e.*, i.client_id FROM invoice_entries e JOIN issued i ON i.id = e.invoice_id`;

const scopeOf = ({ ownerId, appIds, currency }: ReportScope) => [ownerId, appIds, currency];

/** The currencies that the account has documents in. */
export async function readCurrencies(em: EntityManager, ownerId: string): Promise<string[]> {
  const rows = await executeSql<{ currency: string }>(
    em,
    `SELECT currency FROM invoices WHERE owner_id = $1 AND issue_date IS NOT NULL
     UNION SELECT currency FROM expenses WHERE owner_id = $1 ORDER BY currency`,
    [ownerId],
  );
  return rows.map(({ currency }) => currency);
}

const accrual = `
  SELECT client_id, subtotal_minor AS amount FROM issued WHERE issue_date >= $4 AND issue_date < $5
  UNION ALL
  SELECT client_id, -subtotal_minor FROM issued WHERE cancelled_on >= $4 AND cancelled_on < $5
  UNION ALL
  SELECT c.client_id, -c.subtotal_minor FROM credit_notes c JOIN issued i ON i.id = c.invoice_id
  WHERE c.issue_date >= $4 AND c.issue_date < $5
  UNION ALL
  SELECT c.client_id, c.subtotal_minor FROM credit_notes c JOIN issued i ON i.id = c.invoice_id
  WHERE c.voided_on >= $4 AND c.voided_on < $5
  UNION ALL
  SELECT client_id, -amount_minor FROM entries WHERE kind = 'write_off' AND booked_on >= $4 AND booked_on < $5`;
const cash = `SELECT client_id, net_minor AS amount FROM entries
  WHERE kind = 'payment' AND booked_on >= $4 AND booked_on < $5`;

/** Revenue of these days by client, in minor units, the highest first. */
export function readRevenue(
  em: EntityManager,
  scope: ReportScope,
  days: Days,
  basis: "accrual" | "cash",
): Promise<{ clientId: string | null; revenue: number }[]> {
  return executeSql(
    em,
    `WITH issued AS (${issued}), entries AS (${entries})
     SELECT client_id AS "clientId", sum(amount)::float8 AS revenue
     FROM (${basis === "accrual" ? accrual : cash}) AS moved
     GROUP BY client_id HAVING sum(amount) <> 0 ORDER BY revenue DESC, client_id`,
    [...scopeOf(scope), days.from, days.until],
  );
}

/** Open amount of a client on invoices with one due date, in minor units. */
export interface OpenAmount {
  clientId: string | null;
  dueDate: string | null;
  open: number;
}

/** Open amounts before `until`, by client and due date. */
export function readOpen(em: EntityManager, scope: ReportScope, until: string): Promise<OpenAmount[]> {
  return executeSql<OpenAmount>(
    em,
    `WITH issued AS (${issued}), entries AS (${entries})
     SELECT i.client_id AS "clientId", i.due_date::text AS "dueDate",
       sum(i.total_minor - coalesce(moved.amount, 0))::float8 AS open
     FROM issued i LEFT JOIN (
       SELECT invoice_id, sum(amount_minor) AS amount FROM entries WHERE booked_on < $4 GROUP BY invoice_id
     ) AS moved ON moved.invoice_id = i.id
     WHERE i.issue_date < $4 AND (i.cancelled_on IS NULL OR i.cancelled_on >= $4)
     GROUP BY i.client_id, i.due_date ORDER BY i.client_id, i.due_date`,
    [...scopeOf(scope), until],
  );
}

/** How many invoices were first issued in these days. */
export async function countIssued(em: EntityManager, scope: ReportScope, days: Days): Promise<number> {
  const [row] = await executeSql<{ n: number }>(
    em,
    `WITH issued AS (${issued}) SELECT count(*)::int AS n FROM issued WHERE issue_date >= $4 AND issue_date < $5`,
    [...scopeOf(scope), days.from, days.until],
  );
  return row!.n;
}

/** Expenses of these days, less the tax that is reclaimed, in minor units. */
export async function sumExpenses(em: EntityManager, scope: ReportScope, days: Days): Promise<number> {
  const [row] = await executeSql<{ sum: number }>(
    em,
    `SELECT coalesce(sum(amount_minor - tax_minor), 0)::float8 AS sum FROM expenses
     WHERE owner_id = $1 AND currency = $2 AND spent_on >= $3 AND spent_on < $4`,
    [scope.ownerId, scope.currency, days.from, days.until],
  );
  return row!.sum;
}

/** Tax of one rate, in minor units; the rate in 1e-4 percent. */
export interface TaxOfDays {
  taxRateId: string | null;
  rate: number;
  base: number;
  tax: number;
}

const taxed = `
  SELECT tax_lines, 1 AS sign FROM issued WHERE issue_date >= $4 AND issue_date < $5
  UNION ALL SELECT tax_lines, -1 FROM issued WHERE cancelled_on >= $4 AND cancelled_on < $5
  UNION ALL SELECT c.tax_lines, -1 FROM credit_notes c JOIN issued i ON i.id = c.invoice_id
  WHERE c.issue_date >= $4 AND c.issue_date < $5
  UNION ALL SELECT c.tax_lines, 1 FROM credit_notes c JOIN issued i ON i.id = c.invoice_id
  WHERE c.voided_on >= $4 AND c.voided_on < $5`;
const invoicedTaxes = `SELECT (line->>'rate')::int AS rate, sign * (line->>'base')::bigint AS base,
    sign * (line->>'tax')::bigint AS tax
  FROM (${taxed}) AS taxed, jsonb_array_elements(tax_lines) AS line`;
/** Shares are differences of running totals, so that the taxes of all instalments add up to those of the invoice. */
const paidTaxes = `SELECT (line->>'rate')::int AS rate,
    round((line->>'base')::numeric * until / total_minor) - round((line->>'base')::numeric * before / total_minor) AS base,
    round((line->>'tax')::numeric * until / total_minor) - round((line->>'tax')::numeric * before / total_minor) AS tax
  FROM (
    SELECT i.tax_lines, i.total_minor, sum(e.amount_minor) AS until,
      coalesce(sum(e.amount_minor) FILTER (WHERE e.booked_on < $4), 0) AS before
    FROM issued i JOIN invoice_entries e ON e.invoice_id = i.id AND e.kind = 'payment' AND e.booked_on < $5
    WHERE i.total_minor <> 0 GROUP BY i.id, i.tax_lines, i.total_minor HAVING bool_or(e.booked_on >= $4)
  ) AS paid, jsonb_array_elements(tax_lines) AS line`;

/**
 * Tax of these days by rate. Accrual: of invoices issued, less that of credit notes and of invoices cancelled. Cash: of
 * payments, less refunds.
 */
export function readTaxes(
  em: EntityManager,
  scope: ReportScope,
  days: Days,
  basis: "accrual" | "cash",
): Promise<TaxOfDays[]> {
  return executeSql<TaxOfDays>(
    em,
    `WITH issued AS (${issued}), summed AS (
       SELECT rate, sum(base) AS base, sum(tax) AS tax
       FROM (${basis === "accrual" ? invoicedTaxes : paidTaxes}) AS taxes GROUP BY rate
     )
     SELECT rate, base::float8 AS base, tax::float8 AS tax,
       (SELECT min(id) FROM tax_rates t WHERE t.owner_id = $1 AND CASE WHEN t.is_withheld THEN -t.rate ELSE t.rate END = summed.rate HAVING count(*) = 1) AS "taxRateId"
     FROM summed ORDER BY rate`,
    [...scopeOf(scope), days.from, days.until],
  );
}
