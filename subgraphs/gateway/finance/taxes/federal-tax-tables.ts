/**
 * Federal income tax figures by year, in cents. Brackets and deductions: Rev. Proc. 2024-40 and 2025-32 with Pub. L. 119-21;
 * long-term gains: 26 U.S.C. 1(h), 1(j)(5) as indexed there. The Social Security base is the one of wages.
 */

export const filingStatuses = ["single", "married_joint", "married_separate", "head"] as const;
export type FilingStatus = (typeof filingStatuses)[number];

/** The rates of ordinary income in percent, lowest first. */
export const bracketRates = [10, 12, 22, 24, 32, 35, 37] as const;

export interface StatusTable {
  /** Upper ends of all brackets but the last. */
  bracketEndsCents: readonly number[];
  standardDeductionCents: number;
  /** Upper ends of the 0 % and the 15 % of long-term gains and qualified dividends. */
  gainEndsCents: readonly [number, number];
}

export interface TaxYear {
  year: number;
  socialSecurityBaseCents: number;
  childCreditCents: number;
  byStatus: Readonly<Record<FilingStatus, StatusTable>>;
}

/** The child credit falls by 50 dollars for each 1,000, or part of it, of income above this (26 U.S.C. 24(h)(3)). */
export function childCreditPhaseOutCents(status: FilingStatus): number {
  return status === "married_joint" ? 40_000_000 : 20_000_000;
}

function table(ends: readonly number[], deduction: number, gains: readonly [number, number]): StatusTable {
  return {
    bracketEndsCents: ends.map((dollars) => dollars * 100),
    standardDeductionCents: deduction * 100,
    gainEndsCents: [gains[0] * 100, gains[1] * 100],
  };
}

const years: readonly TaxYear[] = [
  {
    year: 2025,
    socialSecurityBaseCents: 17_610_000,
    childCreditCents: 220_000,
    byStatus: {
      single: table([11_925, 48_475, 103_350, 197_300, 250_525, 626_350], 15_750, [48_350, 533_400]),
      married_joint: table([23_850, 96_950, 206_700, 394_600, 501_050, 751_600], 31_500, [96_700, 600_050]),
      married_separate: table(
        [11_925, 48_475, 103_350, 197_300, 250_525, 375_800],
        15_750,
        [48_350, 300_000],
      ),
      head: table([17_000, 64_850, 103_350, 197_300, 250_500, 626_350], 23_625, [64_750, 566_700]),
    },
  },
  {
    year: 2026,
    socialSecurityBaseCents: 18_450_000,
    childCreditCents: 220_000,
    byStatus: {
      single: table([12_400, 50_400, 105_700, 201_775, 256_225, 640_600], 16_100, [49_450, 545_500]),
      married_joint: table([24_800, 100_800, 211_400, 403_550, 512_450, 768_700], 32_200, [98_900, 613_700]),
      married_separate: table(
        [12_400, 50_400, 105_700, 201_775, 256_225, 384_350],
        16_100,
        [49_450, 306_850],
      ),
      head: table([17_700, 67_450, 105_700, 201_750, 256_200, 640_600], 24_150, [66_200, 579_600]),
    },
  },
];

/** Years whose tables are here. */
export const supportedTaxYears: readonly number[] = years.map(({ year }) => year);

/** The figures of a year; null where they are not here. */
export function taxYearOf(year: number): TaxYear | null {
  return years.find((one) => one.year === year) ?? null;
}
