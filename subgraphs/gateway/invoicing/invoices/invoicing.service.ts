import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { daysOf } from "../../base/account-days.service.ts";
import { settingsOf } from "./account-settings.service.ts";
import { billingTermsOf, findOrCreateClient } from "./clients.service.ts";
import type { RoundingMode } from "./invoice-arithmetic.ts";
import type { Invoice } from "./invoice.types.ts";
import type { InvoiceLineInput } from "./invoice-line.types.ts";
import type { CreateInvoiceInput } from "./invoicing.types.ts";
import { issueInvoice, queueInvoiceMail } from "./issue-invoice.service.ts";
import { claimInvoiceOfMonth } from "./monthly-allowance.service.ts";
import { draftInvoice, linesOf, saveInvoice } from "./new-invoice.service.ts";
import { presentInvoice } from "./present-invoice.ts";
import { priceInvoice, type PricedInvoice } from "./read-invoice-input.ts";
import { documentCurrency, resolveLines } from "./resolve-lines.service.ts";
import { sealedLinks } from "./sealed-links.service.ts";

/**
 * Creates a draft invoice; with `sendEmail` also issues it and enqueues its e-mail, in one transaction. An unknown e-mail
 * address creates the client. Idempotent by the request's key. Throws VALIDATION_ERROR, AMOUNT_PRECISION,
 * INVALID_CURRENCY or INVALID_AMOUNT, and FORBIDDEN when the tier's monthly quota is used up.
 */
export async function createInvoice(ctx: InvoicingContext, input: CreateInvoiceInput): Promise<Invoice> {
  return exactlyOnce(ctx, { operation: "createInvoice", input, revealedOnce: sealedLinks(ctx) }, async (em) =>
    addInvoice(em, ctx, input),
  );
}

/** Like `createInvoice`, in the open transaction. `occurrence` is the date of a recurring invoice. */
export async function addInvoice(
  em: EntityManager,
  ctx: InvoicingContext,
  input: CreateInvoiceInput,
  occurrence: { recurringId: string; recurringOn: string } | null = null,
): Promise<Invoice> {
  const priced = await priceForClient(em, ctx, Object.assign({ email: input.client }, input));
  await claimInvoiceOfMonth(em, ctx);
  const { client: email, customerName = null, dueDate, notes } = input;
  const client = await findOrCreateClient(em, ctx, { email, name: customerName });
  const overdueAt = dueDate ? (await daysOf(em, ctx)).endOf(dueDate) : null;
  const invoice = draftInvoice(ctx, { client, priced, dueDate, overdueAt, notes, ...occurrence });
  const lines = linesOf(invoice, priced.lines);
  if (input.sendEmail) {
    await issueInvoice(em, ctx, invoice);
    await queueInvoiceMail(em, invoice);
  }
  await saveInvoice(em, ctx, invoice, lines);
  return presentInvoice(ctx, invoice, lines);
}

/** Input for pricing a document. */
export interface ClientPriceInput {
  /** E-mail address of the client; null without one. */
  email: string | null;
  items: readonly InvoiceLineInput[];
  currency?: string | null;
  taxRate?: number | null;
  discount?: number | null;
  /** Default: that of the account's settings. */
  roundingMode?: RoundingMode | null;
}

/** Prices lines by the account's rounding and the client's currency and tax exemption. */
export async function priceForClient(
  em: EntityManager,
  ctx: InvoicingContext,
  { email, items, roundingMode, ...input }: ClientPriceInput,
): Promise<PricedInvoice> {
  const ownerId = ownerOf(ctx);
  const terms = email === null ? null : await billingTermsOf(em, ownerId, email);
  const currency = documentCurrency(input.currency, terms?.currency);
  const isTaxExempt = terms?.taxExempt ?? false;
  const settings = { ownerId, currency, isTaxExempt, taxRate: input.taxRate ?? null };
  const resolved = await resolveLines(em, items, settings);
  const { taxRoundingLevel, ...usual } = await settingsOf(em, ownerId);
  const rounding = { roundingMode: roundingMode ?? usual.roundingMode, taxRoundingLevel };
  return priceInvoice({ ...input, items: resolved, currency }, rounding);
}
