import type { Invoice, InvoiceLine } from "../invoices/invoice.types.ts";
import { documentPdf, lineColumns, moneyText } from "./document-pdf.ts";

/** Invoice with its footer, as printed. */
export interface PrintedInvoice extends Invoice {
  lines: InvoiceLine[];
  footer: string | null;
}

/**
 * Renders an invoice as a PDF from stored amounts only, so its totals match the API. Deterministic: same invoice, same
 * bytes.
 */
export function invoicePdf(invoice: PrintedInvoice): Promise<Buffer> {
  return documentPdf({
    title: invoice.number === null ? "Draft invoice" : `Invoice ${invoice.number}`,
    mark: stateText(invoice),
    at: invoice.updatedAt,
    head: headOf(invoice),
    columns: lineColumns,
    rows: invoice.lines.map((line) => cellsOf(line, invoice.currency)),
    totals: totalsOf(invoice),
    strong: ["Total", "Amount due"],
    texts: [invoice.notes, invoice.footer],
  });
}

function stateText({ status, cancelReason }: Invoice): string {
  const marks = {
    draft: "DRAFT: not issued.",
    cancelled: `CANCELLED: ${cancelReason ?? ""}`,
    paid: "PAID",
  };
  return Object.hasOwn(marks, status) ? marks[status as keyof typeof marks] : " ";
}

function headOf({ client, issueDate, dueDate, currency }: Invoice): [string, string | null][] {
  return [
    ["Billed to", client.name],
    ["E-mail", client.email],
    ["Address", client.address],
    ["Issued", issueDate],
    ["Due", dueDate],
    ["Currency", currency],
  ];
}

function cellsOf(line: InvoiceLine, currency: string): string[] {
  const discount = line.discount === 0 ? "" : ` (less ${moneyText(line.discount, currency)})`;
  return [
    line.description + discount,
    String(line.quantity),
    moneyText(line.unitPrice, currency),
    moneyText(line.total, currency),
  ];
}

function totalsOf(invoice: Invoice): [string, string][] {
  const { currency, discount, subtotal, taxLines, total, amountPaid, amountCredited, amountWrittenOff } =
    invoice;
  const money = (amount: number) => moneyText(amount, currency);
  const unlessZero = (label: string, amount: number): [string, string][] =>
    amount === 0 ? [] : [[label, money(-amount)]];
  return [
    ...unlessZero("Discount", discount),
    ["Subtotal", money(subtotal)],
    ...taxLines.map(({ rate, tax }): [string, string] => [`Tax ${rate} %`, money(tax)]),
    ["Total", money(total)],
    ...unlessZero("Paid", amountPaid),
    ...unlessZero("Credited", amountCredited),
    ...unlessZero("Written off", amountWrittenOff),
    ["Amount due", money(invoice.amountDue)],
  ];
}
