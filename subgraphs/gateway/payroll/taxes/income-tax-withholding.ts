import { multiplyHalfUp, toMinor } from "../../../../src/money.ts";
import { periodsPerYear, type PayFrequency } from "./pay-frequency.ts";
import { federal, wholeRate, type PayrollYear } from "./payroll-year.ts";
import { bracketRates, type FilingStatus } from "./withholding-tables.ts";

/** A Form W-4 of 2020 or later; amounts in cents. */
export interface W4 {
  filingStatus: FilingStatus;
  /** The box for two jobs or a working spouse. */
  step2: boolean;
  /** Annual credits for dependents. */
  step3Cents: number;
  /** Annual other income and deductions. */
  step4aCents: number;
  step4bCents: number;
  /** Extra withholding per period. */
  step4cCents: number;
  exempt: boolean;
}

/** Default without a filed form: single, no adjustments. */
export const defaultW4: W4 = {
  filingStatus: "single",
  step2: false,
  step3Cents: 0,
  step4aCents: 0,
  step4bCents: 0,
  step4cCents: 0,
  exempt: false,
};

/** A line of Worksheet 1A, in cents. */
export interface WorksheetLine {
  line: string;
  label: string;
  amountCents: number;
}

/** Withholding of one payment, with and without step 4(c), and the worksheet lines. */
export interface IncomeTaxWithholding {
  /** Without the extra amount of step 4(c). */
  requiredCents: number;
  extraCents: number;
  lines: WorksheetLine[];
}

/**
 * Federal income tax on one regular payment: Publication 15-T, Worksheet 1A. Exact until the end; rounded to cents once,
 * half up.
 */
export function withholdIncomeTax(
  { wageCents, frequency, year }: { wageCents: number; frequency: PayFrequency; year: PayrollYear },
  w4: W4,
): IncomeTaxWithholding {
  if (w4.exempt)
    return {
      requiredCents: 0,
      extraCents: 0,
      lines: [{ line: "0", label: "Exempt by Form W-4", amountCents: 0 }],
    };
  const tables = year.tables.federal.withholding;
  const periods = periodsPerYear[frequency];
  const annual = wageCents * periods;
  const allowance = w4.step2 ? 0 : w4.filingStatus === "married" ? 1_290_000 : 860_000;
  const adjusted = Math.max(0, annual + w4.step4aCents - w4.step4bCents - allowance);
  const { row, hundredths } = taxOf(adjusted, tables[w4.step2 ? "step2" : "standard"][w4.filingStatus]);
  const afterCredits = hundredths - BigInt(w4.step3Cents) * 100n;
  const requiredCents = afterCredits <= 0n ? 0 : divideHalfUp(afterCredits, 100n * BigInt(periods));
  const annualTax = divideHalfUp(hundredths, 100n);
  const lines = [
    ["1a", "Taxable wages of the period", wageCents],
    ["1c", "Wages of a year", annual],
    ["1d", "Other income: step 4(a)", w4.step4aCents],
    ["1f", "Deductions: step 4(b)", w4.step4bCents],
    ["1g", "Allowance by filing status", allowance],
    ["1i", "Adjusted annual wage", adjusted],
    ["2b", "Start of the bracket", row.fromCents],
    ["2c", "Tax at the start of the bracket", row.taxCents],
    ["2g", "Tentative annual tax", annualTax],
    ["2h", "Tentative tax of the period", divideHalfUp(hundredths, 100n * BigInt(periods))],
    ["3a", "Credits for dependents: step 3", w4.step3Cents],
    ["3c", "Tax after credits", requiredCents],
    ["4a", "Extra withholding: step 4(c)", w4.step4cCents],
    ["4b", "Withheld", requiredCents + w4.step4cCents],
  ] as const;
  return {
    requiredCents,
    extraCents: w4.step4cCents,
    lines: lines.map(([line, label, amountCents]) => ({ line, label, amountCents })),
  };
}

/** Flat tax on supplemental wages: 22 %, and 37 % above one million in the year. */
export function withholdSupplemental(wageCents: number, supplementalBeforeCents: number): number {
  const room = Math.max(0, federal.largeSupplementalFromCents - supplementalBeforeCents);
  const usual = Math.min(wageCents, room);
  const numerator =
    BigInt(usual) * BigInt(federal.supplementalRate) +
    BigInt(wageCents - usual) * BigInt(federal.largeSupplementalRate);
  return divideHalfUp(numerator, BigInt(wholeRate));
}

/** A percentage of wages, in 1e-4 percent, rounded half up to cents. */
export function percentOf(cents: number, rate: number): number {
  return multiplyHalfUp(cents, rate, wholeRate);
}

/** The tax on an annual wage in hundredths of a cent, and the bracket. */
function taxOf(adjustedCents: number, table: readonly (readonly [number, number])[]) {
  const index = table.findLastIndex(([from]) => toMinor(from, 2) < adjustedCents);
  if (index < 0) return { row: { fromCents: 0, taxCents: 0 }, hundredths: 0n };
  const [from, tax] = table[index]!;
  const [fromCents, taxCents] = [toMinor(from, 2), toMinor(tax, 2)];
  const hundredths =
    BigInt(taxCents) * 100n + BigInt(adjustedCents - fromCents) * BigInt(bracketRates[index]!);
  return { row: { fromCents, taxCents }, hundredths };
}

function divideHalfUp(numerator: bigint, denominator: bigint): number {
  return Number((2n * numerator + denominator) / (2n * denominator));
}
