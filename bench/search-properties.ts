import type { SearchEntry } from "../subgraphs/property/search/index-properties.rows.ts";
import type { PropertyFilterArgs } from "../subgraphs/property/search/search.types.ts";

/** As many as the real portfolio has. */
export const SMALL = 26_106;

const BATCH = 2_000;
const SYLLABLES =
  "ba be bo da de do ka ke ko la le lo ma me mo na ne no ra re ro sa se so ta te to va ve vo".split(" ");
const KINDS = ["Tower", "Apartments", "Plaza", "School", "Center", "Building", "Lofts", "Hotel"];
const STREETS = ["Ave", "Street", "Boulevard", "Drive", "Place"];
const TYPES = ["commercial", "residential", "industrial", "institutional"] as const;

/** A made-up word, another one for each number. */
function wordOf(number: number): string {
  let rest = number + SYLLABLES.length ** 2;
  let word = "";
  while (rest > 0) {
    word += SYLLABLES[rest % SYLLABLES.length];
    rest = Math.floor(rest / SYLLABLES.length);
  }
  return word;
}

/**
 * Always the same properties. Each 26,106 have names, streets and towns of their own, and share the words of kinds. Forty of
 * the first are what is searched for: no other has a word that is like theirs.
 */
export function* makeProperties(size: number): Generator<SearchEntry[]> {
  for (let start = 0; start < size; start += BATCH) {
    const length = Math.min(BATCH, size - start);
    yield Array.from({ length }, (_, index) => propertyAt(start + index));
  }
}

function propertyAt(number: number): SearchEntry {
  const block = Math.floor(number / SMALL);
  const within = number % SMALL;
  // Words of 1,400 streets and 6,500 names a block.
  const street = wordOf(block * 8_000 + (within % 1_400));
  const name = wordOf(block * 8_000 + 1_500 + (within % 6_500));
  const planted = number < SMALL && number % 652 === 8 ? Math.floor(number / 652) : null;
  if (planted !== null) return plantedAt(number, planted);
  return {
    id: `syn-${number + 1}`,
    name: `${capital(name)} ${KINDS[within % KINDS.length]}`,
    type: TYPES[within % TYPES.length]!,
    subtype: "Office",
    street: `${100 + (within % 900) * 2} ${capital(street)} ${STREETS[within % STREETS.length]}`,
    city: `Town${wordOf(block * 8_000 + 8_000 - 1 - (within % 7))}`,
    neighborhood: null,
    stateOrProvince: "IL",
    postalCode: String(10_000 + block * 30 + (within % 25)),
    latitude: 30 + block / 10 + (within % 100) / 1000,
    longitude: -90 + (within % 250) / 1000,
    yearBuilt: 1900 + (within % 120),
    grossFloorArea: 10_000 + within,
    overall: (within % 1000) / 10,
    confidence: 0.5,
    completeness: 0.5,
  };
}

function capital(word: string): string {
  return word[0]!.toUpperCase() + word.slice(1);
}

function plantedAt(number: number, planted: number): SearchEntry {
  const usual = propertyAt(number + SMALL);
  return {
    ...usual,
    id: `syn-${number + 1}`,
    name: `Quixworth ${KINDS[planted % KINDS.length]}`,
    type: TYPES[planted % TYPES.length]!,
    street: `${77_001 + planted * 2} Wyzjahl Place`,
    city: "Quizburgh",
    postalCode: "60199",
    latitude: 45 + planted / 10_000,
    longitude: -100,
  };
}

/** Searches that find planted properties alone. */
export const scaleQueries: readonly { name: string; args: Partial<PropertyFilterArgs> }[] = [
  { name: "a name", args: { q: "quixworth" } },
  { name: "a name and its kind", args: { q: "quixworth tower" } },
  { name: "a misspelt name", args: { q: "quixwroth tower" } },
  { name: "an address", args: { q: "77009 wyzjahl place" } },
  { name: "an address in a town", args: { q: "77009 Wyzjahl Pl, Quizburgh, Illinois 60199" } },
  { name: "a street", args: { q: "wyzjahl place" } },
  { name: "a name, filtered", args: { q: "quixworth", city: "quizburgh", type: "commercial,residential" } },
  { name: "a town by type", args: { city: "Quizburgh", type: "industrial" } },
  { name: "around a point", args: { near: "45,-100", radiusKm: 1 } },
];
