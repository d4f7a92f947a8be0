import type { PropertyType } from "../properties/property.types.ts";
import { aliasWords } from "./aliases.ts";
import { readHouseNumber } from "./house-numbers.ts";
import { normaliseText, plainWords } from "./normalise.ts";
import { regionNameOf } from "./places.ts";
import { cardinalOf, isStreetKind, longForm } from "./street-words.ts";
import { Vocabulary } from "./vocabulary.ts";

/** What a property is found by. */
export interface SearchDocument {
  readonly id: string;
  readonly name: string | null;
  readonly type: PropertyType;
  readonly subtype: string | null;
  readonly street: string | null;
  readonly city: string;
  readonly neighborhood: string | null;
  readonly stateOrProvince: string | null;
  readonly postalCode: string | null;
}

/** Where a word stands in a document, as a bit: a word may stand in several places. */
export const FIELD = { name: 1, street: 2, place: 4, kind: 8 } as const;

/** For each word the documents that have it, as `document * 16 + field bits`, in the order of documents. */
export type Postings = ReadonlyMap<string, readonly number[]>;

/** All searchable documents in memory. Built once from a list and never changed. */
export interface SearchIndex<T extends SearchDocument> {
  readonly documents: readonly T[];
  readonly postings: Postings;
  /** Two neighbouring words written as one ("lake shore" under "lakeshore"). */
  readonly joinedPostings: Postings;
  readonly vocabulary: Vocabulary;
  /** How many words the name and the street have, for telling how much of them a query covers. */
  readonly nameLengths: Uint8Array;
  readonly streetLengths: Uint8Array;
  readonly houseNumbers: readonly (readonly string[])[];
}

class PostingsBuilder {
  readonly postings = new Map<string, number[]>();

  add(word: string, document: number, field: number): void {
    const list = this.postings.get(word);
    if (list === undefined) {
      this.postings.set(word, [document * 16 + field]);
      return;
    }
    const last = list[list.length - 1] ?? -1;
    if (last >> 4 === document) list[list.length - 1] = last | field;
    else list.push(document * 16 + field);
  }
}

interface Builders {
  words: PostingsBuilder;
  joined: PostingsBuilder;
}

/** Two words someone may write as one, and a numbered street ("4 ave"). */
function isJoinable(word: string, next: string): boolean {
  return /^[a-z]+$/.test(word + next) || (/^\d+$/.test(word) && isStreetKind(next));
}

/** Neighbouring words as one: in their short forms, and as they are written ("galergardens" beside "galergdn"). */
function joinedWords(words: readonly string[], plain: readonly string[]): Set<string> {
  const join = (list: readonly string[]) =>
    list.flatMap((word, at) => {
      const next = list[at + 1];
      return next !== undefined && isJoinable(word, next) ? word + next : [];
    });
  return new Set([...join(words), ...join(plain)]);
}

function addText(
  { words: into, joined }: Builders,
  text: string | null,
  document: number,
  field: number,
): string[] {
  if (text === null) return [];
  const words = normaliseText(text);
  const longForms = words.flatMap((word) => longForm(word) ?? []);
  const numbers = words.flatMap((word) => cardinalOf(word) ?? []);
  for (const word of [...words, ...longForms, ...numbers, ...aliasWords(words)])
    into.add(word, document, field);
  for (const word of joinedWords(words, plainWords(text))) joined.add(word, document, field);
  return words;
}

function capped(length: number): number {
  return Math.min(length, 255);
}

/** Indexes the documents. Their order does not matter: every result is ordered by relevance, then id. */
export function buildSearchIndex<T extends SearchDocument>(documents: readonly T[]): SearchIndex<T> {
  const builders = { words: new PostingsBuilder(), joined: new PostingsBuilder() };
  const nameLengths = new Uint8Array(documents.length);
  const streetLengths = new Uint8Array(documents.length);
  const houseNumbers: (readonly string[])[] = [];
  for (const [position, document] of documents.entries()) {
    nameLengths[position] = capped(addText(builders, document.name, position, FIELD.name).length);
    const street = addText(builders, document.street, position, FIELD.street);
    const house = readHouseNumber(street, document.neighborhood === "Queens");
    for (const number of house.numbers) builders.words.add(number, position, FIELD.street);
    streetLengths[position] = capped(street.length - Math.max(0, house.count - 1));
    houseNumbers.push(house.numbers);
    const { city, neighborhood, stateOrProvince, postalCode, subtype, type } = document;
    const region = stateOrProvince === null ? null : regionNameOf(stateOrProvince);
    for (const text of [city, neighborhood, stateOrProvince, region, postalCode])
      addText(builders, text, position, FIELD.place);
    for (const text of [subtype, type === "unknown" ? null : type])
      addText(builders, text, position, FIELD.kind);
  }
  return {
    documents,
    postings: builders.words.postings,
    joinedPostings: builders.joined.postings,
    vocabulary: new Vocabulary(builders.words.postings.keys()),
    nameLengths,
    streetLengths,
    houseNumbers,
  };
}
