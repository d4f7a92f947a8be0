import { toDecimalText } from "../amounts.ts";
import {
  firstDays,
  lineOf,
  marksOf,
  namesOf,
  type Journal,
  type JournalAccount,
  type JournalEntry,
} from "./journal.ts";

/** Days that the lexer of Beancount 2 reads. */
export const beancountDays = { first: "1700-01-01", last: "2099-12-31" };

/**
 * A ledger in the format of Beancount ("Beancount Language Syntax"; characters of names by `beancount/core/account.py`, of tags
 * by `beancount/parser/lexer.l`, 2.3). Names of accounts have letters, digits and hyphens alone; the metadata `name` has the
 * text as it was, as has `tags` where a tag was respelled. Beancount has no days of postings: a leg of another day has it
 * in its metadata.
 */
export function beancountJournal(journal: Journal): string {
  const names = namesOf(journal.accounts, accountName, "-");
  const days = firstDays(journal);
  const opened = journal.accounts.flatMap((account) => [
    `${days.get(account)} open ${names.get(account)}${account.currency === null ? "" : ` ${account.currency}`}`,
    `  name: ${stringOf(account.name)}`,
  ]);
  return [...opened, ...journal.entries.flatMap((entry) => ["", ...linesOf(entry, names)]), ""].join("\n");
}

function linesOf(entry: JournalEntry, names: ReadonlyMap<JournalAccount, string>): string[] {
  const { id, date, payee, notes, tags, postings } = entry;
  const marks = marksOf(entry);
  const tagNames = tags.map(tagName);
  const isRespelled = tagNames.some((name, index) => name !== tags[index]);
  const shownTags = [...new Set(tagNames)].filter((name) => name !== "").map((name) => ` #${name}`);
  return [
    `${date} ${marks.entry} ${stringOf(payee)} ${stringOf(notes ?? "")}${shownTags.join("")}`,
    ...(id === null ? [] : [`  id: ${stringOf(id)}`]),
    ...(isRespelled ? [`  tags: ${stringOf(tags.join(", "))}`] : []),
    ...postings.flatMap((posting) => [
      `  ${marks.of(posting)}${names.get(posting.account)}  ${toDecimalText(posting.amount, posting.currency)} ${posting.currency}`,
      ...(posting.date === null ? [] : [`    date: ${posting.date}`]),
      ...(posting.note === null ? [] : [`    note: ${stringOf(posting.note)}`]),
    ]),
  ];
}

/** Begins with a capital letter or a digit; has letters, digits and hyphens. */
function accountName(name: string): string {
  const letters = name.normalize("NFC").replaceAll(/[^\p{L}\p{Nd}]+/gu, "-");
  const trimmed = letters.replace(/^-/, "").replace(/-$/, "");
  const [first = ""] = trimmed;
  const capital = `${first.toUpperCase()}${trimmed.slice(first.length)}`;
  return /^[\p{Lu}\p{Nd}]/u.test(capital) ? capital : `X${trimmed}`;
}

function tagName(tag: string): string {
  const ascii = tag.normalize("NFKD").replaceAll(/\p{M}+/gu, "");
  return ascii
    .replaceAll(/[^A-Za-z0-9\-_/.]+/g, "-")
    .replace(/^-(?=.)/, "")
    .replace(/-$/, "");
}

function stringOf(text: string): string {
  return `"${lineOf(text).replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}
