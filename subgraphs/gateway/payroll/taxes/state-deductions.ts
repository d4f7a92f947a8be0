import type { Ramp, StateCode, StateTable } from "../tax-tables/tax-tables.schema.ts";
import { figureOfPeriod, printedFor, valueFor, type Column } from "./by-status.ts";
import type { StateCertificate } from "./state-certificate.ts";

/** Facts of a payment that a state's tax follows from, in dollars. */
export interface StateFacts {
  table: StateTable;
  certificate: StateCertificate;
  code: StateCode | null;
  /** Column of schedules and deductions. */
  column: Column;
  frequency: Parameters<typeof figureOfPeriod>[1];
  periods: number;
  wage: number;
  annualWage: number;
  /** Annual federal income tax at the rate of this payment. */
  annualFederalTax: number;
  isNonresident: boolean;
}

/** Wages of a year that the schedule is applied to. Never negative. */
export function taxableOf(facts: StateFacts): number {
  const { table, annualWage } = facts;
  const payroll = table.deductsPayrollTax;
  const less =
    standardDeduction(facts) +
    exemptions(facts) +
    federalTax(facts) +
    (payroll ? Math.min(annualWage * payroll.rate, payroll.max) : 0);
  return Math.max(0, annualWage - less);
}

function standardDeduction({
  table,
  certificate,
  code,
  column,
  frequency,
  periods,
  annualWage,
}: StateFacts): number {
  if (code?.deduction) return code.deduction.amount - rampOf(code.deduction.less, annualWage);
  if (table.periodDeduction) {
    const printed = printedFor(table.periodDeduction, frequency);
    return printed === undefined
      ? valueFor(table.periodDeduction.annual, column)
      : valueFor(printed, column) * periods;
  }
  const share = table.wageDeduction;
  if (share) return certificate.allowances > 0 ? Math.min(annualWage * share.rate, share.max) : 0;
  if (table.standardDeduction === undefined) return 0;
  const full = valueFor(table.standardDeduction, deductionColumn(table, certificate, column));
  if (!table.deductionPhaseOut) return full;
  const [start, end] = valueFor(table.deductionPhaseOut, column);
  return full * Math.min(1, Math.max(0, (end - annualWage) / (end - start)));
}

/** Where two allowances earn a married employee the doubled deduction, fewer earn the single one. */
export function deductionColumn(table: StateTable, { allowances }: StateCertificate, column: Column): Column {
  const isMarried = column === "married" || column === "soleEarner";
  return table.marriedDoubleFrom !== undefined && isMarried && allowances < table.marriedDoubleFrom
    ? "single"
    : column;
}

function exemptions(facts: StateFacts): number {
  const { table, certificate, code, column, frequency, periods, annualWage } = facts;
  if (table.periodExemptions) return lineExemptions(table.periodExemptions, certificate, periods);
  const counted = allowancesOf(facts);
  if (table.periodExemption) return counted * figureOfPeriod(table.periodExemption, frequency) * periods;
  const first = table.firstExemption;
  const firstCount = first ? Math.min(counted, valueFor(first.count, column)) : 0;
  const dependent = table.dependents?.findLast(([above]) => annualWage > above)?.[1] ?? 0;
  const ofCode = code?.wageExemption
    ? code.wageExemption.amount - rampOf(code.wageExemption.less, annualWage)
    : (code?.exemption ?? 0);
  return (
    ofCode +
    counted * dependent +
    firstCount * (first?.amount ?? 0) +
    (counted - firstCount) * (table.exemption ?? 0)
  );
}

/** Each line is divided by the periods of a year and rounded to cents separately. Plain allowances count as personal exemptions. */
function lineExemptions(
  lines: NonNullable<StateTable["periodExemptions"]>,
  { exemptionCounts, allowances }: StateCertificate,
  periods: number,
): number {
  const counts = exemptionCounts ?? { personal: allowances };
  let cents = 0;
  for (const [line, annual] of Object.entries(lines))
    cents += roundHalfUp(((counts[line] ?? 0) * annual * 100) / periods);
  return (cents / 100) * periods;
}

/** Allowances that count at these wages. */
export function allowancesOf({ table, certificate, column, annualWage }: StateFacts): number {
  const upTo = table.allowancesUpTo;
  return upTo !== undefined && annualWage > valueFor(upTo, column) ? 0 : certificate.allowances;
}

function federalTax({ table, column, annualWage, annualFederalTax }: StateFacts): number {
  if (!table.deductsFederalTax) return 0;
  const { max } = table.deductsFederalTax;
  if (!max) return annualFederalTax;
  const limit = valueFor(max, column).findLast(([from]) => annualWage >= from)?.[1] ?? 0;
  return Math.min(annualFederalTax, limit);
}

/** `amount` for each step of wages, or part of one, above the start. */
export function rampOf({ from, step, amount, max }: Ramp, wages: number): number {
  return wages <= from ? 0 : Math.min(max, Math.ceil((wages - from) / step) * amount);
}

/**
 * Rounds half up. What is a half before errors of binary fractions counts as a half: they are below a millionth of a cent
 * for wages below a billion.
 */
export function roundHalfUp(value: number): number {
  return Math.floor(value + 0.5 + 1e-6);
}
