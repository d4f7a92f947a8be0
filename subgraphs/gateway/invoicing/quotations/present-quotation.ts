import { currencyDecimals } from "../../../../src/currency.ts";
import { toMajor } from "../../../../src/money.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { presentItem } from "../invoices/present-external-invoice.ts";
import type { SellerCard } from "../seller-profile/seller-views.types.ts";
import { quotationStateOf } from "./quotation-states.ts";
import type { QuotationEntity } from "./quotation.entity.ts";
import type { ExternalQuotation, Quotation, QuotationPortalPage } from "./quotation.types.ts";

/** Converts a stored quotation to its GraphQL type. `invoiceId` is the invoice it was converted to. */
export function presentQuotation(
  ctx: InvoicingContext,
  row: QuotationEntity,
  invoiceId: string | null,
): Quotation {
  const { id, ownerId, appId, number, delivery, currency, validUntil, notes } = row;
  const { sentAt, acceptedAt, acceptedBy, declinedAt, declineReason, version, createdAt, updatedAt } = row;
  const client = { id: row.clientId, name: row.clientName, email: row.clientEmail, address: null, ownerId };
  const { answeredBy, answerIp } = row;
  const answer = { acceptedAt, acceptedBy, declinedAt, declineReason, answeredBy, answerIp };
  const life = { sentAt, ...answer, version, createdAt, updatedAt };
  return {
    id,
    ownerId,
    appId,
    number,
    delivery,
    client,
    currency,
    validUntil,
    notes,
    ...moneyOf(row),
    ...taxesOf(row),
    ...life,
    status: quotationStateOf(row, ctx.clock.now()),
    portalLink: portalLink(ctx, row),
    invoiceId,
  };
}

/** Public record of a quotation for the external API and events. */
export function presentExternalQuotation(row: QuotationEntity, now: Date): ExternalQuotation {
  return {
    quotationId: row.id,
    quotationNumber: row.number,
    customerName: row.clientName,
    customerEmail: row.clientEmail,
    ...moneyOf(row),
    currency: row.currency,
    status: quotationStateOf(row, now),
    validUntil: row.validUntil,
    createdAt: row.createdAt,
  };
}

/** Converts a stored quotation for its portal page. */
export function presentPortalPage(
  row: QuotationEntity,
  now: Date,
  { seller, locale }: { seller: SellerCard; locale: string },
): QuotationPortalPage {
  const status = quotationStateOf(row, now);
  const { number, clientName, currency, validUntil, notes } = row;
  const isOpen = status === "sent";
  const facts = { number, clientName, currency, validUntil, notes, status, isOpen };
  return { ...facts, locale, seller, ...moneyOf(row), ...taxesOf(row) };
}

/** Context that binds the sealed portal token to its row. */
export function portalTokenPlace(quotationId: string): string {
  return `quotations.portal_token_sealed.${quotationId}`;
}

/** URL of the page where the client views, accepts or declines the quotation. */
export function portalLink(
  ctx: InvoicingContext,
  row: Pick<QuotationEntity, "id" | "portalTokenSealed">,
): string {
  const token = ctx.ports.keyRing.open(row.portalTokenSealed, portalTokenPlace(row.id));
  return `${ctx.publicUrl}/portal/quotations/${token}`;
}

function taxesOf({ discountMinor, subtotalMinor, taxMinor, taxLines, currency }: QuotationEntity) {
  const major = (minor: number) => toMajor(minor, currencyDecimals(currency));
  return {
    discount: major(discountMinor),
    subtotal: major(subtotalMinor),
    taxTotal: major(taxMinor),
    taxLines: taxLines.map(({ rate, base, tax }) => ({
      rate: toMajor(rate, 4),
      base: major(base),
      tax: major(tax),
    })),
  };
}

function moneyOf({ lines, totalMinor, currency }: QuotationEntity) {
  const decimals = currencyDecimals(currency);
  return { items: lines.map((line) => presentItem(line, decimals)), total: toMajor(totalMinor, decimals) };
}
