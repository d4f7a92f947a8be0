import { buffer } from "node:stream/consumers";
import { printable } from "../../../../src/text/printable.ts";
import type { Schedule1 } from "./schedule.types.ts";

const margin = 56;

/** A stamped Schedule 1 as a PDF. The same copy gives the same bytes. */
export async function schedulePdf(schedule: Schedule1): Promise<Buffer> {
  const title = `Schedule 1 (Form 2290), ${schedule.period}-${schedule.period + 1}`;
  const { acceptedAt: date } = schedule;
  const paper = await newPaper({ title, mark: schedule.watermark, date });
  const whole = buffer(paper);
  paper.font("Helvetica-Bold").fontSize(16).text(title);
  paper.font("Helvetica").fontSize(10);
  const head: [string, string][] = [
    ["Filer", printable(schedule.filer)],
    ["Month of first use", schedule.firstUseMonth],
    ["Accepted", date.toISOString()],
    ["Submission", schedule.submissionId],
    ["Verification code", schedule.verificationCode],
  ];
  for (const [label, value] of head) paper.text(`${label}: ${value}`);
  paper.moveDown().font("Helvetica-Bold").text("Part I: vehicles").font("Helvetica");
  for (const [at, { vin, category }] of schedule.vehicles.entries())
    paper.text(`${at + 1}. ${vin} ${category}`);
  paper.moveDown().font("Helvetica-Bold").text("Part II: summary").font("Helvetica");
  paper.text(`a. Vehicles reported: ${schedule.totalReported}`);
  paper.text(`b. Vehicles with suspended tax: ${schedule.totalSuspended}`);
  paper.text(`c. Taxable vehicles: ${schedule.totalTaxable}`);
  paper.end();
  return whole;
}

/** An empty PDF document with the watermark on every page. */
export async function newPaper({
  title,
  mark,
  date,
}: {
  title: string;
  mark: string;
  date: Date;
}): Promise<PDFKit.PDFDocument> {
  const { default: PdfKit } = await import("pdfkit");
  const paper = new PdfKit({
    size: "LETTER",
    margin,
    lang: "en",
    displayTitle: true,
    info: { Title: title, CreationDate: date, ModDate: date },
  });
  stamp(paper, mark);
  paper.on("pageAdded", () => stamp(paper, mark));
  return paper;
}

/** Draws the watermark diagonally behind the text. */
function stamp(paper: PDFKit.PDFDocument, text: string): void {
  const { x, y } = paper;
  paper.save().rotate(-30, { origin: [306, 396] });
  paper.fillColor("#d8d8d8").fontSize(26).text(text, 60, 390, { lineBreak: false });
  paper.restore().fillColor("black").fontSize(10);
  paper.x = x;
  paper.y = y;
}
