import { buffer } from "node:stream/consumers";
import type { Invoice, InvoiceLine } from "../invoices/invoice.types.ts";

const margin = 56;
/** Where each column of the lines begins and how wide it is, in points on a Letter page. */
const columns = [
  { head: "Description", x: margin, width: 230, align: "left" },
  { head: "Quantity", x: 290, width: 60, align: "right" },
  { head: "Price", x: 355, width: 90, align: "right" },
  { head: "Amount", x: 450, width: 106, align: "right" },
] as const;

/** Invoice with its footer, as printed. */
export interface PrintedInvoice extends Invoice {
  lines: InvoiceLine[];
  footer: string | null;
}

/**
 * Renders an invoice as a PDF from stored amounts only, so its totals match the API. Deterministic: same invoice, same
 * bytes.
 */
export async function invoicePdf(invoice: PrintedInvoice): Promise<Buffer> {
  const title = invoice.number === null ? "Draft invoice" : `Invoice ${invoice.number}`;
  const { default: PdfKit } = await import("pdfkit");
  const paper = new PdfKit({
    size: "LETTER",
    margin,
    lang: "en",
    displayTitle: true,
    info: { Title: title, CreationDate: invoice.updatedAt, ModDate: invoice.updatedAt },
  });
  const whole = buffer(paper);
  paper.font("Helvetica-Bold").fontSize(18).text(title);
  paper.font("Helvetica").fontSize(10).text(stateText(invoice)).moveDown();
  for (const [label, value] of headOf(invoice)) {
    paper.font("Helvetica-Bold").text(`${label}: `, { continued: true });
    paper.font("Helvetica").text(printable(value));
  }
  paper.moveDown();
  printRow(
    paper,
    columns.map(({ head }) => head),
    "Helvetica-Bold",
  );
  for (const line of invoice.lines) printRow(paper, cellsOf(line, invoice.currency), "Helvetica");
  paper.moveDown();
  for (const [label, amount] of totalsOf(invoice)) {
    const isTotal = label === "Total" || label === "Amount due";
    printRow(paper, ["", "", label, amount], isTotal ? "Helvetica-Bold" : "Helvetica");
  }
  paper.moveDown().font("Helvetica").fontSize(10);
  for (const text of [invoice.notes, invoice.footer])
    if (text) paper.text(printable(text), margin).moveDown();
  paper.end();
  return whole;
}

function printRow(paper: PDFKit.PDFDocument, cells: readonly string[], font: string): void {
  paper.font(font).fontSize(10);
  const heights = cells.map((cell, index) =>
    paper.heightOfString(cell || " ", { width: columns[index]!.width }),
  );
  const height = Math.max(...heights);
  if (paper.y + height > paper.page.height - margin) paper.addPage();
  const top = paper.y;
  cells.forEach((cell, index) => {
    const { x, width, align } = columns[index]!;
    if (cell) paper.text(cell, x, top, { width, align });
  });
  paper.x = margin;
  paper.y = top + height + 4;
}

function stateText({ status, cancelReason }: Invoice): string {
  const marks = {
    draft: "DRAFT: not issued.",
    cancelled: `CANCELLED: ${printable(cancelReason ?? "")}`,
    paid: "PAID",
  };
  return Object.hasOwn(marks, status) ? marks[status as keyof typeof marks] : " ";
}

function headOf({ client, issueDate, dueDate, currency }: Invoice): [string, string][] {
  const all: [string, string | null][] = [
    ["Billed to", client.name],
    ["E-mail", client.email],
    ["Address", client.address],
    ["Issued", issueDate],
    ["Due", dueDate],
    ["Currency", currency],
  ];
  return all.filter((row): row is [string, string] => row[1] !== null);
}

function cellsOf(line: InvoiceLine, currency: string): string[] {
  const discount = line.discount === 0 ? "" : ` (less ${moneyText(line.discount, currency)})`;
  return [
    printable(line.description + discount),
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

function moneyText(amount: number, currency: string): string {
  return amount.toLocaleString("en-US", { style: "currency", currency });
}

/** The built-in fonts support Western characters only. */
function printable(text: string): string {
  return text.replace(/[^\n\u0020-\u007e\u00a0-\u00ff]/g, "?");
}
