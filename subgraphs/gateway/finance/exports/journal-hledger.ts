import { currencyDecimals } from "../../../../src/currency.ts";
import { toDecimalText } from "../amounts.ts";
import { lineOf, marksOf, namesOf, type Journal, type JournalAccount, type JournalEntry } from "./journal.ts";

/**
 * A journal in the format of hledger ("hledger manual", section "Journal format", 1.25), which has no escapes: characters with
 * a meaning are written as similar ones. A transaction's id is its code, notes and tags are tags, and a leg of another day has
 * its posting date. All accounts and commodities are declared, so that strict checks pass.
 */
export function hledgerJournal(journal: Journal): string {
  const names = namesOf(journal.accounts, accountName, " ");
  const currencies = new Set(
    journal.entries.flatMap(({ postings }) => postings.map(({ currency }) => currency)),
  );
  return [
    "decimal-mark .",
    ...[...currencies].sort().map(commodityOf),
    ...journal.accounts.map((account) => `account ${names.get(account)}  ; type:${types[account.root]}`),
    ...journal.entries.flatMap((entry) => ["", ...linesOf(entry, names)]),
    "",
  ].join("\n");
}

const types: Record<JournalAccount["root"], string> = {
  Assets: "Asset",
  Liabilities: "Liability",
  Income: "Revenue",
  Expenses: "Expense",
  Equity: "Equity",
};

function commodityOf(currency: string): string {
  return `commodity 1000.${"0".repeat(currencyDecimals(currency))} ${currency}`;
}

function linesOf(entry: JournalEntry, names: ReadonlyMap<JournalAccount, string>): string[] {
  const { id, date, payee, notes, tags, postings } = entry;
  const marks = marksOf(entry);
  // After a code, a parenthesis is text.
  const code = id === null ? "" : `(${id}) `;
  const tagNames = [...new Set(tags.map(tagName))].filter((name) => name !== "");
  return [
    `${date} ${marks.entry} ${code}${descriptionOf(payee)}`,
    ...(notes === null || lineOf(notes) === "" ? [] : [`    ; note:${valueOf(notes)}`]),
    ...(tagNames.length === 0 ? [] : [`    ; ${tagNames.map((name) => `${name}:`).join(", ")}`]),
    ...postings.map((posting) => {
      const own = [
        ...(posting.date === null ? [] : [`date:${posting.date}`]),
        ...(posting.note === null || lineOf(posting.note) === "" ? [] : [`note:${valueOf(posting.note)}`]),
      ].join(", ");
      const amount = `${toDecimalText(posting.amount, posting.currency)} ${posting.currency}`;
      return `    ${marks.of(posting)}${names.get(posting.account)}  ${amount}${own === "" ? "" : `  ; ${own}`}`;
    }),
  ];
}

/** A colon parts levels, and a semicolon begins a comment. */
function accountName(name: string): string {
  return lineOf(name.replaceAll(":", "-").replaceAll(";", ",")) || "Unnamed";
}

/** A bar parts payee and note. */
function descriptionOf(payee: string): string {
  return lineOf(payee.replaceAll(";", ",").replaceAll("|", "/"));
}

/** A comma ends the value of a tag, and brackets are read as the date of a posting, within a value too. */
function valueOf(text: string): string {
  return lineOf(text).replaceAll(",", ";").replaceAll("[", "(").replaceAll("]", ")");
}

function tagName(tag: string): string {
  return lineOf(tag).replaceAll(/[ :,;]/g, "-");
}
