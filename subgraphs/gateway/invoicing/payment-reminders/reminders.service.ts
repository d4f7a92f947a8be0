import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { newId } from "../../../../src/ids.ts";
import { extendedExpiry } from "../document-links/link-lifetime.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { daysOf } from "../../base/account-days.service.ts";
import { applyToInvoice } from "../invoices/change-invoice.service.ts";
import { invoiceTransitions } from "../invoices/invoice-states.ts";
import { queueInvoiceMail } from "../invoices/issue-invoice.service.ts";
import type { PaymentReminder, ReminderTemplate, SendPaymentReminderInput } from "./reminders.types.ts";
import { businessRule, invalidState } from "../../base/gateway.errors.ts";

const texts: Readonly<Record<ReminderTemplate, string>> = {
  upcoming:
    "This invoice is due soon. Please pay it by its due date. If you have paid it, please ignore this message.",
  standard:
    "We have not received your payment for this invoice yet. Please pay it, or contact us if you have already paid.",
  friendly:
    "This invoice may have been overlooked: we have not received your payment yet. If it is on its way, please ignore this message.",
  firm: "Despite our request we have not received your payment for this invoice. Please pay it within the next 7 days.",
  final:
    "This is our last reminder for this invoice. Please pay it at once, or contact us today if you cannot.",
};

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

/** As `sendPaymentReminder`, in the open transaction. */
export async function remind(
  em: EntityManager,
  ctx: InvoicingContext,
  input: SendPaymentReminderInput,
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
    const subject = `Payment reminder: invoice ${invoice.number}`;
    await queueInvoiceMail(em, invoice, { subject, message: input.message ?? texts[template] });
    return { event: "updated" };
  });
  return { id, invoiceId: input.invoiceId, sentOn, template };
}
