import { LockMode } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import { currencyDecimals } from "../../../../src/currency.ts";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { validationError } from "../../../../src/errors.ts";
import { toMajor } from "../../../../src/money.ts";
import { localDate } from "../../../../src/time/local-date.ts";
import { invalidState, notFound, versionConflict } from "../../base/gateway.errors.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { stateOf } from "../invoices/invoice-states.ts";
import { InvoiceEntity } from "../invoices/invoice.entity.ts";
import { priceForClient } from "../invoices/invoicing.service.ts";
import { visibleRows } from "../visible-rows.ts";
import { occurrenceDate } from "./occurrences.ts";
import { RecurringInvoiceEntity } from "./recurring-invoice.entity.ts";
import { beginOfDate, moveTo, present, resume } from "./recurring.service.ts";
import type * as types from "./recurring.types.ts";

const mostShown = 20;

/** A recurring invoice with its newest invoices. Throws NOT_FOUND. */
export function readRecurringInvoice(
  ctx: InvoicingContext,
  recurringId: string,
): Promise<types.RecurringInvoiceDetails> {
  const read = async (em: EntityManager) => {
    const row = await em.findOne(RecurringInvoiceEntity, ownRow(ctx, recurringId));
    if (!row) throw notFound("recurring invoice");
    const made = { recurringId: row.id, ...visibleRows(ctx) };
    const invoices = await em.find(InvoiceEntity, made, {
      orderBy: { recurringOn: "desc" },
      limit: mostShown,
    });
    const produced = invoices.map((invoice) => presentProduced(ctx, invoice));
    return Object.assign(present(row), { invoices: produced });
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/**
 * Changes what future invoices are made from, and when the schedule ends. Throws NOT_FOUND, VERSION_CONFLICT, INVALID_STATE for
 * an ended one, VALIDATION_ERROR for an end before the next date, and the amount errors of `createInvoice`.
 */
export function updateRecurringInvoice(
  ctx: InvoicingContext,
  input: types.UpdateRecurringInvoiceInput,
): Promise<types.RecurringInvoice> {
  return changeRecurring(ctx, "updateRecurringInvoice", input, async (em, row) => {
    const { items, taxRate, discount, notes, autoSend } = input;
    const given = Object.entries({ items, taxRate, discount, notes, sendEmail: autoSend });
    const changes = Object.fromEntries(given.filter(([, value]) => value !== undefined));
    row.template = Object.assign({}, row.template, changes);
    if (!row.template.items)
      throw validationError([{ path: "items", message: "must not be null", rule: "type" }]);
    await priceForClient(em, ctx, Object.assign({ email: row.clientEmail }, row.template));
    row.autoSend = row.template.sendEmail ?? false;
    if (typeof input.autoCharge === "boolean") row.autoCharge = input.autoCharge;
    if (input.endDate !== undefined) row.endDate = input.endDate;
    if (input.count !== undefined) row.occurrences = input.count;
    if (occurrenceDate(row, row.made) === null) {
      const path = input.count === undefined ? "endDate" : "count";
      throw validationError([{ path, message: "must leave at least the next date", rule: "minimum" }]);
    }
    moveTo(row, row.made);
  });
}

/**
 * Pauses a recurring invoice, until `resumeAt` where that is given. Dates that pass meanwhile make no invoice. A paused one
 * gets the new `resumeAt`. Throws NOT_FOUND, INVALID_STATE for an ended one, and VALIDATION_ERROR for a past date.
 */
export function pauseRecurringInvoice(
  ctx: InvoicingContext,
  input: types.PauseRecurringInvoiceInput,
): Promise<types.RecurringInvoice> {
  return changeRecurring(ctx, "pauseRecurringInvoice", input, async (_em, row) => {
    const { resumeAt = null } = input;
    if (resumeAt !== null && resumeAt <= localDate(ctx.clock.now(), row.timezone))
      throw validationError([{ path: "resumeAt", message: "must be after today", rule: "minimum" }]);
    row.status = "paused";
    row.resumeAt = resumeAt === null ? null : beginOfDate(resumeAt, row.timezone);
  });
}

/**
 * Resumes a recurring invoice with its first date from today on. An active one stays as it is. Throws NOT_FOUND, and
 * INVALID_STATE for an ended one.
 */
export function resumeRecurringInvoice(
  ctx: InvoicingContext,
  input: types.RecurringIdInput,
): Promise<types.RecurringInvoice> {
  return changeRecurring(ctx, "resumeRecurringInvoice", input, async (_em, row) => {
    if (row.status === "paused") resume(row, localDate(ctx.clock.now(), row.timezone));
  });
}

function changeRecurring(
  ctx: InvoicingContext,
  operation: string,
  input: { recurringId: string; version?: number | null },
  change: (em: EntityManager, row: RecurringInvoiceEntity) => Promise<void>,
): Promise<types.RecurringInvoice> {
  return exactlyOnce(ctx, { operation, input }, async (em) => {
    const where = ownRow(ctx, input.recurringId);
    const row = await em.findOne(RecurringInvoiceEntity, where, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!row) throw notFound("recurring invoice");
    if (typeof input.version === "number" && input.version !== row.version)
      throw versionConflict(row.version);
    if (row.status === "ended") throw invalidState("recurring invoice", "ended", []);
    await change(em, row);
    row.version += 1;
    row.updatedAt = ctx.clock.now();
    await em.flush();
    return present(row);
  });
}

function ownRow(ctx: InvoicingContext, id: string) {
  const { deletedAt: _, ...own } = visibleRows(ctx);
  return { id, ...own };
}

function presentProduced(ctx: InvoicingContext, row: InvoiceEntity): types.ProducedInvoice {
  const { id: invoiceId, number, currency, recurringOn } = row;
  const total = toMajor(row.totalMinor, currencyDecimals(currency));
  return { invoiceId, date: recurringOn!, number, status: stateOf(row, ctx.clock.now()), total, currency };
}
