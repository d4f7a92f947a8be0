export const redactionKinds = ["card", "ssn", "phone", "email", "name"] as const;
export type RedactionKind = (typeof redactionKinds)[number];

const digits = "0123456789";
/** What may stand between the digits of one number, at most two in a row. */
const separators = " -.()/";
const maxGap = 2;
const letters = "abcdefghijklmnopqrstuvwxyz";
const domainCharacters = `${letters}${digits}.-`;
const mailboxCharacters = `${domainCharacters}_%+'`;

interface Span {
  start: number;
  end: number;
  kind: RedactionKind;
}

/**
 * A text with a mark such as `[card]` in place of what it says of these kinds: 13 digits or more are a card's, since digits may
 * be misheard, 9 a social security number, 7 to 15 a phone number, in this order. Of names, those that are given and what follows
 * "my name is" are found. In linear time for each name.
 */
export function redactText(
  text: string,
  kinds: readonly RedactionKind[],
  names: readonly string[] = [],
): string {
  const wanted = new Set(kinds);
  const spans = [
    ...numbersIn(text, wanted),
    ...(wanted.has("email") ? addressesIn(text) : []),
    ...(wanted.has("name") ? namesIn(text, names) : []),
  ];
  let shown = "";
  let at = 0;
  for (const { start, end, kind } of spans.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    // An address that begins with digits may be found as a number too.
    if (start >= at) shown += `${text.slice(at, start)}[${kind}]`;
    at = Math.max(at, end);
  }
  return shown + text.slice(at);
}

function numbersIn(text: string, wanted: ReadonlySet<RedactionKind>): Span[] {
  const spans: Span[] = [];
  for (let at = 0; at < text.length; at++) {
    if (!digits.includes(text[at]!)) continue;
    const { end, count } = runFrom(text, at);
    const kind = kindOf(count, wanted);
    const start = at > 0 && (text[at - 1] === "+" || text[at - 1] === "(") ? at - 1 : at;
    if (kind !== null) spans.push({ start, end, kind });
    at = end;
  }
  return spans;
}

/** Where the digits that begin here end, and how many they are. */
function runFrom(text: string, start: number): { end: number; count: number } {
  let end = start;
  let count = 0;
  for (let at = start; at < text.length && at - end <= maxGap; at++) {
    if (digits.includes(text[at]!)) {
      end = at + 1;
      count += 1;
    } else if (!separators.includes(text[at]!)) break;
  }
  return { end, count };
}

function kindOf(count: number, wanted: ReadonlySet<RedactionKind>): RedactionKind | null {
  if (count >= 13 && wanted.has("card")) return "card";
  if (count === 9 && wanted.has("ssn")) return "ssn";
  return count >= 7 && count <= 15 && wanted.has("phone") ? "phone" : null;
}

/** Parts of names that are shorter are words of other things as well. */
const minNameLetters = 3;
const introduction = "my name is ";
const maxIntroduced = 3;

function namesIn(text: string, names: readonly string[]): Span[] {
  // Of some letters the lower case is longer: those stay.
  const folded = text.replaceAll(/\p{Lu}/gu, (one) =>
    one.toLowerCase().length === one.length ? one.toLowerCase() : one,
  );
  const spans: Span[] = [];
  const parts = names.flatMap((name) => [name.trim(), ...name.split(/\s+/)]);
  for (const part of new Set(parts.map((one) => one.toLowerCase()))) {
    if (part.length < minNameLetters) continue;
    for (let at = folded.indexOf(part); at >= 0; at = folded.indexOf(part, at + part.length)) {
      const end = at + part.length;
      if (!isLetter(text[at - 1]) && !isLetter(text[end])) spans.push({ start: at, end, kind: "name" });
    }
  }
  for (let at = folded.indexOf(introduction); at >= 0; at = folded.indexOf(introduction, at + 1)) {
    const start = at + introduction.length;
    spans.push({ start, end: endOfName(text, start), kind: "name" });
  }
  return spans.filter(({ start, end }) => end > start);
}

/** The end of a name that begins here: one word, and further ones that begin with a capital letter. */
function endOfName(text: string, start: number): number {
  let end = start;
  for (let words = 0, at = start; words < maxIntroduced && isLetter(text[at]); words += 1) {
    if (words > 0 && text[at] === text[at]!.toLowerCase()) break;
    while (at < text.length && (isLetter(text[at]) || "'’-".includes(text[at]!))) at += 1;
    end = at;
    if (text[at] !== " ") break;
    at += 1;
  }
  return end;
}

function isLetter(character: string | undefined): boolean {
  return character !== undefined && /\p{L}/u.test(character);
}

function addressesIn(text: string): Span[] {
  const folded = text.toLowerCase();
  const spans: Span[] = [];
  for (let at = folded.indexOf("@"); at >= 0; at = folded.indexOf("@", at + 1)) {
    let start = at;
    while (start > 0 && mailboxCharacters.includes(folded[start - 1]!)) start -= 1;
    let end = at + 1;
    while (end < folded.length && domainCharacters.includes(folded[end]!)) end += 1;
    // The full stop of a sentence is no part of the domain.
    while (end > at + 1 && ".-".includes(folded[end - 1]!)) end -= 1;
    if (start < at && folded.slice(at + 1, end).includes(".")) spans.push({ start, end, kind: "email" });
  }
  return spans;
}
