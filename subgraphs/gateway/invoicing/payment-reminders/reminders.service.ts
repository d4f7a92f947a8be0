import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { newId } from "../../../../src/ids.ts";
import { extendedExpiry } from "../document-links/link-lifetime.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { daysOf } from "../../base/account-days.service.ts";
import { chargeLateFee } from "../late-fees/charge-late-fee.service.ts";
import { applyToInvoice } from "../invoices/change-invoice.service.ts";
import { invoiceTransitions } from "../invoices/invoice-states.ts";
import { queueInvoiceMail } from "../invoices/issue-invoice.service.ts";
import type { PaymentReminder, SendPaymentReminderInput } from "./reminders.types.ts";
import { businessRule, invalidState } from "../../base/gateway.errors.ts";

/**
 * E-mails a payment reminder for an unpaid invoice, at most once per day in the account's time zone. Throws
 * INVOICE_NOT_FOUND, INVALID_STATE when nothing is due, BUSINESS_RULE for a second reminder of a day or without an e-mail
 * address.
 */
export function sendPaymentReminder(
  ctx: InvoicingContext,
  input: SendPaymentReminderInput,
): Promise<PaymentReminder> {
  return exactlyOnce(ctx, { operation: "sendPaymentReminder", input }, (em) => remind(em, ctx, input));
}

/** As `sendPaymentReminder`, in the open transaction; with `feeDays` it also charges the late fee of that stage. */
export async function remind(
  em: EntityManager,
  ctx: InvoicingContext,
  input: SendPaymentReminderInput,
  feeDays: number | null = null,
): Promise<PaymentReminder> {
  const { today: sentOn } = await daysOf(em, ctx);
  const id = newId("rem");
  const template = input.template ?? "standard";
  await applyToInvoice(em, ctx, { invoiceId: input.invoiceId }, async ({ invoice, state }) => {
    if (invoice.status !== "sent") throw invalidState("invoice", state, invoiceTransitions[state]);
    if (invoice.clientEmail === null)
      throw businessRule(
        "no_address",
        "The invoice has no e-mail address. Remind the client by other means.",
      );
    const [added] = await executeSql(
      em,
      `INSERT INTO payment_reminders (id, owner_id, invoice_id, sent_on, template, created_at)
       VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (invoice_id, sent_on) DO NOTHING RETURNING 1`,
      [id, invoice.ownerId, invoice.id, sentOn, template, ctx.clock.now()],
    );
    if (!added)
      throw businessRule(
        "one_reminder_a_day",
        "A reminder for this invoice was already sent today. Try again tomorrow.",
      );
    invoice.paymentLinkExpiresAt = extendedExpiry(invoice.paymentLinkExpiresAt, ctx.clock.now());
    const message = input.message ? { message: input.message } : {};
    await queueInvoiceMail(em, invoice, { reminder: template, ...message });
    if (feeDays !== null) await chargeLateFee(em, ctx, invoice, { days: feeDays, today: sentOn });
    return { event: "updated" };
  });
  return { id, invoiceId: input.invoiceId, sentOn, template };
}
