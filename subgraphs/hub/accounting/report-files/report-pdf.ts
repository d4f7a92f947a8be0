import { buffer } from "node:stream/consumers";
import { setImmediate } from "node:timers/promises";
import { printable } from "../../../../src/text/printable.ts";
import { formatMinor } from "../../exports/cell-values.ts";
import type { ReportCell, ReportColumn, ReportTable } from "./report-table.ts";

const margin = 40;
const gap = 6;
/** Rows between two turns of other requests. */
const rowsAtOnce = 50;

interface Place extends ReportColumn {
  x: number;
  /** In points. */
  points: number;
}

/** Renders a report as a PDF on Letter pages, each with the heads of the columns. The same report gives the same bytes. */
export async function reportPdf(table: ReportTable): Promise<Buffer> {
  const at = new Date(`${table.lastDay}T00:00:00.000Z`);
  const { default: PdfKit } = await import("pdfkit");
  const paper = new PdfKit({
    size: "LETTER",
    margin,
    lang: "en",
    displayTitle: true,
    info: { Title: table.title, CreationDate: at, ModDate: at },
  });
  const whole = buffer(paper);
  paper.font("Helvetica-Bold").fontSize(16).text(table.title);
  paper.font("Helvetica").fontSize(10).text(printable(table.subtitle)).moveDown();
  const places = placesOf(table.columns, paper.page.width - 2 * margin);
  const head = places.map(({ header }) => header);
  printRow(paper, places, head, "Helvetica-Bold");
  for (const [index, { cells, isTotal }] of table.rows.entries()) {
    const texts = cells.map((cell) => printable(cellText(cell, table.decimals)));
    if (!hasRoom(paper, places, texts)) {
      paper.addPage();
      printRow(paper, places, head, "Helvetica-Bold");
    }
    printRow(paper, places, texts, isTotal ? "Helvetica-Bold" : "Helvetica");
    if (index % rowsAtOnce === rowsAtOnce - 1) await setImmediate();
  }
  if (table.rows.length === 0) paper.font("Helvetica").text("Nothing was posted.", margin);
  paper.end();
  return whole;
}

function placesOf(columns: readonly ReportColumn[], width: number): Place[] {
  const shares = columns.reduce((sum, column) => sum + column.width, 0);
  let x = margin;
  return columns.map((column) => {
    const points = (width * column.width) / shares;
    const place = { ...column, x, points: points - gap };
    x += points;
    return place;
  });
}

function heightOf(paper: PDFKit.PDFDocument, places: readonly Place[], texts: readonly string[]): number {
  paper.font("Helvetica-Bold").fontSize(8);
  return Math.max(
    ...texts.map((text, index) => paper.heightOfString(text || " ", { width: places[index]!.points })),
  );
}

function hasRoom(paper: PDFKit.PDFDocument, places: readonly Place[], texts: readonly string[]): boolean {
  return paper.y + heightOf(paper, places, texts) <= paper.page.height - margin;
}

function printRow(
  paper: PDFKit.PDFDocument,
  places: readonly Place[],
  texts: readonly string[],
  font: string,
): void {
  const height = heightOf(paper, places, texts);
  paper.font(font).fontSize(8);
  const top = paper.y;
  for (const [index, text] of texts.entries()) {
    const { x, points, isAmount } = places[index]!;
    if (text) paper.text(text, x, top, { width: points, align: isAmount ? "right" : "left" });
  }
  paper.x = margin;
  paper.y = top + height + 2;
}

/** Amounts with separators of thousands: -1,234.50. */
function cellText(cell: ReportCell, decimals: number): string {
  if (cell === null) return "";
  if (typeof cell === "string") return cell;
  const [whole = "", fraction] = formatMinor(Math.abs(Number(cell)), decimals).split(".");
  const text = [BigInt(whole).toLocaleString("en-US"), ...(fraction === undefined ? [] : [fraction])];
  return `${cell < 0n ? "-" : ""}${text.join(".")}`;
}
