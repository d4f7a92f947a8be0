import { buffer } from "node:stream/consumers";
import type { Form2290Preview } from "../filings/preview.types.ts";
import { printable } from "../../../../src/text/printable.ts";
import { newPaper } from "./schedule-pdf.ts";

/** Form 2290 preview as a PDF, with a "not filed" watermark on each page. */
export async function formPdf(form: Omit<Form2290Preview, "pdf">, date: Date): Promise<Buffer> {
  const title = `Form 2290, ${form.period}-${form.period + 1}`;
  const paper = await newPaper({ title, mark: "PREVIEW - NOT A FILED RETURN", date });
  const whole = buffer(paper);
  paper.font("Helvetica-Bold").fontSize(16).text(title);
  paper.font("Helvetica").fontSize(10);
  const head: [string, string][] = [
    ["Filer", printable(form.filer)],
    ["EIN", form.ein ?? "not entered"],
    ["Kind of return", form.kind.replaceAll("_", " ")],
    ["Due", form.dueDate],
  ];
  for (const [label, value] of head) paper.text(`${label}: ${value}`);
  paper.moveDown().font("Helvetica-Bold").text("Part I: tax").font("Helvetica");
  for (const { line, label, amount, text } of form.lines)
    paper.text(`${line}. ${label}: ${text ?? `$${amount!.toFixed(2)}`}`);
  paper.moveDown().font("Helvetica-Bold").text("Schedule 1: vehicles").font("Helvetica");
  for (const [at, { vin, category }] of form.schedule1.vehicles.entries())
    paper.text(`${at + 1}. ${vin} ${category}`);
  const { totalReported, totalSuspended, totalTaxable } = form.schedule1;
  paper.moveDown().text(`Reported ${totalReported}, suspended ${totalSuspended}, taxable ${totalTaxable}`);
  paper.end();
  return whole;
}
