import { currencyDecimals } from "../../../../src/currency.ts";
import { toMinor } from "../../../../src/money.ts";
import { facturX } from "../electronic-documents/factur-x.ts";
import { electronicInvoice } from "../electronic-documents/build-electronic.ts";
import type { ElectronicSource } from "../electronic-documents/seller-and-buyer.ts";
import type { Invoice, InvoiceLine } from "../invoices/invoice.types.ts";
import type { InvoiceLineEntity } from "../invoices/invoice.entity.ts";
import { taxesOf } from "../taxes/line-taxes.ts";
import { formatsOf, type Formats } from "../printing/document-locale.ts";
import { documentPdf } from "../printing/document-pdf.ts";
import { fill, wordsOf } from "../printing/document-words.ts";
import type { DocumentWords } from "../printing/words-en.ts";
import { paymentQr } from "../printing/payment-qr.ts";
import type { PrintedTable } from "../printing/printed-document.ts";
import type { Seller } from "../printing/seller.ts";
import { reasonOfCategory } from "../printing/tax-reasons.ts";

/** Invoice with all that is printed of it. */
export interface PrintedInvoice extends Invoice {
  lines: InvoiceLine[];
  footer: string | null;
  clientTaxId: string | null;
  seller: Seller;
  /** Language of the client; null for the seller's. */
  clientLanguage: string | null;
  /** What its electronic form is made from. */
  electronic: Omit<ElectronicSource, "locale">;
}

/**
 * Renders an invoice as a PDF from stored amounts only, so its totals match the API. Deterministic: same invoice, same
 * bytes.
 */
export function invoicePdf(invoice: PrintedInvoice, locale: string): Promise<Buffer> {
  const words = wordsOf(locale);
  const formats = formatsOf(locale);
  const { client, number, seller, currency } = invoice;
  const { document } = electronicInvoice({ ...invoice.electronic, locale });
  const taxId = invoice.clientTaxId && `${words.clientTaxId}: ${invoice.clientTaxId}`;
  return documentPdf({
    locale,
    seller,
    title: number === null ? words.draftInvoice : `${words.invoice} ${number}`,
    mark: markOf(invoice, words),
    at: invoice.updatedAt,
    recipient: { label: words.billedTo, lines: [client.name, client.address, client.email, taxId] },
    head: [
      [words.issued, formats.date(invoice.issueDate)],
      [words.due, formats.date(invoice.dueDate)],
      [words.currency, currency],
    ],
    table: lineTable(linesAsPrinted(invoice, words), currency, { words, formats }),
    taxes: taxRows(invoice.taxLines, currency, formats),
    totals: totalsOf(invoice, words, formats),
    strong: [words.total, words.amountDue],
    texts: [...exemptionTexts(invoice.electronic.lines, locale), invoice.notes],
    showsBank: invoice.status !== "cancelled" && invoice.status !== "paid",
    footer: invoice.footer,
    qr: qrOf(invoice),
    embedded: document ? facturX(document) : null,
  });
}

function qrOf({ status, currency, amountDue, number, paymentLink, seller }: PrintedInvoice): string | null {
  if (status !== "sent" && status !== "overdue") return null;
  const decimals = currencyDecimals(currency);
  const amountMinor = toMinor(amountDue, decimals);
  return paymentQr(seller, { amountMinor, currency, decimals, reference: number ?? "", link: paymentLink });
}

/** Lines of which a price includes tax say so, since their total does not. */
function linesAsPrinted({ lines, electronic }: PrintedInvoice, words: DocumentWords): PrintedLine[] {
  const inclusive = new Set(
    electronic.lines.filter(({ taxes }) => taxes.some(({ isInclusive }) => isInclusive)).map(({ id }) => id),
  );
  return lines.map(({ id, description, quantity, unitPrice, discount, total }) => ({
    description: inclusive.has(id) ? `${description} (${words.taxIncluded})` : description,
    quantity,
    unitPrice,
    discount,
    total,
  }));
}

/** Why lines are not taxed, each reason once: the law wants it on the document. */
export function exemptionTexts(lines: readonly InvoiceLineEntity[], locale: string): string[] {
  const texts = lines
    .flatMap(taxesOf)
    .map(({ rate, category, reason }) =>
      rate === 0 ? (reason ?? reasonOfCategory(category, locale)) : null,
    );
  return [...new Set(texts)].filter((text) => text !== null);
}

function markOf({ status, cancelReason }: Invoice, words: DocumentWords): string | null {
  if (status === "draft") return words.draftMark;
  if (status === "paid") return words.paidMark;
  if (status !== "cancelled") return null;
  return cancelReason ? `${words.cancelledMark}: ${cancelReason}` : words.cancelledMark;
}

/** A line of any document. */
export interface PrintedLine {
  description: string;
  quantity: number;
  unitPrice: number;
  discount?: number;
  total: number;
}

/** Lines of a document as a table. */
export function lineTable(
  lines: readonly PrintedLine[],
  currency: string,
  { words, formats }: { words: DocumentWords; formats: Formats },
): PrintedTable {
  const money = (amount: number) => formats.money(amount, currency);
  return {
    columns: [
      { label: words.description, align: "left", share: 46 },
      { label: words.quantity, align: "right", share: 14 },
      { label: words.price, align: "right", share: 20 },
      { label: words.amount, align: "right", share: 20 },
    ],
    rows: lines.map(({ description, quantity, unitPrice, discount = 0, total }) => [
      discount === 0
        ? description
        : `${description} (${fill(words.lessDiscount, { amount: money(discount) })})`,
      formats.number(quantity),
      money(unitPrice),
      money(total),
    ]),
  };
}

/** Taxes by rate, as they are printed. */
export function taxRows(
  taxLines: readonly { rate: number; base: number; tax: number }[],
  currency: string,
  formats: Formats,
): { rate: string; base: string; tax: string }[] {
  return taxLines.map(({ rate, base, tax }) => ({
    rate: formats.percent(rate),
    base: formats.money(base, currency),
    tax: formats.money(tax, currency),
  }));
}

function totalsOf(invoice: Invoice, words: DocumentWords, formats: Formats): [string, string][] {
  const money = (amount: number) => formats.money(amount, invoice.currency);
  const unlessZero = (label: string, amount: number): [string, string][] =>
    amount === 0 ? [] : [[label, money(-amount)]];
  return [
    ...unlessZero(words.discount, invoice.discount),
    [words.subtotal, money(invoice.subtotal)],
    ...taxTotals(invoice, { words, formats }),
    [words.total, money(invoice.total)],
    ...unlessZero(words.paid, invoice.amountPaid),
    ...unlessZero(words.credited, invoice.amountCredited),
    ...unlessZero(words.writtenOff, invoice.amountWrittenOff),
    [words.amountDue, money(invoice.amountDue)],
  ];
}

type Amounts = Pick<Invoice, "currency" | "discount" | "subtotal" | "taxLines">;

function taxTotals(
  { taxLines, currency }: Amounts,
  { words, formats }: { words: DocumentWords; formats: Formats },
): [string, string][] {
  return taxLines.map(({ rate, tax }) => [
    `${rate < 0 ? words.withheldTax : words.tax} ${formats.percent(Math.abs(rate))}`,
    formats.money(tax, currency),
  ]);
}

/** What a quotation says above its total: nothing where it is the sum of the lines. */
export function amountsBeforeTotal(
  amounts: Amounts,
  texts: { words: DocumentWords; formats: Formats },
): [string, string][] {
  const { currency, discount, subtotal, taxLines } = amounts;
  const { words, formats } = texts;
  const money = (amount: number) => formats.money(amount, currency);
  if (discount === 0 && taxLines.length === 0) return [];
  return [
    ...(discount === 0 ? [] : [[words.discount, money(-discount)] satisfies [string, string]]),
    [words.subtotal, money(subtotal)],
    ...taxTotals(amounts, texts),
  ];
}
