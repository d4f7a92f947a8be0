/**
 * Annual percentage method tables of Publication 15-T for automated systems (Worksheet 1A, Form W-4 of 2020 or later).
 * Each row: adjusted annual wage from which it holds, tax on that wage, both in dollars; rows bear 10, 12, 22, 24, 32,
 * 35 and 37 percent of what is above. Below the first row nothing is withheld.
 */

export const filingStatuses = ["single", "married", "head"] as const;
/** `single` is also for married people who file separately. */
export type FilingStatus = (typeof filingStatuses)[number];

export const bracketRates = [10, 12, 22, 24, 32, 35, 37] as const;
type Row = readonly [from: number, tax: number];
type Tables = Readonly<Record<FilingStatus, readonly Row[]>>;

/** Tables of a year by whether the box of step 2 is ticked. */
export interface YearTables {
  standard: Tables;
  step2: Tables;
}

// prettier-ignore
export const withholdingTables: Readonly<Record<number, YearTables>> = {
  2025: {
    standard: {
      single: [[6_400, 0], [18_325, 1_192.5], [54_875, 5_578.5], [109_750, 17_651], [203_700, 40_199], [256_925, 57_231], [632_750, 188_769.75]],
      married: [[17_100, 0], [40_950, 2_385], [114_050, 11_157], [223_800, 35_302], [411_700, 80_398], [518_150, 114_462], [768_700, 202_154.5]],
      head: [[13_900, 0], [30_900, 1_700], [78_750, 7_442], [117_250, 15_912], [211_200, 38_460], [264_400, 55_484], [640_250, 187_031.5]],
    },
    step2: {
      single: [[7_500, 0], [13_463, 596.25], [31_738, 2_789.25], [59_175, 8_825.5], [106_150, 20_099.5], [132_763, 28_615.5], [320_675, 94_384.88]],
      married: [[15_000, 0], [26_925, 1_192.5], [63_475, 5_578.5], [118_350, 17_651], [212_300, 40_199], [265_525, 57_231], [390_800, 101_077.25]],
      head: [[11_250, 0], [19_750, 850], [43_675, 3_721], [62_925, 7_956], [109_900, 19_230], [136_500, 27_742], [324_425, 93_515.75]],
    },
  },
  2026: {
    standard: {
      single: [[7_500, 0], [19_900, 1_240], [57_900, 5_800], [113_200, 17_966], [209_275, 41_024], [263_725, 58_448], [648_100, 192_979.25]],
      married: [[19_300, 0], [44_100, 2_480], [120_100, 11_600], [230_700, 35_932], [422_850, 82_048], [531_750, 116_896], [788_000, 206_583.5]],
      head: [[15_550, 0], [33_250, 1_770], [83_000, 7_740], [121_250, 16_155], [217_300, 39_207], [271_750, 56_631], [656_150, 191_171]],
    },
    step2: {
      single: [[8_050, 0], [14_250, 620], [33_250, 2_900], [60_900, 8_983], [108_938, 20_512], [136_163, 29_224], [328_350, 96_489.63]],
      married: [[16_100, 0], [28_500, 1_240], [66_500, 5_800], [121_800, 17_966], [217_875, 41_024], [272_325, 58_448], [400_450, 103_291.75]],
      head: [[12_075, 0], [20_925, 885], [45_800, 3_870], [64_925, 8_077.5], [112_950, 19_603.5], [140_175, 28_315.5], [332_375, 95_585.5]],
    },
  },
};
