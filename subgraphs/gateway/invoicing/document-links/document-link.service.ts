import type { EntityManager } from "@mikro-orm/postgresql";
import { DomainError } from "../../../../src/errors.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { hashToken } from "../../base/page-token.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { invoiceNotFound } from "../invoicing.errors.ts";
import { InvoiceEntity } from "../invoices/invoice.entity.ts";
import { QuotationEntity } from "../quotations/quotation.entity.ts";
import { quotationNotFound } from "../quotations/quotations.errors.ts";

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

/** Remembers that a link was replaced: whoever has it learns that it has ended. */
export async function keepReplaced(
  em: EntityManager,
  ctx: InvoicingContext,
  { ownerId, tokenHash }: { ownerId: string; tokenHash: string },
): Promise<void> {
  const sql = `INSERT INTO replaced_links (token_hash, owner_id, replaced_at) VALUES ($1, $2, $3)
    ON CONFLICT (token_hash) DO NOTHING`;
  await executeSql(em, sql, [tokenHash, ownerId, ctx.clock.now()]);
}

/** 410 for a link that worked once. It says nothing about its document. */
export function linkExpired(): DomainError {
  return new DomainError(
    "LINK_EXPIRED",
    "This link has expired or was replaced. Ask the sender for a new link.",
  );
}

async function wasReplaced(em: EntityManager, tokenHash: string): Promise<boolean> {
  const sql = "SELECT 1 FROM replaced_links WHERE token_hash = $1";
  return (await executeSql(em, sql, [tokenHash])).length > 0;
}
