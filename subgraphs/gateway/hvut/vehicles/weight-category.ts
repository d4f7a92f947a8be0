/** Categories of Form 2290 that are taxed; W is for vehicles whose tax is suspended. */
export const taxableCategories = Array.from(
  "ABCDEFGHIJKLMNOPQRSTUV",
) as unknown as readonly TaxableCategory[];
export type TaxableCategory =
  | "A"
  | "B"
  | "C"
  | "D"
  | "E"
  | "F"
  | "G"
  | "H"
  | "I"
  | "J"
  | "K"
  | "L"
  | "M"
  | "N"
  | "O"
  | "P"
  | "Q"
  | "R"
  | "S"
  | "T"
  | "U"
  | "V";
/** Below it a vehicle is not taxed; from it on category A. In pounds. */
const lowestPounds = 55_000;
const highestPounds = 75_000;

/** The category of a taxable gross weight in whole pounds; null below 55,000 lb, which is not taxed (26 USC 4481(a)). */
export function categoryOfWeight(pounds: number): TaxableCategory | null {
  if (pounds < lowestPounds) return null;
  if (pounds > highestPounds) return "V";
  return taxableCategories[Math.ceil((pounds - lowestPounds) / 1000)]!;
}

export function isTaxableCategory(text: string): text is TaxableCategory {
  return /^[A-V]$/.test(text);
}
