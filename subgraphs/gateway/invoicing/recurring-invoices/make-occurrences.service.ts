import { LockMode } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import { copyContext } from "../../../../src/context.ts";
import { isAccountOpen } from "../../../../src/access/open-account.ts";
import { asSystem, inTransaction } from "../../../../src/db/transaction.ts";
import { enqueue } from "../../../../src/jobs/enqueue.ts";
import { localDate } from "../../../../src/time/local-date.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { addInvoice } from "../invoices/invoicing.service.ts";
import { InvoiceEntity } from "../invoices/invoice.entity.ts";
import { chargeInvoiceJob } from "../saved-methods/charge-invoice.job.ts";
import { scheduleCharge } from "../saved-methods/charge-invoice.service.ts";
import { selectDueRecurring } from "./due-recurring.rows.ts";
import { advance, resume } from "./recurring.service.ts";
import { RecurringInvoiceEntity } from "./recurring-invoice.entity.ts";

/** Due recurring invoices of all open accounts, oldest first. */
export function findDueRecurring(
  ctx: InvoicingContext,
  limit = 100,
): Promise<{ id: string; ownerId: string }[]> {
  return asSystem(ctx.em, (em) => selectDueRecurring(em, ctx.clock.now(), limit));
}

/**
 * Creates the invoice of a due date and advances the schedule, atomically. Exactly one invoice per date with any number of
 * schedulers: the row lock serializes them, and a date with an invoice is skipped. The dates of a suspended or closed account
 * wait.
 */
export async function makeOccurrence(ctx: InvoicingContext, recurringId: string): Promise<void> {
  await inTransaction(ctx, async (em) => {
    const now = ctx.clock.now();
    const row = await em.findOne(
      RecurringInvoiceEntity,
      { id: recurringId },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    if (row?.resumeAt && row.resumeAt.getTime() <= now.getTime() && (await isAccountOpen(em, row.ownerId)))
      resume(row, localDate(row.resumeAt, row.timezone));
    if (row?.status !== "active" || row.nextDate === null || row.nextAt!.getTime() > now.getTime()) return;
    if (!(await isAccountOpen(em, row.ownerId))) return;
    const occurrence = { recurringId: row.id, recurringOn: row.nextDate };
    const isMade = (await em.count(InvoiceEntity, occurrence)) > 0;
    if (!isMade) {
      const invoice = await addInvoice(em, copyContext(ctx, { appId: row.appId }), row.template, occurrence);
      if (row.autoCharge && invoice.status === "sent") await startCharging(em, ctx, row, invoice.id);
    }
    advance(row, now);
  });
}

async function startCharging(
  em: EntityManager,
  ctx: InvoicingContext,
  { ownerId, clientId }: RecurringInvoiceEntity,
  invoiceId: string,
): Promise<void> {
  await em.flush();
  const id = await scheduleCharge(em, ctx, { id: invoiceId, ownerId, clientId });
  await enqueue(em, chargeInvoiceJob, { ownerId, autoChargeId: id }, { singletonKey: id });
}
