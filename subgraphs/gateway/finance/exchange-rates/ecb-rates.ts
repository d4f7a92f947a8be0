import { toMinor } from "../../../../src/money.ts";
import type { ReferenceRates } from "./reference-rates.port.ts";

/** A day, or a rate of the day before it in the file; quotes are of either kind. */
const cube =
  /<Cube (?:time=["'](\d{4}-\d{2}-\d{2})["']|currency=["']([A-Z]{3})["'] rate=["'](\d{1,9}(?:\.\d{1,8})?)["'])/g;

/** Reads a file of euro foreign exchange reference rates (ECB, eurofxref, XML). Null where it has no day with rates. */
export function readEcbRates(xml: string, fetchedAt: Date): ReferenceRates | null {
  const days = new Set<string>();
  const byCurrency = new Map<string, Map<string, number>>();
  let day: string | null = null;
  for (const [, time, currency, rate] of xml.matchAll(cube)) {
    if (time !== undefined) day = time;
    else if (day !== null) {
      days.add(day);
      const rates = byCurrency.get(currency!) ?? new Map<string, number>();
      byCurrency.set(currency!, rates.set(day, toMinor(Number(rate), 8)));
    }
  }
  if (days.size === 0) return null;
  return { fetchedAt, days: [...days].toSorted(), byCurrency };
}
