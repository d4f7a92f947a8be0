import type { PropertyType } from "../properties/property.types.ts";
import { aliasWords } from "./aliases.ts";
import { readHouseNumber } from "./house-numbers.ts";
import { normaliseText, plainWords } from "./normalise.ts";
import { regionNameOf } from "./places.ts";
import { cardinalOf, isStreetKind, longForm } from "./street-words.ts";

/** Increment it when the same property gives another search row, so that stored rows are rebuilt. */
export const SEARCH_REVISION = 1;

/** The searchable texts of a property. */
export interface SearchDocument {
  readonly name: string | null;
  readonly type: PropertyType;
  readonly subtype: string | null;
  readonly street: string | null;
  readonly city: string;
  readonly neighborhood: string | null;
  readonly stateOrProvince: string | null;
  readonly postalCode: string | null;
}

/** The fields that words belong to, the most significant first. */
export const FIELDS = ["name", "street", "place", "kind"] as const;
export type SearchField = (typeof FIELDS)[number];
const UP_FRONT = ["name", "street"] as const;

/** More words of a text, or letters of a word, are not useful in a search, and the index has limits. */
const MOST_WORDS = 200;
const MOST_LETTERS = 60;

/** The words of a document by field, for the index and the ranking. */
export interface DocumentWords {
  readonly words: Readonly<Record<SearchField, readonly string[]>>;
  /** Two neighbouring words of name or street written as one ("lake shore" as "lakeshore"). */
  readonly joined: Readonly<Record<"name" | "street", readonly string[]>>;
  /** The house number as written comes first. */
  readonly houseNumbers: readonly string[];
  /** Number of words in name and street, for the share that a query covers. */
  readonly lengths: Readonly<Record<"name" | "street", number>>;
}

/** Reads the words of a document. Deterministic. */
export function readDocument(document: SearchDocument): DocumentWords {
  const { name, street, city, neighborhood, stateOrProvince, postalCode, subtype, type } = document;
  const nameWords = boundedWords(name);
  const streetWords = boundedWords(street);
  const house = readHouseNumber(streetWords, neighborhood === "Queens");
  const region = stateOrProvince === null ? null : regionNameOf(stateOrProvince);
  return {
    words: {
      name: withOtherForms(nameWords),
      street: [...new Set([...withOtherForms(streetWords), ...house.numbers])],
      place: wordsOf([city, neighborhood, stateOrProvince, region, postalCode]),
      kind: wordsOf([subtype, type === "unknown" ? null : type]),
    },
    joined: { name: joinedWords(nameWords, name), street: joinedWords(streetWords, street) },
    houseNumbers: house.numbers,
    lengths: { name: nameWords.length, street: streetWords.length - Math.max(0, house.count - 1) },
  };
}

function boundedWords(text: string | null): string[] {
  return text === null ? [] : bounded(normaliseText(text));
}

function bounded(words: readonly string[]): string[] {
  return words.slice(0, MOST_WORDS).map((word) => word.slice(0, MOST_LETTERS));
}

/** The words, their long forms, the digits of number words, and the tokens of known aliases. */
function withOtherForms(words: readonly string[]): string[] {
  const longForms = words.flatMap((word) => longForm(word) ?? []);
  const numbers = words.flatMap((word) => cardinalOf(word) ?? []);
  return [...new Set([...words, ...longForms, ...numbers, ...aliasWords(words)])];
}

function wordsOf(texts: readonly (string | null)[]): string[] {
  return [...new Set(texts.flatMap((text) => withOtherForms(boundedWords(text))))];
}

/** In their short forms, and as written ("galergardens" beside "galergdn"). */
function joinedWords(words: readonly string[], text: string | null): string[] {
  const join = (list: readonly string[]) =>
    list.flatMap((word, at) => {
      const next = list[at + 1];
      return next !== undefined && isJoinable(word, next) ? word + next : [];
    });
  return [...new Set([...join(words), ...join(text === null ? [] : bounded(plainWords(text)))])];
}

/** Two words that users may write as one, and a numbered street ("4 ave"). */
function isJoinable(word: string, next: string): boolean {
  return /^[a-z]+$/.test(word + next) || (/^\d+$/.test(word) && isStreetKind(next));
}

/** The words as one line of text, from which `unpackDocument` reads them again. */
export function packDocument({ words, joined, houseNumbers, lengths }: DocumentWords): string {
  const lists = [...FIELDS.map((field) => words[field]), joined.name, joined.street, houseNumbers];
  return [...lists.map((list) => list.join(" ")), lengths.name, lengths.street].join("|");
}

/** Reads a line written by `packDocument`. */
export function unpackDocument(line: string): DocumentWords {
  const [name, street, place, kind, joinedName, joinedStreet, houses, nameLength, streetLength] = line
    .split("|")
    .map((part) => (part === "" ? [] : part.split(" ")));
  return {
    words: { name: name!, street: street!, place: place!, kind: kind! },
    joined: { name: joinedName!, street: joinedStreet! },
    houseNumbers: houses!,
    lengths: { name: Number(nameLength?.[0] ?? 0), street: Number(streetLength?.[0] ?? 0) },
  };
}

/** The words as the text of a tsvector. Words are letters, digits and hyphens, so quoting them is enough. */
export function toTsvector({ words, joined }: DocumentWords): string {
  const lexemes = new Set<string>();
  for (const field of FIELDS) for (const word of words[field]) lexemes.add(word);
  for (const field of UP_FRONT) {
    for (const word of words[field]) lexemes.add(upFrontLexeme(word));
    for (const word of joined[field]) lexemes.add(joinedLexeme(word));
  }
  return [...lexemes].map((lexeme) => `'${lexeme}'`).join(" ");
}

/** The lexeme for two words written as one. Only name and street have these. */
export function joinedLexeme(word: string): string {
  return `+${word}`;
}

/** The additional lexeme for a word that is in name or street. */
export function upFrontLexeme(lexeme: string): string {
  return lexeme.startsWith("+") ? lexeme : `^${lexeme}`;
}
