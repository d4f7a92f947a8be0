import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { newToken } from "../../../../src/ids.ts";
import { hashToken } from "../../base/page-token.ts";
import type { InvoicePaymentLink } from "../documents/documents.types.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { applyToInvoice } from "../invoices/change-invoice.service.ts";
import { amountDueMinor } from "../invoices/invoice-states.ts";
import type { InvoiceEntity } from "../invoices/invoice.entity.ts";
import { paymentLink, tokenPlace } from "../invoices/present-invoice.ts";
import { sealedLinks } from "../invoices/sealed-links.service.ts";
import { applyChange, lockQuotation } from "../quotations/change-quotation.service.ts";
import { portalLink, portalTokenPlace } from "../quotations/present-quotation.ts";
import type { QuotationEntity } from "../quotations/quotation.entity.ts";
import { visibleRows } from "../visible-rows.ts";
import type * as types from "./document-links.types.ts";
import { linkExpiry } from "./link-lifetime.ts";
import { keepReplaced } from "./replaced-link.rows.ts";

/** Gives an invoice a new payment link; the earlier one stops working. Throws INVOICE_NOT_FOUND. */
export function regeneratePaymentLink(
  ctx: InvoicingContext,
  input: types.RegeneratePaymentLinkInput,
): Promise<InvoicePaymentLink> {
  const revealedOnce = { ...sealedLinks(ctx), fields: ["url"] };
  return exactlyOnce(ctx, { operation: "regeneratePaymentLink", input, revealedOnce }, async (em) => {
    const invoice = await replaceOfInvoice(em, ctx, input);
    const payable = invoice.status === "sent" && amountDueMinor(invoice) > 0;
    return { url: paymentLink(ctx, invoice), expiresAt: invoice.paymentLinkExpiresAt, payable };
  });
}

/** Ends the payment link of an invoice. Nobody has the new one until it is read or mailed. Throws INVOICE_NOT_FOUND. */
export function revokePaymentLink(
  ctx: InvoicingContext,
  input: types.RevokePaymentLinkInput,
): Promise<types.RevokedDocumentLink> {
  return exactlyOnce(ctx, { operation: "revokePaymentLink", input }, async (em) => {
    const { id } = await replaceOfInvoice(em, ctx, input);
    return { documentId: id, revoked: true };
  });
}

/** Gives a quotation a new link; the earlier one stops working. Throws QUOTATION_NOT_FOUND. */
export function regenerateQuotationLink(
  ctx: InvoicingContext,
  input: types.RegenerateQuotationLinkInput,
): Promise<types.QuotationLink> {
  const revealedOnce = { ...sealedLinks(ctx), fields: ["url"] };
  return exactlyOnce(ctx, { operation: "regenerateQuotationLink", input, revealedOnce }, async (em) => {
    const quotation = await replaceOfQuotation(em, ctx, input);
    return { url: portalLink(ctx, quotation), expiresAt: quotation.portalLinkExpiresAt };
  });
}

/** Ends the link of a quotation, as `revokePaymentLink` does. Throws QUOTATION_NOT_FOUND. */
export function revokeQuotationLink(
  ctx: InvoicingContext,
  input: types.RevokeQuotationLinkInput,
): Promise<types.RevokedDocumentLink> {
  return exactlyOnce(ctx, { operation: "revokeQuotationLink", input }, async (em) => {
    const { id } = await replaceOfQuotation(em, ctx, input);
    return { documentId: id, revoked: true };
  });
}

async function replaceOfInvoice(
  em: EntityManager,
  ctx: InvoicingContext,
  input: types.RegeneratePaymentLinkInput,
): Promise<InvoiceEntity> {
  const { invoice } = await applyToInvoice(em, ctx, input, async ({ invoice: row }) => {
    const { ownerId, paymentTokenHash: tokenHash } = row;
    await keepReplaced(em, { ownerId, tokenHash, now: ctx.clock.now() });
    const token = newToken();
    row.paymentTokenHash = hashToken(token);
    row.paymentTokenSealed = ctx.ports.keyRing.seal(token, tokenPlace(row.id));
    row.paymentLinkExpiresAt = linkExpiry(ctx.clock.now(), input.expiresInDays);
    return { event: "updated" };
  });
  await em.flush();
  return invoice;
}

async function replaceOfQuotation(
  em: EntityManager,
  ctx: InvoicingContext,
  { quotationId, expiresInDays }: types.RegenerateQuotationLinkInput,
): Promise<QuotationEntity> {
  const row = await lockQuotation(em, { id: quotationId, ...visibleRows(ctx) });
  await applyChange(em, ctx, row, async () => {
    const { ownerId, portalTokenHash: tokenHash } = row;
    await keepReplaced(em, { ownerId, tokenHash, now: ctx.clock.now() });
    const token = newToken();
    row.portalTokenHash = hashToken(token);
    row.portalTokenSealed = ctx.ports.keyRing.seal(token, portalTokenPlace(row.id));
    row.portalLinkExpiresAt = linkExpiry(ctx.clock.now(), expiresInDays);
    return null;
  });
  await em.flush();
  return row;
}
