import { XMLParser } from "fast-xml-parser";
import {
  parseAmount,
  parseDate,
  StatementError,
  type RowFault,
  type Statement,
  type StatementRow,
} from "./statement-row.ts";
import { findAll, textOf, type XmlNode } from "./xml-nodes.ts";

const parser = new XMLParser({
  ignoreAttributes: true,
  parseTagValue: false,
  trimValues: true,
  // Besides the five of XML: numbers, as in `&#233;`. There are no others, since a DOCTYPE is refused.
  htmlEntities: true,
  isArray: (name) => name === "STMTTRN",
});

/**
 * Reads an OFX statement: version 2, which is XML, and version 1, which is SGML whose values are not closed. The bank's id
 * of each entry is unique within its account alone. Throws StatementError for what is no OFX, or is of several accounts.
 */
export function readOfxStatement(text: string, decimals: number): Statement {
  const root = readTree(text);
  const statements = findAll(root, (key) => key === "STMTRS" || key === "CCSTMTRS");
  if (statements.length !== 1)
    throw new StatementError(
      statements.length === 0 ? "must be an OFX file with a statement" : "must contain one account only",
    );
  const [statement] = statements as [XmlNode];
  const entries = findAll(statement, (key) => key === "STMTTRN");
  const rows: StatementRow[] = [];
  const faults: RowFault[] = [];
  for (const [index, entry] of entries.entries()) {
    const read = readEntry(entry, index + 1, decimals);
    if ("message" in read) faults.push(read);
    else rows.push(read);
  }
  const [ledgerBalance] = findAll(statement, (key) => key === "LEDGERBAL");
  const closing = ledgerBalance === undefined ? null : readAmount(textOf(ledgerBalance, "BALAMT"), decimals);
  return { rows, faults, currency: textOf(statement, "CURDEF") || null, closing };
}

function readEntry(entry: XmlNode, row: number, decimals: number): StatementRow | RowFault {
  const posted = textOf(entry, "DTPOSTED");
  const date = parseDate(`${posted.slice(0, 4)}-${posted.slice(4, 6)}-${posted.slice(6, 8)}`, "ymd");
  const amount = readAmount(textOf(entry, "TRNAMT"), decimals);
  const memo = textOf(entry, "MEMO");
  const payee = (textOf(entry, "NAME") || memo).slice(0, 200);
  const refuse = (message: string) => ({ row, message });
  if (date === null) return refuse("has no date");
  if (amount === null || amount === 0) return refuse("has no amount");
  if (payee === "") return refuse("has no payee");
  const fitid = textOf(entry, "FITID").slice(0, 255) || null;
  return { row, date, amount, payee, notes: memo && memo !== payee ? memo.slice(0, 2_000) : null, fitid };
}

function readAmount(written: string, decimals: number): number | null {
  return parseAmount(written, decimals, /,\d{1,3}$/.test(written) && !written.includes("."));
}

function readTree(text: string): XmlNode {
  const start = text.search(/<OFX>/i);
  if (start === -1 || /<!(DOCTYPE|ENTITY)/i.test(text)) throw new StatementError("must be an OFX file");
  const isSgml = /OFXHEADER:\s*100/.test(text.slice(0, start));
  const body = text.slice(start);
  try {
    return parser.parse(isSgml ? closeValues(body) : body, true) as XmlNode;
  } catch {
    throw new StatementError("must be an OFX file");
  }
}

/** SGML of version 1 leaves the end of a value to the next tag; XML does not. */
function closeValues(sgml: string): string {
  return sgml
    .replaceAll(/&(?!(amp|lt|gt|quot|apos|#\d+);)/g, "&amp;")
    .replaceAll(/<([A-Z0-9.]+)>([^<\r\n]+)(<\/\1>)?/g, (_, name: string, value: string) =>
      value.trim() === "" ? `<${name}>` : `<${name}>${value.trim()}</${name}>`,
    );
}
