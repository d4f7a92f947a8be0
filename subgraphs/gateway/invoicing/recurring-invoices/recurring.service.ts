import { LockMode, type FilterQuery } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { validationError } from "../../../../src/errors.ts";
import { newId } from "../../../../src/ids.ts";
import { addDays, endOfDate, localDate } from "../../../../src/time/local-date.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { timezoneOf } from "../../base/account-days.service.ts";
import { findOrCreateClient } from "../invoices/clients.service.ts";
import { invoicingApp } from "../invoicing-app-id.ts";
import { priceForClient } from "../invoices/invoicing.service.ts";
import { readPage } from "../../base/read-page.service.ts";
import { visibleRows } from "../visible-rows.ts";
import { occurrenceDate, type Schedule } from "./occurrences.ts";
import { RecurringInvoiceEntity } from "./recurring-invoice.entity.ts";
import type * as types from "./recurring.types.ts";
import { invalidState, notFound } from "../../base/gateway.errors.ts";

/**
 * Schedules a recurring invoice; each invoice is created at the start of its date. Throws VALIDATION_ERROR for a past
 * start date or an end before the start, and the amount errors of `createInvoice`.
 */
export function createRecurringInvoice(
  ctx: InvoicingContext,
  input: types.CreateRecurringInvoiceInput,
): Promise<types.RecurringInvoice> {
  return exactlyOnce(ctx, { operation: "createRecurringInvoice", input }, async (em) => {
    const ownerId = ownerOf(ctx);
    const now = ctx.clock.now();
    const timezone = input.timezone ?? (await timezoneOf(em, ownerId));
    const { frequency, startDate, endDate = null, count = null, timezone: _, ...template } = input;
    if (startDate < localDate(now, timezone))
      throw validationError([{ path: "startDate", message: "must not be in the past", rule: "minimum" }]);
    if (endDate !== null && endDate < startDate)
      throw validationError([{ path: "endDate", message: "must not be before startDate", rule: "minimum" }]);
    await priceForClient(em, ctx, Object.assign({ email: template.client }, template));
    const named = { email: template.client, name: template.customerName ?? null };
    const client = await findOrCreateClient(em, ctx, named);
    const row = Object.assign(new RecurringInvoiceEntity(), {
      id: newId("rec"),
      ownerId,
      appId: ctx.appId ?? invoicingApp,
      clientId: client.id,
      clientEmail: template.client,
      template,
      frequency,
      startDate,
      endDate,
      occurrences: count,
      autoSend: template.sendEmail ?? false,
      timezone,
      status: "active",
      made: 0,
      nextDate: startDate,
      nextAt: beginOfDate(startDate, timezone),
      version: 1,
      createdAt: now,
      updatedAt: now,
    } satisfies RecurringInvoiceEntity);
    await em.persist(row).flush();
    return present(row);
  });
}

/** The caller's recurring invoices, newest first. */
export function listRecurringInvoices(
  ctx: InvoicingContext,
  { limit, after, status }: types.RecurringInvoicesArgs,
): Promise<types.RecurringInvoicePage> {
  const read = async (em: EntityManager) => {
    const { deletedAt: _, ...own } = visibleRows(ctx);
    const filter = { ...own, ...(status ? { status } : {}) } as FilterQuery<RecurringInvoiceEntity>;
    const list = ["recurring", status] as const;
    const { rows, ...page } = await readPage(em, ctx, RecurringInvoiceEntity, { filter, list, limit, after });
    return { recurringInvoices: rows.map(present), ...page };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** Ends a recurring invoice; its invoices remain. Throws NOT_FOUND, and INVALID_STATE for an ended one. */
export function endRecurringInvoice(
  ctx: InvoicingContext,
  input: types.RecurringIdInput,
): Promise<types.RecurringInvoice> {
  return exactlyOnce(ctx, { operation: "endRecurringInvoice", input }, async (em) => {
    const { deletedAt: _, ...own } = visibleRows(ctx);
    const where = { id: input.recurringId, ...own };
    const row = await em.findOne(RecurringInvoiceEntity, where, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!row) throw notFound("recurring invoice");
    if (row.status === "ended") throw invalidState("recurring invoice", "ended", []);
    Object.assign(row, { status: "ended", nextDate: null, nextAt: null, updatedAt: ctx.clock.now() });
    row.version += 1;
    return present(row);
  });
}

/** Advances a recurring invoice to its next date, or ends it. The caller holds its row lock. */
export function advance(row: RecurringInvoiceEntity, now: Date): void {
  row.made += 1;
  row.version += 1;
  row.updatedAt = now;
  row.nextDate = occurrenceDate(row satisfies Schedule, row.made);
  row.nextAt = row.nextDate === null ? null : beginOfDate(row.nextDate, row.timezone);
  if (row.nextDate === null) row.status = "ended";
}

function beginOfDate(date: string, timezone: string): Date {
  return endOfDate(addDays(date, -1), timezone);
}

function present(row: RecurringInvoiceEntity): types.RecurringInvoice {
  const {
    id,
    status,
    clientId,
    clientEmail: client,
    frequency,
    startDate,
    endDate,
    occurrences: count,
  } = row;
  const { autoSend, timezone, made, nextDate, version, createdAt, updatedAt } = row;
  const schedule = { frequency, startDate, endDate, count, autoSend, timezone, made, nextDate };
  return { id, status, clientId, client, ...schedule, version, createdAt, updatedAt };
}
