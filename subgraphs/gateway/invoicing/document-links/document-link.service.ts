import type { EntityManager } from "@mikro-orm/postgresql";
import { DomainError } from "../../../../src/errors.ts";
import { hashToken } from "../../base/page-token.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { invoiceNotFound } from "../invoicing.errors.ts";
import { InvoiceEntity } from "../invoices/invoice.entity.ts";
import { QuotationEntity } from "../quotations/quotation.entity.ts";
import { quotationNotFound } from "../quotations/quotations.errors.ts";
import { wasReplaced } from "./replaced-link.rows.ts";

/** The invoice of a payment link. Throws INVOICE_NOT_FOUND for an unknown link, and LINK_EXPIRED for one that has ended. */
export async function invoiceOfLink(
  em: EntityManager,
  ctx: InvoicingContext,
  token: string,
): Promise<InvoiceEntity> {
  const paymentTokenHash = hashToken(token);
  const invoice = await em.findOne(InvoiceEntity, { paymentTokenHash, deletedAt: null });
  if (!invoice) throw (await wasReplaced(em, paymentTokenHash)) ? linkExpired() : invoiceNotFound();
  if (invoice.paymentLinkExpiresAt <= ctx.clock.now()) throw linkExpired();
  return invoice;
}

/** As `invoiceOfLink`, for a quotation. Throws QUOTATION_NOT_FOUND and LINK_EXPIRED. */
export async function quotationOfLink(
  em: EntityManager,
  ctx: InvoicingContext,
  token: string,
): Promise<QuotationEntity> {
  const portalTokenHash = hashToken(token);
  const quotation = await em.findOne(QuotationEntity, { portalTokenHash, deletedAt: null });
  if (!quotation) throw (await wasReplaced(em, portalTokenHash)) ? linkExpired() : quotationNotFound();
  if (quotation.portalLinkExpiresAt <= ctx.clock.now()) throw linkExpired();
  return quotation;
}

/** 410 for a link that worked once. It says nothing about its document. */
export function linkExpired(): DomainError {
  return new DomainError(
    "LINK_EXPIRED",
    "This link has expired or was replaced. Ask the sender for a new link.",
  );
}
