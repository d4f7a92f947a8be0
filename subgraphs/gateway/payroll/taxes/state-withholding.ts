import type { Brackets, StateTable, TaxTables } from "../tax-tables/tax-tables.schema.ts";
import { valueFor, printedFor, figureOfPeriod, type Column } from "./by-status.ts";
import { countyTax, localityOf } from "./county-tax.ts";
import { periodsPerYear, type PayFrequency } from "./pay-frequency.ts";
import type { StateCertificate } from "./state-certificate.ts";
import {
  allowancesOf,
  deductionColumn,
  rampOf,
  roundHalfUp,
  taxableOf,
  type StateFacts,
} from "./state-deductions.ts";

/** One payment, as far as a state's tax follows from it. */
export interface StatePayment {
  /** Wages on the base of the state. */
  wageCents: number;
  frequency: PayFrequency;
  payDate: string;
  /** Federal income tax withheld from this payment, which some states deduct. */
  federalTaxCents: number;
  /** The employee lives outside the state. */
  isNonresident: boolean;
}

export interface StateTax {
  /** Without the extra amount of the certificate. */
  taxCents: number;
  /** County tax that is a line of its own. */
  localCents: number;
  /** The county of that line; null without one. */
  locality: string | null;
  /** Explanation of the amount. */
  reason: string;
  /** Taxes on these wages that are not calculated. */
  notIncluded: readonly string[];
}

/** States with a table on a day, in alphabetical order. */
export function supportedStates(tables: TaxTables, payDate: string): string[] {
  return Object.keys(tables.states)
    .filter((state) => stateTableOn(tables, state, payDate) !== null)
    .toSorted();
}

/** The table in force on a pay date: the last that began by then. Null without one. */
export function stateTableOn(tables: TaxTables, state: string, payDate: string): StateTable | null {
  const entries = Object.hasOwn(tables.states, state) ? tables.states[state]! : [];
  return entries.findLast(({ effectiveFrom }) => effectiveFrom <= payDate) ?? null;
}

/**
 * Income tax of a state on one payment, by the percentage method or formula of its withholding guide. Rounded half up to
 * cents once per line.
 */
export function withholdStateTax(
  table: StateTable,
  state: string,
  { payment, certificate }: { payment: StatePayment; certificate: StateCertificate },
): StateTax {
  const { notIncluded } = table;
  if (table.kind === "none")
    return {
      taxCents: 0,
      localCents: 0,
      locality: null,
      reason: `${state} has no income tax on wages.`,
      notIncluded,
    };
  const facts = factsOf(table, payment, certificate);
  const reason = `${state}: ${table.publication}.`;
  const own = stateTax(facts);
  if (!table.county || own === null)
    return { taxCents: centsOf(own ?? 0), localCents: 0, locality: null, reason, notIncluded };
  const county = countyTax(facts, taxableOf(facts));
  const missing =
    county === null ? [...notIncluded, `${state} county income tax: set the county`] : notIncluded;
  const { joinsState } = table.county;
  const ofPeriod = (county ?? 0) / facts.periods;
  return {
    taxCents: centsOf(own + (joinsState ? ofPeriod : 0)),
    localCents: joinsState ? 0 : centsOf(ofPeriod),
    locality: joinsState ? null : localityOf(facts),
    reason,
    notIncluded: missing,
  };
}

function factsOf(table: StateTable, payment: StatePayment, certificate: StateCertificate): StateFacts {
  const { frequency, wageCents, federalTaxCents, isNonresident } = payment;
  const periods = periodsPerYear[frequency];
  const { filingStatus, exemptionCode } = certificate;
  const code =
    table.codes?.find((one) => one.code === exemptionCode) ??
    table.codes?.find(({ defaultFor }) => defaultFor.includes(filingStatus)) ??
    null;
  return {
    table,
    certificate,
    code,
    column: code?.schedule ?? columnOf(table, certificate),
    frequency,
    periods,
    wage: wageCents / 100,
    annualWage: (wageCents * periods) / 100,
    annualFederalTax: (federalTaxCents * periods) / 100,
    isNonresident,
  };
}

function columnOf(
  table: StateTable,
  { filingStatus, spouseHasIncome, allowances }: StateCertificate,
): Column {
  if (table.marriedColumnFrom !== undefined && allowances >= table.marriedColumnFrom) return "married";
  if (filingStatus !== "married") return filingStatus;
  if (!spouseHasIncome) return "soleEarner";
  return table.twoIncomeColumn ?? "married";
}

/** Tax of the period in dollars, not rounded. Null where nothing is taxed, so that no county tax is due either. */
function stateTax(facts: StateFacts): number | null {
  const { table, certificate, code, column, wage, annualWage, periods } = facts;
  if (wage <= 0 || code?.exempt || isBelowThreshold(facts)) return null;
  if (table.kind === "elected") {
    const { electedRate } = certificate;
    return wage * (electedRate === null ? (table.defaultRate ?? 0) : electedRate / 1_000_000);
  }
  if (table.codes && !code) return wage * (table.rateWithoutForm ?? 0);
  if (code?.periodBrackets) return taxOfPeriod(facts, code.periodBrackets);
  const taxable = taxableOf(facts);
  const flat = table.flatRateAbove && valueFor(table.flatRateAbove, column);
  if (flat && taxable > flat.above) return (taxable * flat.rate) / periods;
  const additions = (code?.additions ?? []).reduce((sum, one) => sum + rampOf(one, annualWage), 0);
  const share = code?.creditShare?.findLast(([above]) => annualWage > above)?.[1] ?? 0;
  const tax = (taxIn(scheduleOf(facts), taxable) + additions) * (1 - share);
  return Math.max(0, tax - credits(facts)) / periods;
}

function isBelowThreshold(facts: StateFacts): boolean {
  const { table, certificate, column, wage, annualWage, frequency } = facts;
  if (table.periodMinimum && wage < figureOfPeriod(table.periodMinimum, frequency)) return true;
  const { lowIncome } = table;
  if (!lowIncome || (lowIncome.needsAllowance && certificate.allowances === 0)) return false;
  return annualWage <= valueFor(lowIncome.upTo, deductionColumn(table, certificate, column));
}

/** Tables that a state prints by pay period, with rounding inside it. Other frequencies use the annual ones. */
function taxOfPeriod(
  facts: StateFacts,
  printed: NonNullable<NonNullable<StateFacts["code"]>["periodBrackets"]>,
): number {
  const taxable = taxableOf(facts);
  const ofPeriod = printedFor(printed, facts.frequency);
  return ofPeriod ? taxIn(ofPeriod, taxable / facts.periods) : taxIn(printed.annual, taxable) / facts.periods;
}

function scheduleOf({ table, certificate, column, annualWage }: StateFacts): Brackets {
  const { bracketsFrom, twoIncomeBrackets } = table;
  if (bracketsFrom && annualWage >= bracketsFrom.wages) return valueFor(bracketsFrom.brackets, column);
  if (twoIncomeBrackets && certificate.spouseHasIncome) return valueFor(twoIncomeBrackets, column);
  return valueFor(table.brackets!, column);
}

function credits(facts: StateFacts): number {
  const { table, certificate, column, annualWage } = facts;
  const amount = table.creditFromAmount ? certificate.allowanceAmountCents : null;
  const ofAllowances = amount === null ? allowancesOf(facts) * (table.credit ?? 0) : amount / 100;
  const taper = table.taperingCredit && valueFor(table.taperingCredit, column);
  if (!taper) return ofAllowances;
  const lost = taper.rate === undefined ? 0 : Math.max(0, annualWage - (taper.from ?? 0)) * taper.rate;
  return ofAllowances + Math.max(0, taper.amount - lost);
}

/** Tax of a schedule. Wages at a floor are in its row, which changes nothing where the rows join. */
function taxIn(schedule: Brackets, taxable: number): number {
  const row = schedule.findLast(([floor]) => taxable >= floor);
  return row ? Math.max(0, row[1] + (taxable - row[0]) * row[2]) : 0;
}

function centsOf(value: number): number {
  return roundHalfUp(value * 100);
}
