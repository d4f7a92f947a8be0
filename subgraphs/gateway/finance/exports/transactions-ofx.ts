import { toDecimalText } from "../amounts.ts";
import type { AccountKind, EntryRow } from "../finance-tables.ts";

/** The account of a statement, and what it had at its end. */
export interface OfxStatement {
  account: { id: string; kind: AccountKind; currency: string };
  from: string;
  to: string;
  /** Minor units of cleared and reconciled transactions at the end of `to`. */
  ledgerBalance: number;
  rows: readonly EntryRow[];
}

/**
 * An OFX 2.1.1 statement download of one account, as programs for personal finance import it: section 11.4 (bank) and 11.4.3
 * (credit card) of the specification, with the longest values that it allows. FITID is what identifies the transaction in a
 * repeated import.
 */
export function transactionsOfx({ account, from, to, ledgerBalance, rows }: OfxStatement): string {
  const { currency } = account;
  const isCard = account.kind === "credit_card";
  const [set, response, statement] = isCard
    ? ["CREDITCARDMSGSRSV1", "CCSTMTTRNRS", "CCSTMTRS"]
    : ["BANKMSGSRSV1", "STMTTRNRS", "STMTRS"];
  const status = "<STATUS><CODE>0</CODE><SEVERITY>INFO</SEVERITY></STATUS>";
  return [
    '<?xml version="1.0" encoding="UTF-8" standalone="no"?>',
    '<?OFX OFXHEADER="200" VERSION="211" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>',
    "<OFX>",
    `<SIGNONMSGSRSV1><SONRS>${status}<DTSERVER>${ofxDay(to)}</DTSERVER><LANGUAGE>ENG</LANGUAGE></SONRS></SIGNONMSGSRSV1>`,
    `<${set}><${response}><TRNUID>0</TRNUID>${status}<${statement}>`,
    `<CURDEF>${currency}</CURDEF>`,
    accountOf(account),
    `<BANKTRANLIST><DTSTART>${ofxDay(from)}</DTSTART><DTEND>${ofxDay(to)}</DTEND>`,
    ...rows.map(entryOf),
    "</BANKTRANLIST>",
    `<LEDGERBAL><BALAMT>${toDecimalText(ledgerBalance, currency)}</BALAMT><DTASOF>${ofxDay(to)}</DTASOF></LEDGERBAL>`,
    `</${statement}></${response}></${set}>`,
    "</OFX>",
    "",
  ].join("\n");
}

const accountTypes: Partial<Record<AccountKind, string>> = { savings: "SAVINGS", loan: "CREDITLINE" };

/** The last 22 characters of the id, which are random: that many an account number may have. */
function accountOf({ id, kind }: OfxStatement["account"]): string {
  const number = `<ACCTID>${escapeXml(id.slice(-22))}</ACCTID>`;
  if (kind === "credit_card") return `<CCACCTFROM>${number}</CCACCTFROM>`;
  const type = `<ACCTTYPE>${accountTypes[kind] ?? "CHECKING"}</ACCTTYPE>`;
  return `<BANKACCTFROM><BANKID>000000000</BANKID>${number}${type}</BANKACCTFROM>`;
}

const longestName = 32;
const longestMemo = 255;

function entryOf({ id, date, amount, currency, payee, notes, fitid, transferId }: EntryRow): string {
  const type = transferId !== null ? "XFER" : amount < 0 ? "DEBIT" : "CREDIT";
  const name = textOf(payee, longestName);
  // A name that is cut is whole in the memo.
  const memo = textOf(
    [...(name === payee ? [] : [payee]), ...(notes === null ? [] : [notes])].join(" - "),
    longestMemo,
  );
  return [
    `<STMTTRN><TRNTYPE>${type}</TRNTYPE><DTPOSTED>${ofxDay(date)}</DTPOSTED>`,
    `<TRNAMT>${toDecimalText(amount, currency)}</TRNAMT><FITID>${escapeXml(fitid ?? id)}</FITID>`,
    `<NAME>${escapeXml(name)}</NAME>${memo === "" ? "" : `<MEMO>${escapeXml(memo)}</MEMO>`}</STMTTRN>`,
  ].join("");
}

/** Text on one line, without characters that XML 1.0 does not have, of at most so many characters. */
function textOf(text: string, longest: number): string {
  const line = text.replaceAll(/[\p{Cc}\p{Cs}\ufffe\uffff]+/gu, " ").trim();
  return Array.from(line).slice(0, longest).join("").trim();
}

/** Noon in UTC would need a zone; a day alone has none (section 3.2.8.2). */
function ofxDay(date: string): string {
  return date.replaceAll("-", "");
}

const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

function escapeXml(text: string): string {
  return text.replaceAll(/[&<>]/g, (character) => escapes[character]!);
}
