import { isStreetKind } from "./street-words.ts";

/** A longer run of numbers is a campus or an error of the source; its ends are enough. */
const WIDEST_RANGE = 200;

/**
 * The numbers from `low` to `high`, one side of the street where both ends have the same parity; null for an invalid
 * range.
 */
function expandRange(low: number, high: number): string[] | null {
  if (high <= low || high - low > WIDEST_RANGE) return null;
  const step = (high - low) % 2 === 0 ? 2 : 1;
  return Array.from({ length: Math.floor((high - low) / step) + 1 }, (_, index) =>
    String(low + index * step),
  );
}

/** The two numbers of `400-410`; in `4720-26` the second has the first one's leading digits. */
function splitNumber(word: string): [number, number] | null {
  const [, low, high] = /^(\d{1,6})-(\d{1,6})$/.exec(word) ?? [];
  if (low === undefined || high === undefined) return null;
  const isShort = high.length < low.length && Number(high) < Number(low);
  return [Number(low), Number(isShort ? low.slice(0, low.length - high.length) + high : high)];
}

/** The other ways to write one number: `41-42` as `4142`, `840a` as `840`. */
function numberVariants(word: string): string[] {
  if (splitNumber(word) !== null) return [word, word.replace("-", "")];
  const unit = /^(\d+)[a-z]$/.exec(word);
  return unit === null ? [word] : [word, unit[1] ?? word];
}

/** The house numbers in the leading words of a street. The first `count` words are the house number. */
export interface HouseNumber {
  readonly numbers: readonly string[];
  readonly count: number;
}

/**
 * Reads the house number at the start of a street. `400-410` and `4633 4645` are ranges and include each number of that
 * side, but in Queens the hyphen separates block and house, so the range has no numbers in between.
 */
export function readHouseNumber(words: readonly string[], isHyphenated: boolean): HouseNumber {
  const [first = "", second = "", third = ""] = words;
  const hyphen = splitNumber(first);
  if (hyphen !== null) {
    const inside = isHyphenated ? null : expandRange(...hyphen);
    return { numbers: [...numberVariants(first), ...(inside ?? [])], count: 1 };
  }
  if (!/^\d+[a-z]?$/.test(first)) return { numbers: [], count: 0 };
  const isPair =
    /^\d+$/.test(first) && /^\d+$/.test(second) && first.length === second.length && first.length >= 2;
  const inside =
    isPair && third !== "" && !isStreetKind(third) ? expandRange(Number(first), Number(second)) : null;
  return inside === null ? { numbers: numberVariants(first), count: 1 } : { numbers: inside, count: 2 };
}

/** The numbers a searched word may mean: a range also means its two ends, a ZIP+4 its ZIP. */
export function searchedNumbers(word: string): string[] {
  if (/^\d{5}-\d{4}$/.test(word)) return [word.slice(0, 5)];
  const hyphen = splitNumber(word);
  // In a query `102-30` is a number of Queens rather than a range with a shortened end.
  if (hyphen !== null && !word.endsWith(`-${hyphen[1]}`)) return numberVariants(word);
  const isRange = hyphen !== null && (hyphen[1] - hyphen[0]) % 2 === 0 && expandRange(...hyphen) !== null;
  return isRange ? [...numberVariants(word), ...hyphen.map(String)] : numberVariants(word);
}
