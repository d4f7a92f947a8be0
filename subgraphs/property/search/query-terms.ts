import { replaceAliases } from "./aliases.ts";
import { editDistance } from "./edit-distance.ts";
import { normaliseText } from "./normalise.ts";
import { shortForm } from "./street-words.ts";

/** A part of a building in postal addresses: no record has it. */
const UNIT = new Set(["suite", "ste", "apt", "unit", "rm", "room", "floor", "fl"]);
const COUNTRY = [["usa"], ["united", "states"], ["united", "states", "america"]];

/** The terms of a query: aliases replaced by their token, without unit and country. */
export function readTerms(q: string): string[] {
  return replaceAliases(withoutUnit(withoutCountry(withStreetKinds(normaliseText(q)))));
}

const LONG_KINDS = ["street", "avenue", "boulevard", "parkway", "terrace"];

/** A misspelt "street" or "avenue" after a number means that the number is the name of the street. */
function withStreetKinds(words: readonly string[]): string[] {
  return words.map((word, at) => {
    if (at === 0 || word.length < 5 || !/^\d+$/.test(words[at - 1]!)) return word;
    const kind = LONG_KINDS.find((long) => editDistance(word, long, 1) <= 1);
    return kind === undefined ? word : shortForm(kind);
  });
}

function withoutCountry(words: readonly string[]): readonly string[] {
  const name = COUNTRY.find((country) => country.every((word, at) => words.at(at - country.length) === word));
  return name === undefined || name.length === words.length ? words : words.slice(0, -name.length);
}

/** "233 s wacker dr suite 4600" without its last two words; a unit follows a street and has a number. */
function withoutUnit(words: readonly string[]): readonly string[] {
  return words.filter((word, at) => {
    const isUnit = at > 1 && UNIT.has(word) && isUnitNumber(words[at + 1]);
    const isNumber = at > 2 && UNIT.has(words[at - 1]!) && isUnitNumber(word);
    return !isUnit && !isNumber;
  });
}

function isUnitNumber(word: string | undefined): boolean {
  return word !== undefined && /^(\d{1,5}[a-z]?|[a-z]\d{0,4})$/.test(word);
}
