import { setImmediate } from "node:timers/promises";
import type { PrintedDocument, PrintedTable } from "./printed-document.ts";
import { formatsOf, paperOf } from "./document-locale.ts";
import { fill, wordsOf } from "./document-words.ts";
import type { DocumentWords } from "./words-en.ts";
import { readable } from "../../base/readable-color.ts";
import { openPaper, type Paper, type TextStyle } from "./paper.ts";
import { addressLines } from "../../base/address-lines.ts";
import { bankLines, nameOfSeller, taxIdLines, type Seller } from "./seller.ts";

const margin = 48;
const gap = 8;
const grey = "#555555";
const rule = "#cccccc";
const small: TextStyle = { size: 8, color: grey };
/** Rows between two turns of other requests. */
const rowsAtOnce = 50;

/** Draws a document: seller, recipient and details, lines, taxes by rate, totals, notes, bank details and footer. */
export async function printDocument(document: PrintedDocument): Promise<Buffer> {
  const { seller, locale, title, embedded = null } = document;
  const words = wordsOf(locale);
  const author = nameOfSeller(seller);
  const size = paperOf(seller.address?.country);
  const options = { size, margin, foot: 34, title, lang: locale, author, at: document.at, embedded };
  const paper = await openPaper(options, textsOf(document));
  const color = readable(seller.color);
  printHead(paper, document, color);
  printParties(paper, document);
  if (document.table) await printTable(paper, document.table, color);
  printTotals(paper, document, words);
  if (document.qr) await printQr(paper, document.qr, words);
  printTexts(paper, document, words);
  printFoot(paper, document, words);
  return paper.end();
}

function printHead(paper: Paper, { title, mark, seller }: PrintedDocument, color: string): void {
  const half = paper.width / 2 - gap;
  const right = { x: paper.left + paper.width / 2, width: paper.width / 2 };
  const top = paper.y;
  let height = 0;
  if (seller.logo) {
    paper.image(seller.logo, { x: paper.left, y: top }, [half, 52]);
    height = 58;
  } else {
    const name = nameOfSeller(seller);
    if (name) height = paper.draw(name, at(paper, top, half), { size: 15, weight: "bold", color });
  }
  let low =
    top + paper.draw(title, { ...right, y: top }, { size: 17, weight: "bold", align: "right", color });
  if (mark) low += paper.draw(mark, { ...right, y: low }, { size: 10, weight: "bold", align: "right" });
  paper.y = Math.max(top + height, low) + 14;
  paper.line({ ...at(paper, paper.y - 8) }, color, 1.2);
}

function printParties(paper: Paper, { recipient, head, seller, locale }: PrintedDocument): void {
  const third = paper.width / 3;
  const column = (index: number) => ({ x: paper.left + index * third, width: third - gap });
  const top = paper.y;
  const stack = (index: number, lines: readonly [string, TextStyle][]) =>
    lines.reduce((y, [line, style]) => y + paper.draw(line, { ...column(index), y }, style), top);
  const plain: TextStyle = { size: 9 };
  const [name, ...rest] = recipient.lines.filter((line) => line !== null && line !== "") as string[];
  const ends = [
    stack(
      0,
      sellerLines(seller, locale).map((line, index) => [
        line,
        { ...plain, weight: index === 0 ? "bold" : "regular" },
      ]),
    ),
    stack(1, [
      [recipient.label, small],
      [name ?? "", { ...plain, weight: "bold" }],
      ...rest.map((line): [string, TextStyle] => [line, plain]),
    ]),
    stack(
      2,
      head.flatMap(([label, value]): [string, TextStyle][] =>
        value === null ? [] : [[`${label}: ${value}`, plain]],
      ),
    ),
  ];
  paper.y = Math.max(...ends) + 14;
}

function sellerLines(seller: Seller, locale: string): string[] {
  const words = wordsOf(locale);
  const formats = formatsOf(locale);
  const { legalName, tradeName, address, email, phone, website, registrationNumber } = seller;
  const lines = [
    legalName ?? tradeName,
    ...(address ? addressLines(address, formats.country(address.country)) : []),
    email,
    phone && `${words.phone}: ${phone}`,
    website,
    registrationNumber && `${words.registration}: ${registrationNumber}`,
    ...taxIdLines(seller, locale),
  ];
  return lines.filter((line): line is string => Boolean(line));
}

async function printTable(paper: Paper, table: PrintedTable, color: string): Promise<void> {
  const shares = table.columns.reduce((sum, { share }) => sum + share, 0);
  let x = paper.left;
  const places = table.columns.map(({ align, share }, index) => {
    const whole = (paper.width * share) / shares;
    const place = { x, width: index === table.columns.length - 1 ? whole : whole - gap, align };
    x += whole;
    return place;
  });
  const printRow = (cells: readonly string[], style: TextStyle) => {
    const heights = cells.map((cell, index) => {
      const { align, ...place } = places[index]!;
      return paper.draw(cell, { ...place, y: paper.y }, align === "right" ? { ...style, align } : style);
    });
    paper.y += Math.max(...heights) + 3;
  };
  const printColumns = () => {
    printRow(
      table.columns.map(({ label }) => label),
      { size: 9, weight: "bold", color },
    );
    paper.line(at(paper, paper.y - 1), color, 0.8);
    paper.y += 4;
  };
  printColumns();
  for (const [index, cells] of table.rows.entries()) {
    const height = Math.max(...cells.map((cell, column) => paper.heightOf(cell, places[column]!.width)));
    if (paper.y + height > paper.bottom) {
      paper.addPage();
      printColumns();
    }
    printRow(cells, {});
    paper.line(at(paper, paper.y - 1.5), rule, 0.3);
    if (index % rowsAtOnce === rowsAtOnce - 1) await setImmediate();
  }
  paper.y += 8;
}

function printTotals(paper: Paper, document: PrintedDocument, words: DocumentWords): void {
  const { taxes, totals, strong } = document;
  const x = paper.left + paper.width * 0.5;
  const width = paper.width * 0.5;
  for (const [label, amount] of totals) {
    const weight = strong.includes(label) ? "bold" : "regular";
    needRoom(paper, 16);
    const y = paper.y;
    const left = paper.draw(label, { x, y, width: width * 0.55 }, { weight });
    const right = paper.draw(
      amount,
      { x: x + width * 0.55, y, width: width * 0.45 },
      { weight, align: "right" },
    );
    paper.y += Math.max(left, right) + 2;
  }
  if (taxes.length === 0) return;
  paper.y += 6;
  const cells = [
    [words.taxRate, words.taxBase, words.tax],
    ...taxes.map(({ rate, base, tax }) => [rate, base, tax]),
  ];
  for (const [index, row] of cells.entries()) {
    needRoom(paper, 14);
    const style: TextStyle = { size: 8.5, align: "right", weight: index === 0 ? "bold" : "regular" };
    const heights = row.map((cell, column) =>
      paper.draw(
        cell,
        { x: x + (column * width) / 3, y: paper.y, width: column === 2 ? width / 3 : width / 3 - gap },
        style,
      ),
    );
    paper.y += Math.max(...heights) + 1;
  }
}

/** Side of a QR code in points: 30 mm, which phones read from a screen and from paper. */
const qrSize = 85;

async function printQr(paper: Paper, text: string, words: DocumentWords): Promise<void> {
  const { encode } = await import("uqr");
  const { data } = encode(text, { ecc: "M", border: 0 });
  needRoom(paper, qrSize + 22);
  paper.y += 6;
  paper.squares(data, { x: paper.left, y: paper.y }, qrSize);
  paper.y += qrSize + 4;
  paper.y += paper.draw(words.payQr, at(paper, paper.y), small) + 2;
}

function printTexts(paper: Paper, { texts, seller, showsBank }: PrintedDocument, words: DocumentWords): void {
  paper.y += 12;
  for (const text of texts) if (text) printBlock(paper, null, text);
  if (seller.terms) printBlock(paper, words.terms, seller.terms);
  if (showsBank && seller.bank)
    printBlock(paper, words.bankDetails, bankLines(seller.bank, words).join("\n"));
}

function printBlock(paper: Paper, label: string | null, text: string): void {
  const height = paper.heightOf(text, paper.width);
  // A text that is higher than a page is drawn by paragraphs.
  if (label) {
    needRoom(paper, Math.min(height, 60) + 14);
    paper.y += paper.draw(label, at(paper, paper.y), { size: 9, weight: "bold" });
  }
  for (const paragraph of text.split("\n")) {
    needRoom(paper, paper.heightOf(paragraph, paper.width));
    paper.y += paper.draw(paragraph, at(paper, paper.y));
  }
  paper.y += 8;
}

function printFoot(paper: Paper, { footer }: PrintedDocument, words: DocumentWords): void {
  if (footer) printBlock(paper, null, footer);
  paper.onEachPage((page, pages) => {
    const text = fill(words.page, { page, pages });
    paper.draw(text, at(paper, paper.bottom + 20), { ...small, align: "right" });
  });
}

function needRoom(paper: Paper, height: number): void {
  if (paper.y + height > paper.bottom) paper.addPage();
}

function at(paper: Paper, y: number, width = paper.width) {
  return { x: paper.left, y, width };
}

/** Every text of a document: they decide which fonts are loaded. */
function textsOf(document: PrintedDocument): string[] {
  const { seller, recipient, head, table, texts, footer, title, mark } = document;
  const ofSeller = JSON.stringify({ ...seller, logo: null });
  const all = [
    title,
    mark,
    ofSeller,
    ...recipient.lines,
    ...head.flat(),
    ...(table?.rows.flat() ?? []),
    ...texts,
    footer,
  ];
  return all.filter((text): text is string => text !== null);
}
