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
import { parseScheduleRule } from "./schedule-rule.ts";
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
    const { frequency: _f, interval: _i, rrule: _r, endDate: _e, count: _c, timezone: _, ...rest } = input;
    const { startDate, autoSend, autoCharge, ...given } = rest;
    const template = typeof autoSend === "boolean" ? { ...given, sendEmail: autoSend } : given;
    const { frequency, interval, endDate, occurrences } = scheduleOf(input);
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
      interval,
      startDate,
      endDate,
      occurrences,
      autoSend: template.sendEmail ?? false,
      autoCharge: autoCharge ?? false,
      timezone,
      status: "active",
      made: 0,
      nextDate: startDate,
      nextAt: beginOfDate(startDate, timezone),
      resumeAt: null,
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
    Object.assign(row, {
      status: "ended",
      nextDate: null,
      nextAt: null,
      resumeAt: null,
      updatedAt: ctx.clock.now(),
    });
    row.version += 1;
    return present(row);
  });
}

/** Advances a recurring invoice to its next date, or ends it. The caller holds its row lock. */
export function advance(row: RecurringInvoiceEntity, now: Date): void {
  row.version += 1;
  row.updatedAt = now;
  moveTo(row, row.made + 1);
}

/** Sets the next date to that of an occurrence, counted from 0; ends the schedule after its last one. */
export function moveTo(row: RecurringInvoiceEntity, index: number): void {
  row.made = index;
  row.nextDate = occurrenceDate(row satisfies Schedule, index);
  row.nextAt = row.nextDate === null ? null : beginOfDate(row.nextDate, row.timezone);
  if (row.nextDate === null) row.status = "ended";
}

/** Makes a paused one active with its first date not before `from`; the dates before are skipped. */
export function resume(row: RecurringInvoiceEntity, from: string): void {
  row.status = "active";
  row.resumeAt = null;
  let index = row.made;
  for (;;) {
    const date = occurrenceDate(row satisfies Schedule, index);
    if (date === null || date >= from) break;
    index += 1;
  }
  moveTo(row, index);
}

/** The beginning of a date in a time zone. */
export function beginOfDate(date: string, timezone: string): Date {
  return endOfDate(addDays(date, -1), timezone);
}

/** Schedule of an input with `frequency` or `rrule`. Throws VALIDATION_ERROR for both, neither, or an unsupported rule. */
export function scheduleOf(input: types.ScheduleInput): Omit<Required<Schedule>, "startDate"> {
  const { frequency = null, rrule = null, interval, endDate = null, count = null } = input;
  const refuse = (path: string, message: string, rule: string) => {
    throw validationError([{ path, message, rule }]);
  };
  if (rrule === null) {
    if (frequency === null) refuse("frequency", "is required unless rrule is given", "required");
    return { frequency: frequency!, interval: interval ?? 1, endDate, occurrences: count };
  }
  const others = Object.entries({ frequency, interval: interval ?? null, endDate, count });
  const [other] = others.find(([, value]) => value !== null) ?? [];
  if (other) refuse("rrule", `cannot be combined with ${other}`, "exclusive");
  const rule = parseScheduleRule(rrule);
  if (!rule) {
    const message = "must be a rule of FREQ (WEEKLY, MONTHLY or YEARLY), INTERVAL, and COUNT or UNTIL";
    refuse("rrule", message, "rrule");
  }
  const { count: occurrences, ...dates } = rule!;
  return { ...dates, occurrences };
}

/** Converts a stored recurring invoice to its GraphQL type. */
export function present(row: RecurringInvoiceEntity): types.RecurringInvoice {
  const {
    id,
    status,
    clientId,
    clientEmail: client,
    frequency,
    interval,
    startDate,
    endDate,
    occurrences: count,
  } = row;
  const { autoSend, autoCharge, timezone, made, nextDate, resumeAt, version, createdAt, updatedAt } = row;
  const dates = { made, nextDate, resumeAt: resumeAt && localDate(resumeAt, timezone) };
  const schedule = {
    frequency,
    interval,
    startDate,
    endDate,
    count,
    autoSend,
    autoCharge,
    timezone,
    ...dates,
  };
  return { id, status, clientId, client, ...schedule, version, createdAt, updatedAt };
}
