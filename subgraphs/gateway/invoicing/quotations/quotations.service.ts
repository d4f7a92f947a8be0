import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { validationError } from "../../../../src/errors.ts";
import { newId, newToken } from "../../../../src/ids.ts";
import { addDays } from "../../../../src/time/local-date.ts";
import { linkExpiry } from "../document-links/link-lifetime.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { daysOf, type AccountDays } from "../../base/account-days.service.ts";
import { findOrCreateClient } from "../invoices/clients.service.ts";
import { nextNumber, yearPrefix } from "../invoices/document-numbers.service.ts";
import { invoicingApp } from "../invoicing-app-id.ts";
import { hashToken } from "../../base/page-token.ts";
import { sealedLinks } from "../invoices/sealed-links.service.ts";
import type { CreateExternalQuotationInput } from "../invoices/external-invoice.types.ts";
import { priceForClient } from "../invoices/invoicing.service.ts";
import { moneyOf } from "../invoices/new-invoice.service.ts";
import { priceInvoice, type PricedInvoice } from "../invoices/read-invoice-input.ts";
import { portalTokenPlace, presentExternalQuotation, presentQuotation } from "./present-quotation.ts";
import { emitQuotationEvent } from "./quotation-events.service.ts";
import type { CreateQuotationInput } from "./quotation-input.types.ts";
import { QuotationEntity } from "./quotation.entity.ts";
import type { ExternalQuotation, Quotation } from "./quotation.types.ts";

/** Default validity of a quotation in days. */
const defaultValidityDays = 30;

/**
 * Creates a draft quotation with the account's next number of the year. An unknown e-mail address creates the client.
 * Taxes are those of an invoice with these lines. Idempotent by the request's key. Throws VALIDATION_ERROR (also for a past
 * `validUntil`), NOT_FOUND for an unknown item or tax rate, AMOUNT_PRECISION, INVALID_CURRENCY or INVALID_AMOUNT.
 */
export async function createQuotation(
  ctx: InvoicingContext,
  input: CreateQuotationInput,
): Promise<Quotation> {
  const call = { operation: "createQuotation", input, revealedOnce: sealedLinks(ctx) };
  return exactlyOnce(ctx, call, async (em) => {
    const priced = await priceForClient(em, ctx, Object.assign({ email: input.client }, input));
    const { client: email, customerName = null, validUntil, notes } = input;
    const client = await findOrCreateClient(em, ctx, { email, name: customerName });
    const quotation = await addQuotation(em, ctx, { client, priced, validUntil, notes });
    return presentQuotation(ctx, quotation, null);
  });
}

/** As `createQuotation`, for the external API: the customer is shown as given, and may have no e-mail address. */
export async function createExternalQuotation(
  ctx: InvoicingContext,
  input: CreateExternalQuotationInput,
): Promise<ExternalQuotation> {
  const priced = priceInvoice(input);
  return exactlyOnce(ctx, { operation: "createExternalQuotation", input }, async (em) => {
    const { customerName: name, customerEmail: email = null, validUntil } = input;
    const known = email === null ? null : await findOrCreateClient(em, ctx, { email, name });
    const client = { id: known?.id ?? null, name, email };
    const quotation = await addQuotation(em, ctx, { client, priced, validUntil });
    return presentExternalQuotation(quotation, ctx.clock.now());
  });
}

/** Last valid day and its end as a time. Throws VALIDATION_ERROR for a past day. */
export function validityOf(days: AccountDays, validUntil: string): { validUntil: string; expiresAt: Date } {
  if (validUntil < days.today) {
    throw validationError([{ path: "validUntil", message: "must not be in the past", rule: "minimum" }]);
  }
  return { validUntil, expiresAt: days.endOf(validUntil) };
}

/** Amounts and lines of a quotation as row columns. */
export function quotedMoney(priced: PricedInvoice) {
  return { ...moneyOf(priced), lines: priced.lines };
}

interface QuotationDraft {
  client: { id: string | null; name: string; email: string | null };
  priced: PricedInvoice;
  validUntil?: string | null;
  notes?: string | null;
}

async function addQuotation(
  em: EntityManager,
  ctx: InvoicingContext,
  { client, priced, validUntil, notes }: QuotationDraft,
): Promise<QuotationEntity> {
  const ownerId = ownerOf(ctx);
  const days = await daysOf(em, ctx);
  const id = newId("quo");
  const token = newToken();
  const now = ctx.clock.now();
  const quotation = Object.assign(new QuotationEntity(), {
    id,
    ownerId,
    appId: ctx.appId ?? invoicingApp,
    ...validityOf(days, validUntil ?? addDays(days.today, defaultValidityDays)),
    number: await nextNumber(em, ownerId, yearPrefix("QUO", days.today)),
    clientId: client.id,
    clientName: client.name,
    clientEmail: client.email,
    status: "draft",
    delivery: "none",
    ...quotedMoney(priced),
    expiryToldAt: null,
    notes: notes ?? null,
    portalTokenHash: hashToken(token),
    portalTokenSealed: ctx.ports.keyRing.seal(token, portalTokenPlace(id)),
    portalLinkExpiresAt: linkExpiry(now),
    sellerProfileId: null,
    sentAt: null,
    acceptedAt: null,
    acceptedBy: null,
    answeredBy: null,
    answerIp: null,
    declinedAt: null,
    declineReason: null,
    deletedAt: null,
    version: 1,
    createdAt: now,
    updatedAt: now,
  } satisfies QuotationEntity);
  em.persist(quotation);
  const object = presentExternalQuotation(quotation, now);
  await emitQuotationEvent(em, "created", quotation, { object, previous: null });
  return quotation;
}
