import { LockMode } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import { copyContext } from "../../../../src/context.ts";
import { currencyDecimals } from "../../../../src/currency.ts";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { asSystem } from "../../../../src/db/transaction.ts";
import { toMajor } from "../../../../src/money.ts";
import { notFound } from "../../base/gateway.errors.ts";
import { hashToken } from "../../base/page-token.ts";
import type { DocumentFile } from "../documents/document-file.types.ts";
import { pdfFile } from "../documents/document-file.ts";
import { invoicePdf } from "../documents/invoice-pdf.ts";
import { printedInvoice } from "../documents/printed-invoice.service.ts";
import { invoiceOfLink, linkExpired, quotationOfLink } from "../document-links/document-link.service.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { invoiceNotFound } from "../invoicing.errors.ts";
import { printedClientOf } from "../invoices/clients.service.ts";
import { ClientEntity } from "../invoices/client.entity.ts";
import { amountDueMinor, stateOf } from "../invoices/invoice-states.ts";
import { InvoiceEntity } from "../invoices/invoice.entity.ts";
import { paymentLink } from "../invoices/present-invoice.ts";
import { renderReceiptPdf } from "../payments-received/receipt-pdf.service.ts";
import { ReceivedPaymentEntity } from "../payments-received/received-payment.entity.ts";
import { documentLocale } from "../printing/document-locale.ts";
import { portalLink } from "../quotations/present-quotation.ts";
import { printQuotation } from "../quotations/quotation-pdf.service.ts";
import { presentQuotation } from "../quotations/present-quotation.ts";
import { quotationStateOf } from "../quotations/quotation-states.ts";
import { QuotationEntity } from "../quotations/quotation.entity.ts";
import { methodsOfClient } from "../saved-methods/saved-method.rows.ts";
import { presentMethod } from "../saved-methods/saved-methods.service.ts";
import { presentSeller, sellerOf } from "../seller-profile/sellers.service.ts";
import type {
  ClientPortalPage,
  ClientPortalReceiptArgs,
  LinkPdfArgs,
  UpdatePortalContactInput,
} from "./client-portal.types.ts";
import { findPortalLink, type PortalLinkOwner } from "./portal-link.rows.ts";

/** All open documents and the payments of a link's client. Throws NOT_FOUND for a link that does not work. */
export function readClientPortal(ctx: InvoicingContext, token: string): Promise<ClientPortalPage> {
  // No principal here: the token authorizes access to the documents of exactly one client.
  return asSystem(ctx.em, async (em) => pageOf(em, ctx, await requireLink(em, ctx, token), false), {
    readOnly: true,
  });
}

/**
 * Changes the contact data of a link's client. The e-mail address is the seller's to change: mails with links go there. Throws
 * NOT_FOUND for a link that does not work.
 */
export function updatePortalContact(
  ctx: InvoicingContext,
  input: UpdatePortalContactInput,
): Promise<ClientPortalPage> {
  return exactlyOnce(ctx, { operation: "updatePortalContact", input }, (outer) =>
    asSystem(outer, async (em) => {
      const link = await requireLink(em, ctx, input.token);
      const where = { id: link.clientId, ownerId: link.ownerId };
      const lockMode = LockMode.PESSIMISTIC_WRITE;
      const client = await em.findOneOrFail(ClientEntity, where, { lockMode });
      Object.assign(client, {
        name: input.name.trim(),
        isNameKnown: true,
        phone: input.phone?.trim() || null,
        billingAddress: input.billingAddress?.trim() || null,
        version: client.version + 1,
        updatedAt: ctx.clock.now(),
      });
      await em.flush();
      return pageOf(em, ctx, link, true);
    }),
  );
}

/** The receipt of a payment of a link's client as a PDF. Throws NOT_FOUND. */
export async function renderPortalReceipt(
  ctx: InvoicingContext,
  { token, paymentId, locale }: ClientPortalReceiptArgs,
): Promise<DocumentFile> {
  const link = await asSystem(
    ctx.em,
    async (em) => {
      const found = await requireLink(em, ctx, token);
      const { ownerId, clientId } = found;
      if ((await em.count(ReceivedPaymentEntity, { id: paymentId, ownerId, clientId })) === 0)
        throw notFound("payment");
      return found;
    },
    { readOnly: true },
  );
  const principal = { ...ctx.principal, ownerId: link.ownerId, appIds: "all" as const };
  return renderReceiptPdf(copyContext(ctx, { principal }), { paymentId, locale });
}

/** The invoice of a payment link as a PDF. Throws INVOICE_NOT_FOUND. */
export async function renderInvoiceByLink(
  ctx: InvoicingContext,
  { token, locale }: LinkPdfArgs,
): Promise<DocumentFile> {
  const printed = await asSystem(
    ctx.em,
    async (em) => {
      const row = await invoiceOfLink(em, ctx, token);
      if (row.issueDate === null) throw invoiceNotFound();
      return printedInvoice(em, ctx, row);
    },
    { readOnly: true },
  );
  const bytes = await invoicePdf(
    printed,
    documentLocale(locale, printed.seller.locale, printed.clientLanguage),
  );
  return { documentId: printed.id, ...pdfFile(printed.number ?? "invoice", bytes) };
}

/** The quotation of its link as a PDF. Throws QUOTATION_NOT_FOUND. */
export async function renderQuotationByLink(
  ctx: InvoicingContext,
  { token, locale }: LinkPdfArgs,
): Promise<DocumentFile> {
  const { quotation, seller, language } = await asSystem(
    ctx.em,
    async (em) => {
      const row = await quotationOfLink(em, ctx, token);
      const { ownerId, sellerProfileId, sentAt } = row;
      return {
        quotation: presentQuotation(ctx, row, null),
        seller: await sellerOf(em, ctx, { ownerId, sellerProfileId, isIssued: sentAt !== null }),
        language: (await printedClientOf(em, row.clientId)).language,
      };
    },
    { readOnly: true },
  );
  const bytes = await printQuotation(quotation, seller, documentLocale(locale, seller.locale, language));
  return { documentId: quotation.id, ...pdfFile(quotation.number, bytes) };
}

export async function requireLink(
  em: EntityManager,
  ctx: InvoicingContext,
  token: string,
): Promise<PortalLinkOwner> {
  const link = await findPortalLink(em, hashToken(token), ctx.clock.now());
  if (!link) throw notFound("link");
  if (!link.works) throw linkExpired();
  return link;
}

export async function pageOf(
  em: EntityManager,
  ctx: InvoicingContext,
  { ownerId, clientId }: PortalLinkOwner,
  isUpdated: boolean,
): Promise<ClientPortalPage> {
  const now = ctx.clock.now();
  const own = { ownerId, clientId, deletedAt: null };
  const client = await em.findOneOrFail(ClientEntity, { id: clientId, ownerId });
  const invoices = await em.find(
    InvoiceEntity,
    { ...own, status: "sent" },
    { orderBy: { dueDate: "asc nulls last", id: "asc" }, limit: 100 },
  );
  const quotations = await em.find(
    QuotationEntity,
    { ...own, status: "sent", expiresAt: { $gt: now } },
    { orderBy: { createdAt: "desc", id: "desc" }, limit: 50 },
  );
  const payments = await em.find(
    ReceivedPaymentEntity,
    { ...own, status: "received" },
    { orderBy: { receivedOn: "desc", id: "desc" }, limit: 50 },
  );
  const seller = await sellerOf(em, ctx, { ownerId, sellerProfileId: null, isIssued: false });
  const { name, phone, billingAddress, language } = client;
  const locale = documentLocale(null, seller.locale, language);
  return {
    locale,
    seller: presentSeller(seller, { showsBank: true, locale }),
    name,
    phone,
    billingAddress,
    balances: balancesOf(invoices),
    invoices: invoices.map((row) => portalInvoice(ctx, row)),
    quotations: quotations.map((row) => portalQuotation(ctx, row)),
    payments: payments.map(portalPayment),
    savedMethods: (await methodsOfClient(em, { ownerId, clientId })).map(presentMethod),
    isUpdated,
  };
}

function balancesOf(invoices: readonly InvoiceEntity[]): ClientPortalPage["balances"] {
  const sums = new Map<string, number>();
  for (const row of invoices) sums.set(row.currency, (sums.get(row.currency) ?? 0) + amountDueMinor(row));
  return [...sums].map(([currency, due]) => ({ currency, due: toMajor(due, currencyDecimals(currency)) }));
}

function portalInvoice(ctx: InvoicingContext, row: InvoiceEntity): ClientPortalPage["invoices"][number] {
  const now = ctx.clock.now();
  return {
    number: row.number ?? "",
    status: stateOf(row, now),
    issueDate: row.issueDate,
    dueDate: row.dueDate,
    currency: row.currency,
    total: toMajor(row.totalMinor, currencyDecimals(row.currency)),
    amountDue: toMajor(amountDueMinor(row), currencyDecimals(row.currency)),
    link: paymentLink(ctx, row),
  };
}

function portalQuotation(
  ctx: InvoicingContext,
  row: QuotationEntity,
): ClientPortalPage["quotations"][number] {
  const now = ctx.clock.now();
  return {
    number: row.number,
    status: quotationStateOf(row, now),
    validUntil: row.validUntil,
    currency: row.currency,
    total: toMajor(row.totalMinor, currencyDecimals(row.currency)),
    link: portalLink(ctx, row),
  };
}

function portalPayment(row: ReceivedPaymentEntity): ClientPortalPage["payments"][number] {
  return {
    paymentId: row.id,
    receivedOn: row.receivedOn,
    method: row.method as ClientPortalPage["payments"][number]["method"],
    currency: row.currency,
    amount: toMajor(row.amountMinor, currencyDecimals(row.currency)),
    refunded: toMajor(row.refundedMinor, currencyDecimals(row.currency)),
  };
}
