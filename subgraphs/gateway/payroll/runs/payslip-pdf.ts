import { buffer } from "node:stream/consumers";
import { toMajor } from "../../../../src/money.ts";
import type { Payslip } from "./payslip.types.ts";

const margin = 56;

/** Who pays: the name that the payroll has, with the address and logo of the business. */
export interface PayslipEmployer {
  name: string | null;
  addressLines: readonly string[];
  logo: Buffer | null;
}

/** The payslip as a PDF, from its stored amounts alone. The same payslip and employer give the same bytes. */
export async function payslipPdf(payslip: Payslip, employer: PayslipEmployer): Promise<Buffer> {
  const at = new Date(payslip.createdAt);
  const { default: PdfKit } = await import("pdfkit");
  const paper = new PdfKit({
    size: "LETTER",
    margin,
    lang: "en",
    displayTitle: true,
    info: { Title: `Payslip ${payslip.payDate}`, CreationDate: at, ModDate: at },
  });
  const whole = buffer(paper);
  printEmployer(paper, employer);
  paper
    .font("Helvetica-Bold")
    .fontSize(18)
    .text(payslip.reversalOf ? "Reversal of a payslip" : "Payslip");
  paper.font("Helvetica").fontSize(10);
  paper.text(printable(payslip.employeeName));
  paper.text(`Period ${payslip.periodStart} to ${payslip.periodEnd}. Paid on ${payslip.payDate}.`).moveDown();
  printRow(paper, ["", "This payment", "Year to date"], "Helvetica-Bold");
  for (const { code, hours, amountCents } of payslip.earnings)
    printRow(paper, [hours === null ? code : `${code}, ${hours} hours`, money(amountCents), ""]);
  const { ytd } = payslip;
  const sums: [string, number, number][] = [
    ["Gross", payslip.grossCents, ytd.grossCents],
    ["Federal income tax", payslip.federalIncomeCents, ytd.federalIncomeCents],
    ["Social Security", payslip.socialSecurityCents, ytd.socialSecurityCents],
    ["Medicare", payslip.medicareCents, ytd.medicareCents],
    ["Additional Medicare", payslip.additionalMedicareCents, ytd.additionalMedicareCents],
    [`State income tax ${payslip.taxState}`, payslip.stateCents, ytd.stateCents],
    ["County income tax", payslip.localCents, ytd.localCents],
  ];
  for (const [label, now, year] of sums)
    if (label !== "County income tax" || now !== 0 || year !== 0)
      printRow(paper, [label, money(now), money(year)]);
  for (const { label, amountCents } of payslip.contributions)
    printRow(paper, [label, money(amountCents), ""]);
  for (const { code, amountCents } of payslip.deductions) printRow(paper, [code, money(amountCents), ""]);
  for (const { kind, amountCents } of payslip.garnishments)
    printRow(paper, [`Garnishment: ${kind.replace("_", " ")}`, money(amountCents), ""]);
  printRow(paper, ["Net pay", money(payslip.netCents), money(ytd.netCents)], "Helvetica-Bold");
  for (const { code, employerMatchCents } of payslip.deductions)
    if (employerMatchCents !== 0) printRow(paper, [`Employer: ${code}`, money(employerMatchCents), ""]);
  paper.end();
  return whole;
}

function printEmployer(paper: PDFKit.PDFDocument, { name, addressLines, logo }: PayslipEmployer): void {
  if (logo !== null) {
    paper.image(logo, margin, margin, { fit: [200, 48] });
    paper.y = margin + 56;
  }
  if (name !== null) paper.font("Helvetica-Bold").fontSize(11).text(printable(name));
  if (addressLines.length > 0)
    paper
      .font("Helvetica")
      .fontSize(9)
      .text(printable(addressLines.join("\n")));
  if (logo !== null || name !== null || addressLines.length > 0) paper.moveDown();
}

function printRow(paper: PDFKit.PDFDocument, [label, now, year]: string[], font = "Helvetica"): void {
  paper.font(font).fontSize(10);
  if (paper.y > paper.page.height - margin - 30) paper.addPage();
  const top = paper.y;
  paper.text(printable(label || " "), margin, top, { width: 240 });
  const bottom = paper.y;
  paper.text(now || " ", 300, top, { width: 110, align: "right" });
  paper.text(year || " ", 430, top, { width: 110, align: "right" });
  paper.x = margin;
  paper.y = Math.max(bottom, paper.y) + 3;
}

function money(cents: number): string {
  return toMajor(cents, 2).toLocaleString("en-US", { style: "currency", currency: "USD" });
}

/** Replaces characters that the built-in fonts lack (Western characters only). */
function printable(text: string): string {
  return text.replace(/[^\n\u0020-\u007e\u00a0-\u00ff]/g, "?");
}
