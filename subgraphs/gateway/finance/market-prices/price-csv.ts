import { multiplyHalfUp, toMinor } from "../../../../src/money.ts";
import type { ClosingPrice } from "./security-prices.port.ts";

/**
 * Closing prices of a CSV file with a header that names `Date` (Stooq) or `timestamp` (Alpha Vantage), and `Close`; oldest first. Null
 * for anything else, such as the sentence that stands for no data.
 */
export function readPriceCsv(text: string): ClosingPrice[] | null {
  const [header = "", ...lines] = text.trim().split(/\r?\n/);
  const names = header.toLowerCase().split(",");
  const close = names.indexOf("close");
  const day = names.findIndex((name) => name === "date" || name === "timestamp");
  if (close < 0 || day < 0) return null;
  const prices = lines.flatMap((line) => {
    const cells = line.split(",");
    const [date = "", price = ""] = [cells[day], cells[close]];
    if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || !/^\d{1,8}(?:\.\d{1,8})?$/.test(price)) return [];
    return [{ date, price: multiplyHalfUp(toMinor(Number(price), 8), 1, 100) }];
  });
  return prices.toSorted((a, b) => (a.date < b.date ? -1 : 1));
}
