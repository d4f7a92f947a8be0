/** Reads exported files with other code than that which wrote them. */
import { parse } from "csv-parse/sync";
import { inflateRawSync, crc32 } from "node:zlib";
import { create } from "xmlbuilder2";
import type { ExportResult } from "../../../subgraphs/hub/exports/payroll-export.ts";

/** One row as text by column; numbers as written, empty values as "". */
export type ReadRow = Record<string, string>;

export interface ReadFile {
  rows: ReadRow[];
  totals: ReadRow;
}

type Content = Pick<ExportResult, "content" | "format">;

/** Rows and totals of a file that has a header and totals. */
export function readExport(file: Content): ReadFile {
  const read = { csv: readCsv, json: readJson, xml: readXml, excel: readSheet }[file.format];
  return read(file.content);
}

/** The records of a CSV file, its header first. */
export function readCsvRecords(content: string, delimiter = ","): string[][] {
  return parse(content, { bom: true, delimiter });
}

function readCsv(content: string): ReadFile {
  return fromRecords(readCsvRecords(content));
}

function fromRecords([header = [], ...records]: string[][]): ReadFile {
  const named = records.map((record) =>
    Object.fromEntries(header.map((name, at) => [name, record[at] ?? ""])),
  );
  const totals = named.at(-1) ?? {};
  return { rows: named.slice(0, -1), totals: Object.fromEntries(Object.entries(totals).filter(isSum)) };
}

function isSum([, text]: [string, string]): boolean {
  return text !== "" && text !== "Total";
}

/** Numbers keep the digits that they are written with. */
function readJson(content: string): ReadFile {
  const { records, totals } = JSON.parse(content, (_key, value: unknown, context?: { source?: string }) =>
    typeof value === "object" && value !== null
      ? value
      : value === null
        ? ""
        : (context?.source?.replaceAll(/^"[^]*"$/g, () => String(value)) ?? String(value)),
  ) as { records: ReadRow[]; totals: ReadRow };
  return { rows: records, totals };
}

function readXml(content: string): ReadFile {
  const root = parseXml(content);
  const part = (name: string) => elementsOf(root).find(({ nodeName }) => nodeName === name)!;
  const toRow = (element: Element) =>
    Object.fromEntries(
      elementsOf(element).map((child) => [
        child.getAttribute("key") ?? child.nodeName,
        child.textContent ?? "",
      ]),
    );
  return { rows: elementsOf(part("records")).map(toRow), totals: toRow(part("totals")) };
}

interface Element {
  nodeName: string;
  textContent: string | null;
  childNodes: Iterable<Element & { nodeType: number }>;
  getAttribute(name: string): string | null;
}

/** The document's element. Blank text is text. */
function parseXml(text: string): Element {
  return create({ skipWhitespaceOnlyText: false }, text).root().node as unknown as Element;
}

function elementsOf(element: Element): Element[] {
  return [...element.childNodes].filter(({ nodeType }) => nodeType === 1);
}

/** A cell as a spreadsheet program sees it. */
export interface SheetCell {
  place: string;
  /** `text`, `number`, `boolean`. */
  type: "text" | "number" | "boolean";
  style: string | null;
  value: string;
}

function readSheet(content: string): ReadFile {
  const rows = readSheetCells(content);
  const letters = rows[0]!.map(({ place }) => place.replaceAll(/\d/g, ""));
  return fromRecords(
    rows.map((cells) => {
      const byLetter = new Map(cells.map(({ place, value }) => [place.replaceAll(/\d/g, ""), value]));
      return letters.map((letter) => byLetter.get(letter) ?? "");
    }),
  );
}

/** The cells of the first sheet, by row. */
export function readSheetCells(content: string): SheetCell[][] {
  const sheet = unzip(Buffer.from(content, "base64")).get("xl/worksheets/sheet1.xml")!;
  const root = parseXml(sheet);
  const [data] = elementsOf(root);
  return elementsOf(data!).map((row) => elementsOf(row).map(toCell));
}

function toCell(cell: Element): SheetCell {
  const kind = cell.getAttribute("t");
  const inner = elementsOf(cell);
  if (inner.length !== 1 || !["v", "is"].includes(inner[0]!.nodeName))
    throw new Error(`The cell has more than a value: ${inner.map(({ nodeName }) => nodeName).join(", ")}`);
  const text = inner[0]!.textContent ?? "";
  const place = cell.getAttribute("r")!;
  const style = cell.getAttribute("s");
  if (kind === "inlineStr") return { place, style, type: "text", value: unescapeText(text) };
  if (kind === "b") return { place, style, type: "boolean", value: text === "1" ? "true" : "false" };
  if (kind !== null || !/^-?\d/.test(text)) throw new Error(`Neither text nor number: ${kind} ${text}`);
  return { place, style, type: "number", value: text };
}

/** ST_Xstring. */
function unescapeText(text: string): string {
  return text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(parseInt(code, 16)),
  );
}

/** The files of a ZIP archive by name, from its directory; throws where sizes or checksums do not fit. */
export function unzip(bytes: Buffer): Map<string, string> {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  const count = bytes.readUInt16LE(end + 10);
  const files = new Map<string, string>();
  let at = bytes.readUInt32LE(end + 16);
  for (let index = 0; index < count; index++) {
    if (bytes.readUInt32LE(at) !== 0x02014b50) throw new Error("The directory is broken.");
    const [crc, packed, size] = [16, 20, 24].map((offset) => bytes.readUInt32LE(at + offset)) as [
      number,
      number,
      number,
    ];
    const nameLength = bytes.readUInt16LE(at + 28);
    const name = bytes.toString("latin1", at + 46, at + 46 + nameLength);
    const local = bytes.readUInt32LE(at + 42);
    if (bytes.readUInt32LE(local) !== 0x04034b50) throw new Error(`${name} is not where the directory says.`);
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const stored = bytes.subarray(start, start + packed);
    const content = bytes.readUInt16LE(at + 10) === 0 ? stored : inflateRawSync(stored);
    if (content.length !== size || crc32(content) !== crc) throw new Error(`${name} is damaged.`);
    files.set(name, content.toString("utf8"));
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return files;
}
