import { currencyDecimals } from "../../../../src/currency.ts";
import { asSystem } from "../../../../src/db/transaction.ts";
import { toMajor } from "../../../../src/money.ts";
import { invoiceOfLink } from "../document-links/document-link.service.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { offerOnlinePayment } from "../online-payments/offer-payment.service.ts";
import { pageLocale, presentSeller, sellerOf } from "../seller-profile/sellers.service.ts";
import { amountDueMinor, stateOf } from "../invoices/invoice-states.ts";
import { InvoiceLineEntity } from "../invoices/invoice.entity.ts";
import type { InvoiceStatus } from "../invoices/invoice.types.ts";
import type { InvoicePaymentPage } from "./payment-page.types.ts";
import { presentInvoice, presentLine } from "../invoices/present-invoice.ts";

/** Invoice details for the holder of a payment link. Throws INVOICE_NOT_FOUND and LINK_EXPIRED. */
export async function readPaymentPage(ctx: InvoicingContext, token: string): Promise<InvoicePaymentPage> {
  // No principal here: the token authorizes access to exactly one row.
  const { row, lines, seller, locale, ...online } = await asSystem(ctx.em, async (em) => {
    const found = await invoiceOfLink(em, ctx, token);
    const { ownerId, sellerProfileId } = found;
    const isIssued = found.issueDate !== null;
    const ofDocument = await sellerOf(em, ctx, { ownerId, sellerProfileId, isIssued });
    const ofPage = await pageLocale(em, ofDocument, found.clientId);
    const ofInvoice = { invoiceId: found.id };
    const items = await em.find(InvoiceLineEntity, ofInvoice, { orderBy: { position: "asc" } });
    const offer = await offerOnlinePayment(em, ctx, found);
    return { row: found, lines: items, seller: ofDocument, locale: ofPage, ...offer };
  });
  const status = stateOf(row, ctx.clock.now());
  const decimals = currencyDecimals(row.currency);
  const shown = lines.map((line) => presentLine(line, row.currency));
  const { subtotal, discount, taxLines } = presentInvoice(ctx, row);
  return {
    number: row.number,
    clientName: row.clientName,
    currency: row.currency,
    items: shown.map(({ description, quantity, total }) => ({ description, quantity, total })),
    subtotal,
    discount,
    taxLines,
    dueDate: row.dueDate,
    total: toMajor(row.totalMinor, decimals),
    amountDue: toMajor(amountDueMinor(row), decimals),
    status,
    isOpen: status === "sent" || status === "overdue",
    message: messages[status],
    seller: presentSeller(seller, { showsBank: status === "sent" || status === "overdue", locale }),
    locale,
    ...online,
  };
}

const messages: Record<InvoiceStatus, string> = {
  draft: "This invoice is not open yet.",
  sent: "This invoice is waiting for payment.",
  overdue: "This invoice is overdue.",
  paid: "This invoice is paid. Thank you.",
  cancelled: "This invoice was cancelled. You do not need to pay it.",
};
