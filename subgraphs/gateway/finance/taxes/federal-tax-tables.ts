/**
 * Federal income tax figures by year, in cents. Brackets and deductions: Rev. Proc. 2024-40 and 2025-32 with Pub. L. 119-21;
 * long-term gains: 26 U.S.C. 1(h), 1(j)(5) as indexed there. Minimum tax: 26 U.S.C. 55(d) and Pub. L. 119-21, section 70107;
 * business income: 26 U.S.C. 199A(e) and Pub. L. 119-21, section 70105. The Social Security base is the one of wages.
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

/** Figures of the alternative minimum tax. */
export interface MinimumTaxTable {
  /** Percent by which the exemption falls. */
  phaseOutPercent: number;
  /** Upper end of the 26 % rate, but on separate returns. */
  lowRateEndCents: number;
  byStatus: Readonly<Record<FilingStatus, { exemptionCents: number; phaseOutCents: number }>>;
}

/** Figures of the deduction for qualified business income. */
export interface BusinessIncomeTable {
  /** Taxable income above which wages, property and the kind of business count. */
  thresholdCents: Readonly<Record<FilingStatus, number>>;
  /** Width of the range in which they phase in; twice as much on a joint return. */
  rangeCents: number;
  /** Deduction of those whose business income is at least `leastIncomeCents`; 0 where the year has none. */
  leastDeductionCents: number;
  leastIncomeCents: number;
}

export interface TaxYear {
  year: number;
  minimumTax: MinimumTaxTable;
  businessIncome: BusinessIncomeTable;
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

type MinimumTaxPair = readonly [exemption: number, phaseOut: number];

/** Others than couples share a pair. */
function minimumTaxTable(
  figures: Pick<MinimumTaxTable, "phaseOutPercent" | "lowRateEndCents">,
  pairs: { other: MinimumTaxPair; joint: MinimumTaxPair; separate: MinimumTaxPair },
): MinimumTaxTable {
  const row = ([exemption, phaseOut]: MinimumTaxPair) => ({
    exemptionCents: exemption * 100,
    phaseOutCents: phaseOut * 100,
  });
  return {
    ...figures,
    byStatus: {
      single: row(pairs.other),
      married_joint: row(pairs.joint),
      married_separate: row(pairs.separate),
      head: row(pairs.other),
    },
  };
}

const years: readonly TaxYear[] = [
  {
    year: 2025,
    minimumTax: minimumTaxTable(
      { phaseOutPercent: 25, lowRateEndCents: 23_910_000 },
      { other: [88_100, 626_350], joint: [137_000, 1_252_700], separate: [68_500, 626_350] },
    ),
    businessIncome: {
      thresholdCents: {
        single: 19_730_000,
        married_joint: 39_460_000,
        married_separate: 19_730_000,
        head: 19_730_000,
      },
      rangeCents: 5_000_000,
      leastDeductionCents: 0,
      leastIncomeCents: 0,
    },
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
    minimumTax: minimumTaxTable(
      { phaseOutPercent: 50, lowRateEndCents: 24_450_000 },
      { other: [90_100, 500_000], joint: [140_200, 1_000_000], separate: [70_100, 500_000] },
    ),
    businessIncome: {
      thresholdCents: {
        single: 20_175_000,
        married_joint: 40_350_000,
        married_separate: 20_177_500,
        head: 20_175_000,
      },
      rangeCents: 7_500_000,
      leastDeductionCents: 40_000,
      leastIncomeCents: 100_000,
    },
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
