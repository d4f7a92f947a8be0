import { buffer } from "node:stream/consumers";

const margin = 56;
/** Where each column begins and how wide it is, in points on a Letter page. */
const columns = [
  { x: margin, width: 230, align: "left" },
  { x: 290, width: 60, align: "right" },
  { x: 355, width: 90, align: "right" },
  { x: 450, width: 106, align: "right" },
] as const;

/** Heads of the columns of a document with lines. */
export const lineColumns = ["Description", "Quantity", "Price", "Amount"] as const;

/** A document as printed: texts and amounts are final. */
export interface PrintedDocument {
  title: string;
  /** State, below the title. */
  mark: string;
  /** Time of the last change, the date of the file. */
  at: Date;
  /** Details above the lines; those without a value are left out. */
  head: readonly (readonly [label: string, value: string | null])[];
  /** Heads of the lines' columns; null for a document without lines. */
  columns: readonly string[] | null;
  rows: readonly (readonly string[])[];
  totals: readonly (readonly [label: string, amount: string])[];
  /** Labels of totals in bold. */
  strong: readonly string[];
  /** Notes and footer. */
  texts: readonly (string | null)[];
}

/** Renders a document as a PDF. Deterministic: same document, same bytes. */
export async function documentPdf(document: PrintedDocument): Promise<Buffer> {
  const { title, at } = document;
  const { default: PdfKit } = await import("pdfkit");
  const paper = new PdfKit({
    size: "LETTER",
    margin,
    lang: "en",
    displayTitle: true,
    info: { Title: title, CreationDate: at, ModDate: at },
  });
  const whole = buffer(paper);
  paper.font("Helvetica-Bold").fontSize(18).text(printable(title));
  paper.font("Helvetica").fontSize(10).text(printable(document.mark)).moveDown();
  for (const [label, value] of document.head) {
    if (value === null) continue;
    paper.font("Helvetica-Bold").text(`${label}: `, { continued: true });
    paper.font("Helvetica").text(printable(value));
  }
  paper.moveDown();
  if (document.columns) printRow(paper, document.columns, "Helvetica-Bold");
  for (const row of document.rows) printRow(paper, row.map(printable), "Helvetica");
  paper.moveDown();
  for (const [label, amount] of document.totals)
    printRow(
      paper,
      ["", "", label, amount],
      document.strong.includes(label) ? "Helvetica-Bold" : "Helvetica",
    );
  paper.moveDown().font("Helvetica").fontSize(10);
  for (const text of document.texts) if (text) paper.text(printable(text), margin).moveDown();
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

/** An amount in major units with its currency. */
export function moneyText(amount: number, currency: string): string {
  return amount.toLocaleString("en-US", { style: "currency", currency });
}

/** The built-in fonts support Western characters only. */
function printable(text: string): string {
  return text.replace(/[^\n\u0020-\u007e\u00a0-\u00ff]/g, "?");
}
