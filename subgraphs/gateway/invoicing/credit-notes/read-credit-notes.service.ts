import type { FilterQuery } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import { currencyDecimals } from "../../../../src/currency.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { toMajor } from "../../../../src/money.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { readPage } from "../../base/read-page.service.ts";
import { visibleRows } from "../visible-rows.ts";
import { CreditNoteEntity, openMinor } from "./credit-note.entity.ts";
import type { CreditNote, CreditNotePage, CreditNotesArgs, CreditNoteStatus } from "./credit-notes.types.ts";
import { notFound } from "../../base/gateway.errors.ts";

/** One of the caller's credit notes. Throws NOT_FOUND. */
export function readCreditNote(ctx: InvoicingContext, creditNoteId: string): Promise<CreditNote> {
  const read = async (em: EntityManager) => {
    const row = await em.findOne(CreditNoteEntity, { id: creditNoteId, ...visibleRows(ctx) });
    if (!row) throw notFound("credit note");
    return presentCreditNote(em, row);
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** The caller's credit notes, newest first. */
export function listCreditNotes(ctx: InvoicingContext, args: CreditNotesArgs): Promise<CreditNotePage> {
  const { limit, after, clientId, status } = args;
  const read = async (em: EntityManager) => {
    const filter = {
      ...visibleRows(ctx),
      ...(clientId ? { clientId } : {}),
      ...(status ? { id: { $in: await findByStatus(em, ctx, status) } } : {}),
    } as FilterQuery<CreditNoteEntity>;
    const list = ["credit-notes", clientId, status] as const;
    const { rows, ...page } = await readPage(em, ctx, CreditNoteEntity, { filter, list, limit, after });
    return { creditNotes: await presentCreditNotes(em, rows), ...page };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

const statusConditions: Readonly<Record<CreditNoteStatus, string>> = {
  open: "voided_on IS NULL AND applied_minor + refunded_minor < total_minor",
  applied: "voided_on IS NULL AND applied_minor + refunded_minor = total_minor",
  voided: "voided_on IS NOT NULL",
};

/** As `statusOf`, in SQL. */
async function findByStatus(
  em: EntityManager,
  ctx: InvoicingContext,
  status: CreditNoteStatus,
): Promise<string[]> {
  const sql = `SELECT id FROM credit_notes WHERE owner_id = $1 AND ${statusConditions[status]}`;
  return (await executeSql<{ id: string }>(em, sql, [ownerOf(ctx)])).map(({ id }) => id);
}

/** Current status of a credit note. */
export function statusOf(row: CreditNoteEntity): CreditNoteStatus {
  if (row.voidedOn !== null) return "voided";
  return openMinor(row) > 0 ? "open" : "applied";
}

/** Converts a credit note to its GraphQL type, with its applications. */
export async function presentCreditNote(em: EntityManager, row: CreditNoteEntity): Promise<CreditNote> {
  const [shown] = await presentCreditNotes(em, [row]);
  return shown!;
}

async function presentCreditNotes(
  em: EntityManager,
  rows: readonly CreditNoteEntity[],
): Promise<CreditNote[]> {
  const applications = await executeSql<{ sourceId: string; invoiceId: string; amount: number }>(
    em,
    `SELECT source_id AS "sourceId", invoice_id AS "invoiceId", sum(amount_minor)::float8 AS amount
     FROM invoice_entries WHERE kind = 'credit' AND source_id = ANY ($1)
     GROUP BY source_id, invoice_id HAVING sum(amount_minor) <> 0 ORDER BY min(created_at), invoice_id`,
    [rows.map(({ id }) => id)],
  );
  return rows.map((row) => {
    const major = (minor: number) => toMajor(minor, currencyDecimals(row.currency));
    const { id, number, invoiceId, clientId, currency, reason, issueDate, version, createdAt, updatedAt } =
      row;
    return {
      id,
      number,
      status: statusOf(row),
      invoiceId,
      clientId,
      currency,
      subtotal: major(row.subtotalMinor),
      taxLines: row.taxLines.map(({ rate, base, tax }) => ({
        rate: toMajor(rate, 4),
        base: major(base),
        tax: major(tax),
      })),
      taxTotal: major(row.taxMinor),
      total: major(row.totalMinor),
      applied: major(row.appliedMinor),
      refunded: major(row.refundedMinor),
      balance: major(openMinor(row)),
      applications: applications
        .filter(({ sourceId }) => sourceId === id)
        .map((one) => ({ invoiceId: one.invoiceId, amount: major(one.amount) })),
      reason,
      voidReason: row.voidReason,
      issueDate,
      version,
      createdAt,
      updatedAt,
    };
  });
}
