import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { selectFacts } from "../../base/ledger-facts.rows.ts";
import type { LedgerSource, OpenItem } from "../../base/ledger-source.ts";
import { invoicingApp } from "../invoicing-app-id.ts";

/**
 * The first allocation of a payment. It is a part of the payment where both have one day, which is the rule; otherwise the
 * payment is an advance until the day of the allocation. An online payment of an invoice on which nothing was due has no allocation.
 */
const first = `LATERAL (SELECT f.id, f.amount_minor, f.booked_on, f.invoice_id FROM (
    SELECT e.id, e.amount_minor, e.booked_on, e.invoice_id, e.created_at, 1 AS place FROM invoice_entries e
    WHERE e.source_id = p.id AND e.kind = 'payment'
    UNION ALL
    SELECT NULL, 0, p.received_on, o.invoice_id, o.created_at, 2 FROM online_payments o WHERE o.payment_id = p.id
  ) AS f ORDER BY f.place, f.created_at, f.id LIMIT 1) AS first ON true`;
const partyOf = "coalesce(i.client_id, i.client_name)";

const invoices = `SELECT 'invoice' AS kind, i.id, i.issue_date AS date, i.currency, 'Invoice ' || i.number AS memo,
    ${partyOf} AS party, NULL::text AS category,
    jsonb_build_object('net', i.subtotal_minor, 'tax', i.tax_minor) AS amounts, i.updated_at AS changed_at,
    i.id AS item, i.due_date AS due_on
  FROM invoices i WHERE i.owner_id = $1 AND i.issue_date IS NOT NULL AND i.total_minor > 0
  UNION ALL
  SELECT 'invoice_void', i.id, i.cancelled_on, i.currency, 'Invoice ' || i.number || ' voided', ${partyOf}, NULL,
    jsonb_build_object('net', -i.subtotal_minor, 'tax', -i.tax_minor), i.updated_at, i.id, NULL::date
  FROM invoices i WHERE i.owner_id = $1 AND i.issue_date IS NOT NULL AND i.cancelled_on IS NOT NULL AND i.total_minor > 0`;

const entries = `SELECT CASE e.kind WHEN 'payment' THEN 'payment_allocation' WHEN 'credit' THEN 'credit_application'
      ELSE 'write_off' END, e.id, e.booked_on, i.currency,
    CASE e.kind WHEN 'payment' THEN 'Payment' WHEN 'credit' THEN 'Credit' ELSE 'Write-off' END || ' on invoice ' || i.number,
    ${partyOf}, NULL, jsonb_build_object('amount', e.amount_minor), e.created_at, i.id, NULL::date
  FROM invoice_entries e JOIN invoices i ON i.id = e.invoice_id
  WHERE e.owner_id = $1 AND NOT (e.kind = 'payment' AND EXISTS (
    SELECT FROM payments_received p JOIN ${first} WHERE p.id = e.source_id AND first.id = e.id AND first.booked_on = p.received_on))`;

const payments = `SELECT 'payment', p.id, p.received_on, p.currency, 'Payment on invoice ' || i.number, ${partyOf}, NULL,
    jsonb_build_object('applied', now.applied, 'unapplied', p.amount_minor - now.applied), p.created_at, i.id, NULL::date
  FROM payments_received p JOIN ${first} JOIN invoices i ON i.id = first.invoice_id
  CROSS JOIN LATERAL (SELECT CASE WHEN first.booked_on = p.received_on THEN first.amount_minor ELSE 0 END AS applied) AS now
  WHERE p.owner_id = $1
  UNION ALL
  SELECT 'payment_void', p.id, p.voided_on, p.currency, 'Payment on invoice ' || i.number || ' voided', ${partyOf}, NULL,
    jsonb_build_object('amount', p.amount_minor), p.updated_at, NULL, NULL::date
  FROM payments_received p JOIN ${first} JOIN invoices i ON i.id = first.invoice_id
  WHERE p.owner_id = $1 AND p.voided_on IS NOT NULL
  UNION ALL
  SELECT 'payment_refund', r.id, r.refunded_on, p.currency, 'Refund of a payment on invoice ' || i.number, ${partyOf}, NULL,
    jsonb_build_object('amount', r.amount_minor), r.created_at, NULL, NULL::date
  FROM payment_refunds r JOIN payments_received p ON p.id = r.payment_id JOIN ${first}
  JOIN invoices i ON i.id = first.invoice_id WHERE r.owner_id = $1 AND r.status <> 'failed'`;

const creditNotes = `SELECT 'credit_note', c.id, c.issue_date, c.currency, 'Credit note ' || c.number, ${partyOf}, NULL,
    jsonb_build_object('net', c.subtotal_minor, 'tax', c.tax_minor), c.created_at, NULL, NULL::date
  FROM credit_notes c JOIN invoices i ON i.id = c.invoice_id WHERE c.owner_id = $1
  UNION ALL
  SELECT 'credit_note_void', c.id, c.voided_on, c.currency, 'Credit note ' || c.number || ' voided', ${partyOf}, NULL,
    jsonb_build_object('net', -c.subtotal_minor, 'tax', -c.tax_minor), c.updated_at, NULL, NULL::date
  FROM credit_notes c JOIN invoices i ON i.id = c.invoice_id WHERE c.owner_id = $1 AND c.voided_on IS NOT NULL
  UNION ALL
  SELECT 'credit_note_refund', r.id, r.refunded_on, c.currency, 'Refund of credit note ' || c.number, ${partyOf}, NULL,
    jsonb_build_object('amount', r.amount_minor), r.created_at, NULL, NULL::date
  FROM credit_note_refunds r JOIN credit_notes c ON c.id = r.credit_note_id JOIN invoices i ON i.id = c.invoice_id
  WHERE r.owner_id = $1`;

const expenses = `SELECT 'expense', x.id, x.spent_on, x.currency, left('Expense: ' || x.vendor, 500), NULL, x.category,
    jsonb_build_object('net', x.amount_minor - x.tax_minor, 'tax', x.tax_minor), x.updated_at, NULL, NULL::date
  FROM expenses x WHERE x.owner_id = $1 AND x.amount_minor > 0`;

/** Fees of the processor and of the platform, which are taken off the payments. */
const fees = `SELECT 'expense', o.id, o.paid_on, o.currency, 'Fees of a payment on invoice ' || i.number, NULL, 'Payment fees',
    jsonb_build_object('net', o.fee_minor, 'tax', 0), o.updated_at, NULL, NULL::date
  FROM online_payments o JOIN invoices i ON i.id = o.invoice_id
  WHERE o.owner_id = $1 AND o.paid_on IS NOT NULL AND o.fee_minor > 0
  UNION ALL
  SELECT 'expense', d.id, d.opened_on, d.currency, 'Fee of a dispute on invoice ' || i.number, NULL, 'Payment fees',
    jsonb_build_object('net', d.fee_minor, 'tax', 0), d.updated_at, NULL, NULL::date
  FROM payment_disputes d JOIN invoices i ON i.id = d.invoice_id WHERE d.owner_id = $1 AND d.fee_minor > 0`;

const union = [invoices, payments, entries, creditNotes, expenses, fees].join("\nUNION ALL\n");

/** Open invoices, unapplied payments and open credit notes at the end of a day. */
const openSql = `SELECT 'receivables' AS control, i.id, i.number AS label, ${partyOf} AS party,
    (i.total_minor - coalesce(moved.amount, 0))::float8 AS "openMinor"
  FROM invoices i LEFT JOIN LATERAL (SELECT sum(e.amount_minor) AS amount FROM invoice_entries e
    WHERE e.invoice_id = i.id AND e.booked_on <= $2) AS moved ON true
  WHERE i.owner_id = $1 AND i.currency = $3 AND i.issue_date <= $2 AND (i.cancelled_on IS NULL OR i.cancelled_on > $2)
    AND i.total_minor <> coalesce(moved.amount, 0)
  UNION ALL
  SELECT 'customer_credits', p.id, 'Payment ' || coalesce(p.reference, p.id), ${partyOf},
    (p.amount_minor - coalesce(used.amount, 0) - coalesce(back.amount, 0))::float8
  FROM payments_received p JOIN ${first} JOIN invoices i ON i.id = first.invoice_id
  LEFT JOIN LATERAL (SELECT sum(e.amount_minor) AS amount FROM invoice_entries e
    WHERE e.source_id = p.id AND e.kind = 'payment' AND e.booked_on <= $2) AS used ON true
  LEFT JOIN LATERAL (SELECT sum(r.amount_minor) AS amount FROM payment_refunds r
    WHERE r.payment_id = p.id AND r.status <> 'failed' AND r.refunded_on <= $2) AS back ON true
  WHERE p.owner_id = $1 AND p.currency = $3 AND p.received_on <= $2 AND (p.voided_on IS NULL OR p.voided_on > $2)
    AND p.amount_minor <> coalesce(used.amount, 0) + coalesce(back.amount, 0)
  UNION ALL
  SELECT 'customer_credits', c.id, 'Credit note ' || c.number, ${partyOf},
    (c.total_minor - coalesce(used.amount, 0) - coalesce(back.amount, 0))::float8
  FROM credit_notes c JOIN invoices i ON i.id = c.invoice_id
  LEFT JOIN LATERAL (SELECT sum(e.amount_minor) AS amount FROM invoice_entries e
    WHERE e.source_id = c.id AND e.kind = 'credit' AND e.booked_on <= $2) AS used ON true
  LEFT JOIN LATERAL (SELECT sum(r.amount_minor) AS amount FROM credit_note_refunds r
    WHERE r.credit_note_id = c.id AND r.refunded_on <= $2) AS back ON true
  WHERE c.owner_id = $1 AND c.currency = $3 AND c.issue_date <= $2 AND (c.voided_on IS NULL OR c.voided_on > $2)
    AND c.total_minor <> coalesce(used.amount, 0) + coalesce(back.amount, 0)
  ORDER BY 1, 4, 2 LIMIT $4`;

/** Invoices, payments, credit notes, refunds, write-offs and expenses of an account, for its books. */
export const invoicingLedgerSource: LedgerSource = {
  appId: invoicingApp,
  readFacts: (em, ownerId, query) => selectFacts(em, ownerId, { union, query }),
  readOpenItems: (em: EntityManager, ownerId, { asOf, currency, limit }) =>
    executeSql<OpenItem>(em, openSql, [ownerId, asOf, currency, limit]),
};
