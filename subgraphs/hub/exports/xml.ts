import { formatDate, formatMinor, formatNumber, sayCell, type CellWords } from "./cell-values.ts";
import type { ExportOptions } from "./export-options.ts";
import type { Cell, ExportTable } from "./export-table.ts";

type XmlOptions = Pick<ExportOptions, "rootElement" | "dateFormat">;

/**
 * XML 1.0 in UTF-8, in pieces, without a DTD: the payroll's head, `records` and, where wanted, `totals`. Elements have the
 * columns' keys; one that is no XML name is made one, with the key beside it as an attribute. Empty values have no element.
 */
export function* writeXml(table: ExportTable, options: XmlOptions): Generator<string> {
  const { columns, decimals, columnTotals } = table;
  const words: CellWords<string> = {
    text: escapeText,
    number: formatNumber,
    money: (minor) => formatMinor(minor, decimals),
    date: (date) => formatDate(date, options.dateFormat),
    boolean: String,
  };
  const names = elementNames(columns.map(({ key }) => key));
  const say = (cell: Cell, at: number) => {
    if (cell === null) return "";
    const { name, attribute } = names[at]!;
    return `<${name}${attribute}>${sayCell(cell, columns[at]!.type, words)}</${name}>`;
  };
  const root = toElementName(options.rootElement);
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<${root} currency="${table.currency}">\n${sayHead(table, options)}`;
  yield `<records count="${table.rows.length}">\n`;
  for (const row of table.rows) yield `<record>${row.map(say).join("")}</record>\n`;
  yield "</records>\n";
  if (columnTotals) yield `<totals>${columnTotals.map(say).join("")}</totals>\n`;
  yield `</${root}>\n`;
}

function sayHead({ company, payPeriod }: ExportTable, { dateFormat }: XmlOptions): string {
  const dates = Object.entries(payPeriod ?? {}).map(
    ([name, date]: [string, string | null]): [string, string | null] => [
      name,
      date === null ? null : formatDate(date, dateFormat),
    ],
  );
  return sayPart("company", Object.entries(company ?? {})) + sayPart("payPeriod", dates);
}

function sayPart(part: string, values: readonly (readonly [string, string | null])[]): string {
  const elements = values.map(([name, text]) =>
    text === null ? "" : `<${name}>${escapeText(text)}</${name}>`,
  );
  return elements.length === 0 ? "" : `<${part}>${elements.join("")}</${part}>\n`;
}

const textEscapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#xD;" };

/** Escapes the text of an element so that parsers return it unchanged, carriage returns included. */
export function escapeText(text: string): string {
  return text.replaceAll(/[&<>\r]/g, (character) => textEscapes[character]!);
}

const attributeEscapes: Record<string, string> = {
  ...textEscapes,
  '"': "&quot;",
  "\t": "&#x9;",
  "\n": "&#xA;",
};

/** Text of an attribute in double quotes. */
export function escapeAttribute(text: string): string {
  return text.replaceAll(/[&<>\r"\t\n]/g, (character) => attributeEscapes[character]!);
}

/** Name characters of XML 1.0 (fifth edition, 2.3), the colon aside, which is for namespaces. */
const nameStart =
  "A-Z_a-z\\u00C0-\\u00D6\\u00D8-\\u00F6\\u00F8-\\u02FF\\u0370-\\u037D\\u037F-\\u1FFF\\u200C\\u200D\\u2070-\\u218F" +
  "\\u2C00-\\u2FEF\\u3001-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFFD\\u{10000}-\\u{EFFFF}";
const notInName = new RegExp(`[^${nameStart}\\-.0-9\\u00B7\\u0300-\\u036F\\u203F\\u2040]`, "gu");
const startsName = new RegExp(`^[${nameStart}]`, "u");

/** The nearest text that XML takes as the name of an element. Names that start with "xml" are the standard's own. */
export function toElementName(text: string): string {
  const name = text.replaceAll(notInName, "_");
  return startsName.test(name) && !/^xml/i.test(name) ? name : `_${name}`;
}

/** A name for each key, no two alike. */
function elementNames(keys: readonly string[]): { name: string; attribute: string }[] {
  const taken = new Set<string>();
  return keys.map((key) => {
    const plain = toElementName(key);
    let name = plain;
    for (let number = 2; taken.has(name); number++) name = `${plain}_${number}`;
    taken.add(name);
    return { name, attribute: name === key ? "" : ` key="${escapeAttribute(key)}"` };
  });
}
