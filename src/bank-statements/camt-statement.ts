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
  removeNSPrefix: true,
  parseTagValue: false,
  trimValues: true,
});

/**
 * Reads a bank-to-customer statement of ISO 20022 (CAMT.053, all versions): the booked entries of one account, in one
 * statement or in several that follow each other. Throws StatementError for what is none, or is of several accounts.
 */
export function readCamtStatement(text: string, decimals: number): Statement {
  const statements = readStatements(text);
  const accounts = new Set(statements.map((statement) => JSON.stringify(at(statement, "Acct", "Id") ?? "")));
  if (accounts.size > 1) throw new StatementError("must contain one account only");
  const entries = statements
    .flatMap((statement) => childrenOf(statement, "Ntry"))
    .filter((entry) => statusOf(entry) === "BOOK");
  const rows: StatementRow[] = [];
  const faults: RowFault[] = [];
  for (const [index, entry] of entries.entries()) {
    const read = readEntry(entry, index + 1, decimals);
    if ("message" in read) faults.push(read);
    else rows.push(read);
  }
  return {
    rows,
    faults,
    currency: valueOf(at(statements[0]!, "Acct", "Ccy")) || null,
    opening: balanceOf(statements[0]!, ["OPBD", "PRCD"], decimals),
    closing: balanceOf(statements.at(-1)!, ["CLBD"], decimals),
  };
}

function readStatements(text: string): XmlNode[] {
  const refusal = new StatementError("must be a CAMT.053 file");
  // Without a document type there are no entities but the five of XML.
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) throw refusal;
  let root: XmlNode;
  try {
    root = parser.parse(text, true) as XmlNode;
  } catch {
    throw refusal;
  }
  const message = at(root, "Document", "BkToCstmrStmt");
  const statements = message === undefined ? [] : childrenOf(message, "Stmt");
  if (statements.length === 0) throw refusal;
  return statements;
}

function readEntry(entry: XmlNode, row: number, decimals: number): StatementRow | RowFault {
  const day = at(entry, "BookgDt") ?? "";
  const date = parseDate((textOf(day, "Dt") || textOf(day, "DtTm")).slice(0, 10), "ymd");
  const amount = signed(entry, decimals);
  if (date === null) return { row, message: "has no date" };
  if (amount === null || amount === 0) return { row, message: "has no amount" };
  const [detail = ""] = findAll(entry, (key) => key === "TxDtls");
  const about = findAll(detail, (key) => key === "Ustrd")
    .map(valueOf)
    .join(" ")
    .trim();
  const info = valueOf(at(entry, "AddtlNtryInf"));
  const party = at(detail, "RltdPties", amount < 0 ? "Cdtr" : "Dbtr") ?? "";
  const payee = (textOf(party, "Nm") || about || info || "Bank entry").slice(0, 200);
  const notes = about || info;
  return {
    row,
    date,
    amount,
    payee,
    notes: notes !== "" && notes !== payee ? notes.slice(0, 2_000) : null,
    fitid: referenceOf(entry, date, amount),
  };
}

/** The bank's reference is unique within the account; the entry's number is so within a statement alone. */
function referenceOf(entry: XmlNode, date: string, amount: number): string | null {
  const reference = valueOf(at(entry, "AcctSvcrRef"));
  if (reference !== "") return reference.slice(0, 255);
  const number = valueOf(at(entry, "NtryRef"));
  return number === "" ? null : `${number} ${date} ${amount}`.slice(0, 255);
}

/** `BOOK` as text in the older versions, as a code in the newer ones. */
function statusOf(entry: XmlNode): string {
  const status = at(entry, "Sts");
  return valueOf(status) || valueOf(status === undefined ? undefined : at(status, "Cd"));
}

function balanceOf(statement: XmlNode, codes: readonly string[], decimals: number): number | null {
  const found = childrenOf(statement, "Bal").find((balance) =>
    codes.includes(valueOf(at(balance, "Tp", "CdOrPrtry", "Cd"))),
  );
  return found === undefined ? null : signed(found, decimals);
}

function signed(node: XmlNode, decimals: number): number | null {
  const amount = parseAmount(valueOf(at(node, "Amt")), decimals, false);
  const isDebit = valueOf(at(node, "CdtDbtInd")) === "DBIT";
  return amount === null || amount === 0 ? amount : isDebit ? -amount : amount;
}

function childrenOf(node: XmlNode, name: string): XmlNode[] {
  if (typeof node === "string" || !Object.hasOwn(node, name)) return [];
  const found = node[name]!;
  return Array.isArray(found) ? found : [found];
}

/** The first element on a path of names below a node. */
function at(node: XmlNode, ...path: readonly string[]): XmlNode | undefined {
  let here: XmlNode | undefined = node;
  for (const name of path) here = here === undefined ? undefined : childrenOf(here, name)[0];
  return here;
}

function valueOf(node: XmlNode | undefined): string {
  return typeof node === "string" ? node : "";
}
