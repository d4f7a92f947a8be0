import { periodsPerYear, type PayFrequency } from "./pay-frequency.ts";
import type { FilingStatus } from "./withholding-tables.ts";

/** States whose wages bear no income tax of the state. */
export const untaxedStates: readonly string[] = ["AK", "FL", "NV", "NH", "SD", "TN", "TX", "WA", "WY"];

/** A flat tax: a rate in 1e-4 percent on the annual wage less these amounts, in cents. */
interface FlatTax {
  /** The state's withholding guide. */
  source: string;
  rate: number;
  deductionCents: Readonly<Record<FilingStatus, number>>;
  allowanceCents: number;
}

const sameForAll = (cents: number) => ({ single: cents, married: cents, head: cents });

/**
 * Flat taxes of 2026 as the states' withholding guides give them; each is included because an official example
 * verifies it.
 */
const flatTaxes2026: Readonly<Record<string, FlatTax>> = {
  IL: { source: "Illinois IL-700-T", rate: 49_500, deductionCents: sameForAll(0), allowanceCents: 292_500 },
  KY: { source: "Kentucky 42A003", rate: 35_000, deductionCents: sameForAll(336_000), allowanceCents: 0 },
  LA: {
    source: "Louisiana R-1306",
    rate: 30_900,
    deductionCents: { single: 1_287_500, married: 2_575_000, head: 2_575_000 },
    allowanceCents: 0,
  },
  MI: { source: "Michigan 446", rate: 42_500, deductionCents: sameForAll(0), allowanceCents: 590_000 },
  NC: {
    source: "North Carolina NC-30",
    rate: 40_900,
    deductionCents: { single: 1_275_000, married: 1_275_000, head: 1_912_500 },
    allowanceCents: 250_000,
  },
};

const flatTaxes: Readonly<Record<number, Readonly<Record<string, FlatTax>>>> = { 2026: flatTaxes2026 };

/** The states with a table, and what it is from. */
export function flatTaxSources(): { state: string; year: number; source: string }[] {
  return Object.entries(flatTaxes).flatMap(([year, states]) =>
    Object.entries(states).map(([state, { source }]) => ({ state, year: Number(year), source })),
  );
}

/** An employee's state tax certificate, as far as withholding needs it. */
export interface StateCertificate {
  filingStatus: FilingStatus;
  allowances: number;
  /** Extra withholding per period. */
  extraCents: number;
}

export const defaultStateCertificate: StateCertificate = {
  filingStatus: "single",
  allowances: 0,
  extraCents: 0,
};

export interface StateTax {
  taxCents: number;
  /** Explanation of the amount. */
  reason: string;
}

/** States with tax tables for this year, in alphabetical order. */
export function supportedStates(year: number): string[] {
  return [...untaxedStates, ...Object.keys(flatTaxes[year] ?? {})].toSorted();
}

/** Income tax of a state on one payment, rounded half up to cents once; null for a state that is not supported. */
export function withholdStateTax(
  { wageCents, frequency, year }: { wageCents: number; frequency: PayFrequency; year: number },
  state: string,
  { filingStatus, allowances, extraCents }: StateCertificate,
): StateTax | null {
  if (untaxedStates.includes(state)) return { taxCents: 0, reason: `${state} has no income tax on wages.` };
  const flat = flatTaxes[year]?.[state];
  if (!flat) return null;
  const periods = BigInt(periodsPerYear[frequency]);
  const less = flat.deductionCents[filingStatus] + allowances * flat.allowanceCents;
  const taxable = BigInt(Math.max(0, wageCents * Number(periods) - less));
  const denominator = 1_000_000n * periods;
  const taxCents = Number((2n * taxable * BigInt(flat.rate) + denominator) / (2n * denominator)) + extraCents;
  return {
    taxCents,
    reason: `${state}: ${flat.rate / 10_000} % of the annual wage above ${(less / 100).toFixed(2)}.`,
  };
}
