import { createHash } from "node:crypto";
import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { newId } from "../../../../src/ids.ts";
import { multiplyHalfUp } from "../../../../src/money.ts";
import type { GatewayContext } from "../../base/gateway.context.ts";
import { grossToNet, type PayResult, type WantedDeduction } from "../taxes/gross-to-net.ts";
import { defaultW4, percentOf } from "../taxes/income-tax-withholding.ts";
import { payrollYearOf, supportedYears, type PayrollYear } from "../taxes/payroll-year.ts";
import { defaultStateCertificate, supportedStates } from "../taxes/state-income-tax.ts";
import { payOfTime, rateOn, salaryFor } from "./earnings.ts";
import { noEmployees, stateNotSupported } from "../payroll.errors.ts";
import {
  payslipAmounts,
  type Earning,
  type PayslipAmounts,
  type PayslipRow,
  type RunRow,
} from "../payroll-tables.ts";
import { readPeople, type PersonToPay, type RunScope } from "./people-to-pay.service.ts";
import { settingsOf } from "../schedules/schedules.service.ts";
import { businessRule } from "../../base/gateway.errors.ts";

/** Sums of a run, in cents. */
export type RunTotals = Pick<
  RunRow,
  | "employeeCount"
  | "grossCents"
  | "employeeTaxesCents"
  | "employerTaxesCents"
  | "deductionsCents"
  | "netCents"
  | "cashRequiredCents"
>;

/** Figures of the pay date's year. Throws BUSINESS_RULE year_not_supported. */
export function yearFor(payDate: string): PayrollYear {
  const year = payrollYearOf(Number(payDate.slice(0, 4)));
  if (year) return year;
  const message =
    "Tax tables are not available for the year of this pay date. See supported for the available years.";
  throw businessRule("year_not_supported", message, { supported: supportedYears });
}

/**
 * Calculates every payslip of a run from current data, without writing. To store the payslips, lock the rows of
 * `payroll_years` first. Throws NO_EMPLOYEES, STATE_NOT_SUPPORTED and BUSINESS_RULE.
 */
export async function calculateRun(
  em: EntityManager,
  ctx: GatewayContext,
  run: RunScope,
): Promise<{ payslips: PayslipRow[]; totals: RunTotals; calcHash: string }> {
  const year = yearFor(run.payDate);
  const { sutaRate, sutaBaseCents } = await settingsOf(em, run.ownerId);
  const people = await readPeople(em, run);
  const createdAt = ctx.clock.now().toISOString();
  const unsupported = new Set<string>();
  const payslips: PayslipRow[] = [];
  for (const person of people) {
    const earnings = earningsOf(run, person);
    if (earnings.length === 0) continue;
    const pay = payOf(person, earnings, { year, suta: { rate: sutaRate, baseCents: sutaBaseCents } });
    if (pay === null) unsupported.add(person.employee.workState);
    else payslips.push(payslipOf(run, person, { earnings, pay, createdAt }));
  }
  if (unsupported.size > 0)
    throw stateNotSupported([...unsupported].toSorted(), year.year, supportedStates(year.year));
  if (payslips.length === 0) throw noEmployees();
  const numbers = payslips.map(({ id: _, runId: _run, createdAt: _at, ...numbers_ }) => numbers_);
  const calcHash = createHash("sha256").update(JSON.stringify(numbers)).digest("hex");
  return { payslips, totals: totalsOf(payslips), calcHash };
}

/** Locks the year of each employee until the transaction ends, in a fixed order that prevents deadlocks. */
export async function lockYears(
  em: EntityManager,
  { ownerId, employeeIds, year }: { ownerId: string; employeeIds: readonly string[]; year: number },
): Promise<void> {
  const inOrder = [...employeeIds].toSorted();
  await executeSql(
    em,
    `INSERT INTO payroll_years (employee_id, year, owner_id)
     SELECT id, $2, $3 FROM unnest($1::text[]) AS id ORDER BY id ON CONFLICT DO NOTHING`,
    [inOrder, year, ownerId],
  );
  await executeSql(
    em,
    `SELECT 1 FROM payroll_years WHERE employee_id = ANY ($1) AND year = $2 ORDER BY employee_id FOR UPDATE`,
    [inOrder, year],
  );
}

/** Earnings of a person in a run: salary or hours in regular and final runs, plus the draft's item. */
function earningsOf({ type, periodStart, periodEnd }: RunScope, person: PersonToPay): Earning[] {
  const { employee, frequency, rates, item, isPaidForPeriod } = person;
  const earnings: Earning[] = [];
  const add = (code: Earning["code"], amountCents: number, hoursHundredths: number | null = null) => {
    if (amountCents > 0) earnings.push({ code, hoursHundredths, amountCents });
  };
  const lastDay = employee.endDate ?? periodEnd;
  if ((type === "regular" || type === "final") && !isPaidForPeriod) {
    const span = {
      start: periodStart,
      end: periodEnd,
      firstDay: employee.startDate,
      lastDay: employee.endDate,
    };
    add("salary", salaryFor(rates, frequency, span));
  }
  const rate = rateOn(rates, lastDay < periodEnd ? lastDay : periodEnd);
  const hours = item?.hoursHundredths ?? null;
  if (hours !== null && rate?.kind === "hourly")
    add("hourly", multiplyHalfUp(rate.amountCents, hours, 100), hours);
  // Hours in the draft override the timesheet.
  if (hours === null)
    for (const { code, amountCents, hoursHundredths } of payOfTime(rates, person.time))
      add(code, amountCents, hoursHundredths);
  add("bonus", item?.bonusCents ?? 0);
  add("reimbursement", item?.reimbursementCents ?? 0);
  return earnings;
}

function payOf(
  { employee, frequency, w4, certificate, deductions, garnishments, ytd }: PersonToPay,
  earnings: readonly Earning[],
  { year, suta }: { year: PayrollYear; suta: { rate: number; baseCents: number } },
): PayResult | null {
  const amountOf = (...codes: Earning["code"][]) =>
    earnings.reduce((sum, { code, amountCents }) => sum + (codes.includes(code) ? amountCents : 0), 0);
  const regularCents = amountOf("salary", "hourly", "overtime");
  const grossCents = regularCents + amountOf("bonus");
  const wanted = deductions.map(
    ({ code, timing, amountCents, percent, leftOfYearCents }): WantedDeduction => {
      const asked = amountCents ?? percentOf(grossCents, percent ?? 0);
      return { code, timing, amountCents: Math.max(0, Math.min(asked, leftOfYearCents ?? asked)) };
    },
  );
  return grossToNet({
    year,
    frequency,
    regularCents,
    supplementalCents: amountOf("bonus"),
    reimbursementCents: amountOf("reimbursement"),
    w4: w4 ?? defaultW4,
    state: employee.workState,
    stateCertificate: certificate ?? defaultStateCertificate,
    suta,
    deductions: wanted,
    garnishments,
    before: {
      socialSecurityCents: ytd.medicareWagesCents,
      medicareCents: ytd.medicareWagesCents,
      futaCents: ytd.medicareWagesCents,
      supplementalCents: ytd.supplementalCents,
    },
  });
}

function payslipOf(
  run: RunScope,
  { employee, ytd }: PersonToPay,
  { earnings, pay, createdAt }: { earnings: Earning[]; pay: PayResult; createdAt: string },
): PayslipRow {
  const sum = (parts: readonly { amountCents: number }[]) =>
    parts.reduce((total, { amountCents }) => total + amountCents, 0);
  const of = (code: Earning["code"]) => sum(earnings.filter((one) => one.code === code));
  const amounts: PayslipAmounts = {
    grossCents: pay.grossCents,
    supplementalCents: of("bonus"),
    reimbursementCents: of("reimbursement"),
    taxableCents: pay.taxableCents,
    socialSecurityWagesCents: pay.socialSecurityWagesCents,
    medicareWagesCents: pay.medicareWagesCents,
    futaWagesCents: pay.futaWagesCents,
    ...pay.taxes,
    employerSocialSecurityCents: pay.employer.socialSecurityCents,
    employerMedicareCents: pay.employer.medicareCents,
    futaCents: pay.employer.futaCents,
    sutaCents: pay.employer.sutaCents,
    deductionsCents: sum(pay.deductions),
    garnishmentsCents: sum(pay.garnishments),
    netCents: pay.netCents,
  };
  const { ownerId, periodStart, periodEnd, payDate } = run;
  return {
    id: newId("pay"),
    ownerId,
    runId: run.id,
    employeeId: employee.id,
    employeeName: `${employee.firstName} ${employee.lastName}`,
    department: employee.department,
    state: employee.workState,
    periodStart,
    periodEnd,
    payDate,
    year: Number(payDate.slice(0, 4)),
    ...amounts,
    earnings,
    deductions: pay.deductions,
    garnishments: pay.garnishments,
    ytd: addAmounts(ytd, amounts),
    reversalOf: null,
    reason: null,
    createdAt,
  };
}

/** Adds two sets of payslip amounts. */
export function addAmounts(a: PayslipAmounts, b: PayslipAmounts): PayslipAmounts {
  return Object.fromEntries(payslipAmounts.map((name) => [name, a[name] + b[name]])) as PayslipAmounts;
}

/** Totals of payslips. Cash required is the total that leaves the employer's account. */
function totalsOf(payslips: readonly PayslipAmounts[]): RunTotals {
  const total = (...names: (keyof PayslipAmounts)[]) =>
    payslips.reduce((sum, slip) => sum + names.reduce((part, name) => part + slip[name], 0), 0);
  const employeeTaxesCents = total(
    "federalIncomeCents",
    "socialSecurityCents",
    "medicareCents",
    "additionalMedicareCents",
    "stateCents",
  );
  const employerTaxesCents = total(
    "employerSocialSecurityCents",
    "employerMedicareCents",
    "futaCents",
    "sutaCents",
  );
  const netCents = total("netCents");
  const deductionsCents = total("deductionsCents", "garnishmentsCents");
  return {
    employeeCount: payslips.length,
    grossCents: total("grossCents"),
    employeeTaxesCents,
    employerTaxesCents,
    deductionsCents,
    netCents,
    cashRequiredCents: netCents + deductionsCents + employeeTaxesCents + employerTaxesCents,
  };
}
