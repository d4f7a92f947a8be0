import { buffer } from "node:stream/consumers";
import { toMajor } from "../../../../src/money.ts";

/** A box of a form: its number, what it is, and its value; of a correction also what was reported before. */
export interface FormBox {
  box: string;
  label: string;
  value: string;
  before?: string;
}

/** A form as it is printed. */
export interface PrintedPaper {
  title: string;
  /** Lines under the title: who, and for which time. */
  head: readonly string[];
  boxes: readonly FormBox[];
  /** `YYYY-MM-DD`, so that the same form gives the same bytes. */
  date: string;
}

const margin = 56;

/** Draws the form as a substitute with the numbers of the official boxes. */
export async function drawForm({ title, head, boxes, date }: PrintedPaper): Promise<Buffer> {
  const at = new Date(`${date}T00:00:00.000Z`);
  const { default: PdfKit } = await import("pdfkit");
  const paper = new PdfKit({
    size: "LETTER",
    margin,
    lang: "en",
    displayTitle: true,
    info: { Title: title, CreationDate: at, ModDate: at },
  });
  const whole = buffer(paper);
  paper.font("Helvetica-Bold").fontSize(16).text(title);
  paper
    .font("Helvetica")
    .fontSize(9)
    .text("Copy for your records. It is not for filing with an agency.")
    .moveDown();
  paper.fontSize(10);
  for (const line of head) paper.text(printable(line));
  paper.moveDown();
  const isCorrection = boxes.some(({ before }) => before !== undefined);
  if (isCorrection) printRow(paper, ["Box", "", "Reported before", "Correct"], "Helvetica-Bold");
  for (const { box, label, value, before = "" } of boxes) printRow(paper, [box, label, before, value]);
  paper.end();
  return whole;
}

function printRow(
  paper: PDFKit.PDFDocument,
  [box, label, before, value]: [string, string, string, string],
  font = "Helvetica",
): void {
  if (paper.y > paper.page.height - margin - 40) paper.addPage();
  paper.font(font).fontSize(10);
  const top = paper.y;
  paper.text(box || " ", margin, top, { width: 50 });
  paper.text(printable(label || " "), 110, top, { width: 230 });
  const bottom = paper.y;
  paper.text(printable(before || " "), 345, top, { width: 95, align: "right" });
  paper.text(printable(value || " "), 445, top, { width: 110, align: "right" });
  paper.x = margin;
  paper.y = Math.max(bottom, paper.y) + 3;
}

export function dollars(cents: number): string {
  return toMajor(cents, 2).toLocaleString("en-US", { style: "currency", currency: "USD" });
}

/** Replaces characters that the built-in fonts lack (Western characters only). */
function printable(text: string): string {
  return text.replace(/[^\n\u0020-\u007e\u00a0-\u00ff]/g, "?");
}
