import type { EntityManager } from "@mikro-orm/postgresql";
import { currencyDecimals } from "../../../../src/currency.ts";
import { toMajor } from "../../../../src/money.ts";
import { validationError } from "../../../../src/errors.ts";
import { enqueue } from "../../../../src/jobs/enqueue.ts";
import { extendedExpiry } from "../document-links/link-lifetime.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { daysOf } from "../../base/account-days.service.ts";
import type { DeletedDocument } from "../invoices/invoice.types.ts";
import { sameLines, usualRateOf } from "../invoices/edit-invoice.service.ts";
import { priceForClient } from "../invoices/invoicing.service.ts";
import { priceInvoice } from "../invoices/read-invoice-input.ts";
import { newId } from "../../../../src/ids.ts";
import { useSellerProfile } from "../seller-profile/sellers.service.ts";
import { changeQuotation, type ChangeQuotation } from "./change-quotation.service.ts";
import type * as types from "./quotation-input.types.ts";
import { quotationConflict, requireQuotationTransition } from "./quotation-states.ts";
import type { Quotation } from "./quotation.types.ts";
import type { QuotationEntity } from "./quotation.entity.ts";
import { quotedMoney, validityOf } from "./quotations.service.ts";
import { sendQuotationMailJob } from "./send-quotation-mail.job.ts";

/**
 * Sends a draft, or resends a sent or expired quotation; an expired one needs a new `validUntil`. Throws
 * INVOICE_STATE_CONFLICT for an accepted or declined one, VALIDATION_ERROR for a past `validUntil` or without a
 * recipient.
 */
export function sendQuotation(ctx: InvoicingContext, input: types.SendQuotationInput): Promise<Quotation> {
  return changeQuotation(ctx, { operation: "sendQuotation", input }, async ({ em, quotation, state }) => {
    if (state !== "sent") requireQuotationTransition(state, "sent");
    if (!input.to && quotation.clientEmail === null)
      throw required("to", "the quotation has no e-mail address");
    if (!input.validUntil && state === "expired") throw required("validUntil", "the quotation has expired");
    if (input.validUntil || state === "draft") {
      const validUntil = input.validUntil ?? quotation.validUntil;
      Object.assign(quotation, validityOf(await daysOf(em, ctx), validUntil), { expiryToldAt: null });
    }
    const mail = { quotationId: quotation.id, ownerId: quotation.ownerId, mailId: newId("mail") };
    await enqueue(em, sendQuotationMailJob, { ...mail, ...(input.to ? { to: input.to } : {}) });
    quotation.sellerProfileId = await useSellerProfile(em, quotation.ownerId);
    quotation.delivery = "queued";
    quotation.portalLinkExpiresAt = extendedExpiry(quotation.portalLinkExpiresAt, ctx.clock.now());
    quotation.status = "sent";
    quotation.sentAt = ctx.clock.now();
    return state === "sent" ? null : "sent";
  });
}

/** Records that the client accepted. Throws INVOICE_STATE_CONFLICT unless it is sent and not expired. */
export function acceptQuotation(
  ctx: InvoicingContext,
  input: types.AcceptQuotationInput,
): Promise<Quotation> {
  return changeQuotation(ctx, { operation: "acceptQuotation", input }, accept(ctx, input.acceptedBy));
}

/** Records that the client declined. Throws INVOICE_STATE_CONFLICT unless it is sent and not expired. */
export function declineQuotation(
  ctx: InvoicingContext,
  input: types.DeclineQuotationInput,
): Promise<Quotation> {
  return changeQuotation(ctx, { operation: "declineQuotation", input }, decline(ctx, input.reason));
}

/** Returns the change that accepts a quotation. */
export function accept(ctx: InvoicingContext, acceptedBy: string | null | undefined): ChangeQuotation {
  return async ({ quotation, state }) => {
    requireQuotationTransition(state, "accepted");
    quotation.status = "accepted";
    quotation.acceptedAt = ctx.clock.now();
    quotation.acceptedBy = acceptedBy ?? null;
    return "accepted";
  };
}

/** Returns the change that declines a quotation. */
export function decline(ctx: InvoicingContext, reason: string | null | undefined): ChangeQuotation {
  return async ({ quotation, state }) => {
    requireQuotationTransition(state, "declined");
    quotation.status = "declined";
    quotation.declinedAt = ctx.clock.now();
    quotation.declineReason = reason ?? null;
    return "declined";
  };
}

/** Updates a draft. Throws INVOICE_STATE_CONFLICT unless it is a draft, and the errors of `createQuotation`. */
export function updateQuotation(
  ctx: InvoicingContext,
  input: types.UpdateQuotationInput,
): Promise<Quotation> {
  return changeQuotation(ctx, { operation: "updateQuotation", input }, async ({ em, quotation, state }) => {
    if (state !== "draft") throw quotationConflict(state);
    const { customerName, validUntil, notes } = input;
    if (customerName) quotation.clientName = customerName;
    if (notes !== undefined) quotation.notes = notes;
    if (validUntil) Object.assign(quotation, validityOf(await daysOf(em, ctx), validUntil));
    await reprice(em, ctx, quotation, input);
    return null;
  });
}

/** Calculates a draft anew after a change of its lines, tax rate or discount. New lines get its single rate, as of an invoice. */
async function reprice(
  em: EntityManager,
  ctx: InvoicingContext,
  quotation: QuotationEntity,
  { items, taxRate, discount }: types.UpdateQuotationInput,
): Promise<void> {
  if (!items && typeof taxRate !== "number" && discount === undefined) return;
  const { currency, discountMinor, clientEmail: email, lines } = quotation;
  const { roundingMode, taxRoundingLevel } = quotation;
  const decimals = currencyDecimals(currency);
  const money = { currency, discount: discount === undefined ? toMajor(discountMinor, decimals) : discount };
  const priced = items
    ? await priceForClient(em, ctx, {
        ...money,
        email,
        items,
        taxRate: taxRate ?? usualRateOf(quotation, lines),
      })
    : priceInvoice(
        { ...money, items: sameLines(lines, decimals, typeof taxRate === "number"), taxRate },
        { roundingMode, taxRoundingLevel },
      );
  Object.assign(quotation, quotedMoney(priced));
}

/** Soft-deletes a draft. Throws INVOICE_STATE_CONFLICT unless it is a draft. */
export async function deleteDraftQuotation(
  ctx: InvoicingContext,
  input: types.QuotationIdInput,
): Promise<DeletedDocument> {
  const call = { operation: "deleteDraftQuotation", input };
  const { id } = await changeQuotation(ctx, call, async ({ quotation, state }) => {
    if (state !== "draft") throw quotationConflict(state);
    quotation.deletedAt = ctx.clock.now();
    return null;
  });
  return { id, deleted: true };
}

function required(path: string, why: string) {
  return validationError([{ path, message: `is required because ${why}`, rule: "required" }]);
}
