import { buffer } from "node:stream/consumers";
import type { Stripe } from "stripe";
import { formatAmount, formatDay } from "../hosted/hosted-page.ts";

const margin = 56;

/** The invoice on paper, marked as the sandbox's. */
export async function invoicePdf(invoice: Stripe.Invoice): Promise<Buffer> {
  const title = `Invoice ${invoice.number ?? "(draft)"}`;
  const { default: PdfKit } = await import("pdfkit");
  const paper = new PdfKit({
    size: "A4",
    margin,
    lang: "en",
    displayTitle: true,
    info: { Title: title, CreationDate: new Date(invoice.created * 1000) },
  });
  const whole = buffer(paper);
  const money = (amount: number) => formatAmount(amount, invoice.currency);
  paper.font("Helvetica").fontSize(9).text("SANDBOX: no real money moves.", { align: "right" });
  paper.font("Helvetica-Bold").fontSize(20).text(title).moveDown();
  paper.font("Helvetica").fontSize(11);
  paper.text(`For: ${printable(invoice.customer_name ?? invoice.customer_email ?? "the customer")}`);
  paper.text(`Date: ${formatDay(invoice.created)}`);
  paper.text(`Status: ${invoice.status}`).moveDown();
  for (const { description, period, amount } of invoice.lines.data) {
    paper.text(printable(description ?? ""), { continued: false });
    const days = `${formatDay(period.start)} to ${formatDay(period.end)}`;
    paper.fontSize(9).text(days, { continued: true }).fontSize(11).text(money(amount), { align: "right" });
    paper.moveDown(0.5);
  }
  paper.moveDown().font("Helvetica-Bold");
  for (const [label, amount] of [
    ["Total", invoice.total],
    ["Amount due", invoice.amount_due],
    ["Amount paid", invoice.amount_paid],
  ] as const)
    paper.text(label, { continued: true }).text(money(amount), { align: "right" });
  paper.end();
  return whole;
}

/** The built-in fonts have the Western characters alone. */
function printable(text: string): string {
  return text.replaceAll("×", "x").replace(/[^\u0020-\u007e\u00a0-\u00ff]/g, "?");
}
