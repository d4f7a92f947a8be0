import { validationError } from "../../../../src/errors.ts";
import { extendedExpiry } from "../document-links/link-lifetime.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { receive } from "../payments-received/record-payment.service.ts";
import { daysOf } from "../../base/account-days.service.ts";
import { changeInvoice, type InvoiceChange, type InvoiceChanged } from "./change-invoice.service.ts";
import { receivingContacts } from "./clients.service.ts";
import { amountDueMinor, invoiceTransitions, requireTransition, stateConflict } from "./invoice-states.ts";
import type { DeletedDocument, Invoice } from "./invoice.types.ts";
import { releaseExpenses } from "../expenses/release-expenses.service.ts";
import type * as types from "./invoice-life.types.ts";
import { issueInvoice, queueInvoiceMail, type IssueFacts } from "./issue-invoice.service.ts";

/**
 * Issues a draft and e-mails it; a sent or overdue invoice is e-mailed again with the same number. Throws
 * INVOICE_STATE_CONFLICT for a paid or cancelled one, VALIDATION_ERROR without a recipient.
 */
export function sendInvoice(ctx: InvoicingContext, input: types.SendInvoiceInput): Promise<Invoice> {
  return changeInvoice(ctx, { operation: "sendInvoice", input }, async (change) => {
    const { em, invoice, state } = change;
    const isIssued = state === "sent" || state === "overdue";
    if (!isIssued) requireTransition(state, "sent");
    if (!input.to) await requireRecipient(change);
    if (!isIssued) await issueInvoice(em, ctx, invoice);
    invoice.paymentLinkExpiresAt = extendedExpiry(invoice.paymentLinkExpiresAt, ctx.clock.now());
    const { to, subject, message } = input;
    await queueInvoiceMail(em, invoice, {
      ...(to ? { to } : {}),
      ...(subject ? { subject } : {}),
      ...(message ? { message } : {}),
    });
    return { event: isIssued ? "updated" : "sent" };
  });
}

/**
 * Issues a draft whose e-mail the caller enqueues, within a change of it. Throws INVOICE_STATE_CONFLICT after issue,
 * VALIDATION_ERROR without a recipient.
 */
export async function sendDraft(
  ctx: InvoicingContext,
  change: InvoiceChange,
  facts: IssueFacts,
): Promise<InvoiceChanged> {
  const { em, invoice, state } = change;
  if (state !== "draft") throw stateConflict("invoice", state, invoiceTransitions[state]);
  await requireRecipient(change);
  await issueInvoice(em, ctx, invoice, { facts });
  invoice.delivery = "queued";
  return { event: "sent" };
}

async function requireRecipient({ em, invoice }: InvoiceChange): Promise<void> {
  if (invoice.clientEmail !== null || (await receivingContacts(em, invoice.clientId)).length > 0) return;
  const message = "is required because the invoice has no e-mail address";
  throw validationError([{ path: "to", message, rule: "required" }]);
}

/** Issues a draft that was delivered by other means, without an e-mail. Throws INVOICE_STATE_CONFLICT. */
export function markInvoiceSent(ctx: InvoicingContext, input: types.MarkInvoiceSentInput): Promise<Invoice> {
  const sentAt = input.sentAt ?? ctx.clock.now();
  refuseFuture(ctx, "sentAt", sentAt);
  return changeInvoice(ctx, { operation: "markInvoiceSent", input }, async ({ em, invoice, state }) => {
    if (state !== "draft") throw stateConflict("invoice", state, invoiceTransitions[state]);
    await issueInvoice(em, ctx, invoice, { given: input.sentAt ?? undefined });
    return { event: "sent" };
  });
}

/** Records a payment of the whole amount due, made by other means. Throws INVOICE_STATE_CONFLICT. */
export function markInvoicePaid(ctx: InvoicingContext, input: types.MarkInvoicePaidInput): Promise<Invoice> {
  const paidAt = input.paidAt ?? ctx.clock.now();
  refuseFuture(ctx, "paidAt", paidAt);
  return changeInvoice(ctx, { operation: "markInvoicePaid", input }, async ({ em, invoice, state }) => {
    requireTransition(state, "paid");
    const amountMinor = amountDueMinor(invoice);
    await receive(em, ctx, invoice, { amountMinor, method: "other", reference: null, receivedAt: paidAt });
    return { event: "paid" };
  });
}

/** Voids an invoice that is not paid, in whole or part; it keeps its number. Throws INVOICE_STATE_CONFLICT. */
export function cancelInvoice(ctx: InvoicingContext, input: types.CancelInvoiceInput): Promise<Invoice> {
  return changeInvoice(ctx, { operation: "cancelInvoice", input }, async ({ em, invoice, state }) => {
    requireTransition(state, "cancelled");
    if (invoice.amountPaidMinor + invoice.amountCreditedMinor + invoice.amountWrittenOffMinor > 0)
      throw stateConflict(
        "invoice",
        state,
        invoiceTransitions[state].filter((one) => one !== "cancelled"),
      );
    invoice.status = "cancelled";
    invoice.cancelledAt = ctx.clock.now();
    invoice.cancelledOn = (await daysOf(em, ctx)).today;
    invoice.cancelReason = input.reason;
    await releaseExpenses(em, invoice.id, ctx.clock.now());
    if (invoice.delivery === "queued") invoice.delivery = "none";
    return { event: "cancelled" };
  });
}

/**
 * Soft-deletes a draft. Its number, if any, is not reused. Throws INVOICE_STATE_CONFLICT for an issued invoice.
 */
export async function deleteDraftInvoice(
  ctx: InvoicingContext,
  input: types.InvoiceIdInput,
): Promise<DeletedDocument> {
  const { id } = await changeInvoice(
    ctx,
    { operation: "deleteDraftInvoice", input },
    async ({ em, invoice, state }) => {
      if (state !== "draft") throw stateConflict("invoice", state, invoiceTransitions[state]);
      await releaseExpenses(em, invoice.id, ctx.clock.now());
      invoice.deletedAt = ctx.clock.now();
      return { event: "deleted" };
    },
  );
  return { id, deleted: true };
}

function refuseFuture(ctx: InvoicingContext, path: string, at: Date): void {
  if (at.getTime() <= ctx.clock.now().getTime()) return;
  throw validationError([{ path, message: "must not be in the future", rule: "maximum" }]);
}
