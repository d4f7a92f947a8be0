/** How a tax treats what is sold. The codes are those of EN 16931 (UNCL5305). */
export const taxCategories = {
  standard: "S",
  zero: "Z",
  exempt: "E",
  reverse_charge: "AE",
  intra_community: "K",
  export: "G",
  outside_scope: "O",
} as const;
export type TaxCategoryName = keyof typeof taxCategories;

/** A tax of a line, as it was when the line was priced. */
export interface LineTax {
  /** Null for a rate that was given as a percentage. */
  taxRateId: string | null;
  /** In 1e-4 percent; below zero for a withheld tax. */
  rate: number;
  /** Calculated on the net amount with its simple taxes. */
  isCompound: boolean;
  /** Part of the price. */
  isInclusive: boolean;
  category: TaxCategoryName;
  /** Why nothing is taxed; null where the category says it. */
  reason: string | null;
}

/** A tax that is only a percentage. */
export function plainTax(rate: number): LineTax {
  const category = rate === 0 ? "zero" : "standard";
  return { taxRateId: null, rate, isCompound: false, isInclusive: false, category, reason: null };
}

/** Taxes of a stored line; lines with plain rates store the rates alone. */
export function taxesOf({ taxes, taxRates }: { taxes: LineTax[]; taxRates: number[] }): LineTax[] {
  return taxes.length > 0 ? taxes : taxRates.map(plainTax);
}

/** What is stored of a line's taxes beside its rates. */
export function storedTaxes(taxes: readonly LineTax[]): LineTax[] {
  return taxes.every(({ taxRateId }) => taxRateId === null) ? [] : [...taxes];
}

/** The parts of taxes that decide how amounts are calculated. */
export function treatmentOf(taxes: readonly LineTax[]) {
  const ratesOf = (isWanted: (tax: LineTax) => boolean) => taxes.filter(isWanted).map(({ rate }) => rate);
  return {
    rates: [...new Set(taxes.map(({ rate }) => rate))],
    compound: ratesOf(({ isCompound }) => isCompound),
    inclusive: ratesOf(({ isInclusive }) => isInclusive),
  };
}
