import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { daysOf } from "../../base/account-days.service.ts";
import { settingsOf } from "./account-settings.service.ts";
import { billingTermsOf, findOrCreateClient } from "./clients.service.ts";
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
 * Creates an invoice as a draft, or with `sendEmail` issues it and queues its mail, all in one transaction. An unknown
 * e-mail makes the client. Idempotent by the call's key. Throws VALIDATION_ERROR, AMOUNT_PRECISION, INVALID_CURRENCY or
 * INVALID_AMOUNT, and FORBIDDEN when the account's tier has had its invoices of the month.
 */
export async function createInvoice(ctx: InvoicingContext, input: CreateInvoiceInput): Promise<Invoice> {
  return exactlyOnce(ctx, { operation: "createInvoice", input, revealedOnce: sealedLinks(ctx) }, async (em) =>
    addInvoice(em, ctx, input),
  );
}

/** As `createInvoice`, in the open transaction; `occurrence` names the date of a recurring invoice it is made for. */
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

/** What a document's money is worked out from. */
export interface ClientPriceInput {
  /** Of the client it is for; null for nobody in particular. */
  email: string | null;
  items: readonly InvoiceLineInput[];
  currency?: string | null;
  taxRate?: number | null;
  discount?: number | null;
}

/** Prices lines as the account rounds and as the client asks: in their currency, and without tax where they are exempt. */
export async function priceForClient(
  em: EntityManager,
  ctx: InvoicingContext,
  { email, items, ...input }: ClientPriceInput,
): Promise<PricedInvoice> {
  const ownerId = ownerOf(ctx);
  const terms = email === null ? null : await billingTermsOf(em, ownerId, email);
  const currency = documentCurrency(input.currency, terms?.currency);
  const isTaxExempt = terms?.taxExempt ?? false;
  const settings = { ownerId, currency, isTaxExempt, taxRate: input.taxRate ?? null };
  const resolved = await resolveLines(em, items, settings);
  return priceInvoice({ ...input, items: resolved, currency }, await settingsOf(em, ownerId));
}
