import type { EntityManager } from "@mikro-orm/postgresql";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { notFound } from "../../base/gateway.errors.ts";
import { pdfFile } from "../documents/document-file.ts";
import type { DocumentFile } from "../documents/document-file.types.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { InvoiceEntity } from "../invoices/invoice.entity.ts";
import { printedClientOf } from "../invoices/clients.service.ts";
import { documentLocale, formatsOf } from "../printing/document-locale.ts";
import { documentPdf } from "../printing/document-pdf.ts";
import { wordsOf } from "../printing/document-words.ts";
import type { Seller } from "../printing/seller.ts";
import { sellerOf } from "../seller-profile/sellers.service.ts";
import { visibleRows } from "../visible-rows.ts";
import { methodWords } from "./payment-methods.ts";
import { clientOf } from "./payer.service.ts";
import type { PaymentReceiptPdfArgs, ReceivedPayment } from "./payments.types.ts";
import { presentPayment } from "./read-payments.service.ts";
import { ReceivedPaymentEntity } from "./received-payment.entity.ts";

/** A receipt of a payment as a PDF, with the current seller: amount, date, method and the invoices it settled. Throws NOT_FOUND. */
export async function renderReceiptPdf(
  ctx: InvoicingContext,
  { paymentId, locale }: PaymentReceiptPdfArgs,
): Promise<DocumentFile> {
  const read = async (em: EntityManager): Promise<PrintedReceipt> => {
    const row = await em.findOne(ReceivedPaymentEntity, { id: paymentId, ...visibleRows(ctx) });
    if (!row) throw notFound("payment");
    const payment = await presentPayment(em, row);
    const ids = payment.allocations.map(({ invoiceId }) => invoiceId);
    const invoices = await em.find(InvoiceEntity, { id: { $in: ids } }, { orderBy: { number: "asc" } });
    const ofNow = { ownerId: row.ownerId, sellerProfileId: null, isIssued: false };
    return {
      payment,
      numbers: new Map(invoices.map(({ id, number }) => [id, number ?? ""])),
      client: await clientOf(em, row, invoices),
      seller: await sellerOf(em, ctx, ofNow),
      language: (await printedClientOf(em, row.clientId)).language,
    };
  };
  const printed = await inTransaction(ctx, read, { readOnly: true });
  const wanted = documentLocale(locale, printed.seller.locale, printed.language);
  const bytes = await printReceipt(printed, wanted);
  return { documentId: paymentId, ...pdfFile(`receipt-${printed.payment.receivedOn}`, bytes) };
}

interface PrintedReceipt {
  payment: ReceivedPayment;
  /** Numbers of the settled invoices, in their order, by ID. */
  numbers: ReadonlyMap<string, string>;
  client: { name: string | null; email: string | null };
  seller: Seller;
  language: string | null;
}

function printReceipt({ payment, numbers, client, seller }: PrintedReceipt, locale: string): Promise<Buffer> {
  const { currency, amount, refunded, unapplied, method, reference, receivedOn, allocations } = payment;
  const words = wordsOf(locale);
  const formats = formatsOf(locale);
  const money = (value: number) => formats.money(value, currency);
  const amounts = new Map(allocations.map((one) => [one.invoiceId, one.amount]));
  return documentPdf({
    locale,
    seller,
    title: words.receipt,
    mark: payment.status === "voided" ? words.voidedMark : null,
    at: payment.updatedAt,
    recipient: { label: words.receivedFrom, lines: [client.name, client.email] },
    head: [
      [words.receivedOn, formats.date(receivedOn)],
      [words.method, methodWords(words)[method]],
      [words.reference, reference],
      [words.currency, currency],
    ],
    table: {
      columns: [
        { label: words.forInvoice, align: "left", share: 70 },
        { label: words.amount, align: "right", share: 30 },
      ],
      rows: [...numbers].map(([id, number]) => [number, money(amounts.get(id) ?? 0)]),
    },
    taxes: [],
    totals: [
      [words.total, money(amount)],
      ...(refunded > 0 ? [[words.refunded, money(-refunded)] as const] : []),
      ...(unapplied > 0 ? [[words.unapplied, money(unapplied)] as const] : []),
    ],
    strong: [words.total],
    texts: [],
    showsBank: false,
    footer: null,
  });
}
