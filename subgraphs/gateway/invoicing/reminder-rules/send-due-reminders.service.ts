import { asSystem, inTransaction } from "../../../../src/db/transaction.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { remind } from "../payment-reminders/reminders.service.ts";
import { selectDueReminders, type DueReminder } from "./due-reminders.rows.ts";

/** Reminders of all accounts that rules ask for now. */
export function findDueReminders(ctx: InvoicingContext, limit = 500): Promise<DueReminder[]> {
  return asSystem(ctx.em, (em) => selectDueReminders(em, ctx.clock.now(), limit));
}

/**
 * Sends the reminder of a rule and charges its late fee, at most one per invoice and day with any number of schedulers. Throws BUSINESS_RULE or
 * INVALID_STATE when the invoice was reminded or paid in the meantime.
 */
export async function sendDueReminder(
  ctx: InvoicingContext,
  { invoiceId, template, feeDays }: DueReminder,
): Promise<void> {
  await inTransaction(ctx, (em) => remind(em, ctx, { invoiceId, template }, feeDays));
}
