import { cardinalOf, ordinalOf, shortForm, tensOf } from "./street-words.ts";

const STOP_WORDS = new Set(["the", "of", "and", "at", "in", "on", "a", "an", "for", "near"]);

/**
 * Lower case without accents; apostrophes are removed, other punctuation becomes a blank, except a hyphen between
 * digits (`41-42` is a house number in Queens). "N.W." becomes "nw".
 */
export function plainWords(text: string): string[] {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/['’‘`´ʼ]/g, "")
    .replace(/\b([nsew])\.\s?([ew])\b\.?/g, "$1$2")
    .replace(/(\d)\s*[-–—]\s*(?=\d)/g, "$1-")
    .replace(/[^a-z0-9-]+/g, " ")
    .replace(/(?<!\d)-+|-+(?!\d)/g, " ")
    .split(" ")
    .filter((word) => word !== "");
}

function isName(word: string | undefined): boolean {
  return word !== undefined && /^[a-z]{2,}$/.test(word);
}

/** "twenty third" as 23, or null when the two words do not form an ordinal. */
function compoundOrdinal(word: string, next: string | undefined): string | null {
  const tens = tensOf(word);
  const unit = next === undefined ? null : ordinalOf(next);
  return tens === null || unit === null || unit.length !== 1 ? null : String(tens + Number(unit));
}

function normaliseWord(word: string, next: string | undefined, isFirst: boolean): string {
  if (word === "saint" && isName(next)) return "st";
  const number = ordinalOf(word) ?? (isFirst ? cardinalOf(word) : null);
  return number ?? shortForm(word);
}

/**
 * The words of a text for index and search; the same for documents and queries. Stop words (`the`, `of`) are omitted
 * unless there are no others. Text without letters and digits gives an empty list.
 */
export function normaliseText(text: string): string[] {
  const plain = plainWords(text);
  const result: string[] = [];
  for (let index = 0; index < plain.length; index += 1) {
    const word = plain[index] ?? "";
    const joined = compoundOrdinal(word, plain[index + 1]);
    if (joined !== null) index += 1;
    result.push(joined ?? normaliseWord(word, plain[index + 1], index === 0));
  }
  const telling = result.filter((word, index) => !STOP_WORDS.has(word) || isAvenueLetter(result, index));
  return telling.length > 0 ? telling : result;
}

/** In "Avenue A" the letter is the name. */
function isAvenueLetter(words: readonly string[], index: number): boolean {
  return words[index] === "a" && words[index - 1] === "ave";
}

/** Joins the words to the line that is stored with a record. */
export function normalisedLine(text: string): string {
  return normaliseText(text).join(" ");
}
