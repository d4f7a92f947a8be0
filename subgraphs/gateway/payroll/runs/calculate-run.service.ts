import { createHash } from "node:crypto";
import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { newId } from "../../../../src/ids.ts";
import { multiplyHalfUp } from "../../../../src/money.ts";
import type { GatewayContext } from "../../base/gateway.context.ts";
import { grossToNet, type PayResult, type WantedDeduction } from "../taxes/gross-to-net.ts";
import { defaultW4, percentOf } from "../taxes/income-tax-withholding.ts";
import type { PayrollYear } from "../taxes/payroll-year.ts";
import { defaultStateCertificate } from "../taxes/state-certificate.ts";
import { taxStateOf } from "../taxes/state-taxes.ts";
import { supportedStates } from "../taxes/state-withholding.ts";
import { yearFor } from "../tax-tables/tax-tables.service.ts";
import { splitNet } from "./deposit-split.ts";
import { matchDeductions } from "./employer-match.ts";
import { payOfTime, payOfTimeOff, payOfTimeOffBalance, rateOn, salaryFor } from "./earnings.ts";
import { noEmployees, stateNotSupported } from "../payroll.errors.ts";
import {
  payslipAmounts,
  type Earning,
  type PayslipAmounts,
  type PayslipRow,
  type RunRow,
} from "../payroll-tables.ts";
import { readPeople, type PersonToPay, type RunScope } from "./people-to-pay.service.ts";
import { settingsOf, sutaOf, type StateAccount } from "../schedules/settings.service.ts";

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

/**
 * Calculates every payslip of a run from current data, without writing. To store the payslips, lock the rows of
 * `payroll_years` first. Throws NO_EMPLOYEES, STATE_NOT_SUPPORTED and BUSINESS_RULE.
 */
export async function calculateRun(
  em: EntityManager,
  ctx: GatewayContext,
  run: RunScope,
): Promise<{ payslips: PayslipRow[]; totals: RunTotals; calcHash: string }> {
  const year = await yearFor(em, run.payDate);
  const settings = await settingsOf(em, run.ownerId);
  const employeeCount = await countEmployees(em, run.ownerId);
  const employer = { ...settings, employeeCount };
  const people = await readPeople(em, run);
  const createdAt = ctx.clock.now().toISOString();
  const unsupported = new Set<string>();
  const payslips: PayslipRow[] = [];
  for (const person of people) {
    const earnings = earningsOf(run, person);
    if (earnings.length === 0) continue;
    const pay = payOf(run, person, { earnings, year, employer });
    if (pay === null) unsupported.add(stateWithoutTable(year, person));
    else payslips.push(payslipOf(run, person, { earnings, pay, createdAt }));
  }
  if (unsupported.size > 0)
    throw stateNotSupported(
      [...unsupported].toSorted(),
      run.payDate,
      supportedStates(year.tables, run.payDate),
    );
  if (payslips.length === 0) throw noEmployees();
  const numbers = payslips.map(
    ({ id: _, runId: _run, createdAt: _at, locality: _of, ...numbers_ }) => numbers_,
  );
  const calcHash = createHash("sha256").update(JSON.stringify(numbers)).digest("hex");
  return { payslips, totals: totalsOf(payslips), calcHash };
}

/** Employees of an account who are not terminated. Some states set rates by their number. */
async function countEmployees(em: EntityManager, ownerId: string): Promise<number> {
  const sql = `SELECT count(*)::int AS count FROM payroll_employees WHERE owner_id = $1 AND status <> 'terminated'`;
  return (await executeSql<{ count: number }>(em, sql, [ownerId]))[0]!.count;
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
  const { employee, frequency, rates, item, recurring, timeOff, isPaidForPeriod } = person;
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
  if ((type === "regular" || type === "final") && !isPaidForPeriod) {
    const off = payOfTimeOff(rates, timeOff);
    add("time_off", off.amountCents, off.hoursHundredths);
    for (const { code, amountCents } of recurring) add(code, amountCents);
  }
  earnings.push(...payOfTimeOffBalance(person.payouts, { rates, frequency, lastDay }));
  add("bonus", item?.bonusCents ?? 0);
  add("reimbursement", item?.reimbursementCents ?? 0);
  return earnings;
}

/** What the employer's settings and size decide. */
interface Employer {
  sutaRate: number;
  sutaBaseCents: number;
  stateAccounts: StateAccount[];
  passedOnContributions: readonly string[];
  employeeCount: number;
  roundingPolicy: "cent" | "dollar";
}

function stateWithoutTable(
  { tables }: PayrollYear,
  { employee: { workState, residenceState } }: PersonToPay,
): string {
  return taxStateOf(tables, { state: workState, residenceState }).taxState;
}

function payOf(
  { payDate }: RunScope,
  { employee, frequency, w4, certificates, deductions, garnishments, ytd, chargedCents }: PersonToPay,
  { earnings, year, employer }: { earnings: readonly Earning[]; year: PayrollYear; employer: Employer },
): PayResult | null {
  const amountOf = (...codes: Earning["code"][]) =>
    earnings.reduce((sum, { code, amountCents }) => sum + (codes.includes(code) ? amountCents : 0), 0);
  const all = earnings.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const grossCents = all - amountOf("reimbursement");
  const supplementalCents = amountOf("bonus", "pto_payout");
  const regularCents = grossCents - supplementalCents;
  const wanted = deductions.map(
    ({ code, timing, amountCents, percent, leftOfYearCents }): WantedDeduction => {
      const asked = amountCents ?? percentOf(grossCents, percent ?? 0);
      return { code, timing, amountCents: Math.max(0, Math.min(asked, leftOfYearCents ?? asked)) };
    },
  );
  return grossToNet({
    year,
    payDate,
    frequency,
    regularCents,
    supplementalCents,
    reimbursementCents: amountOf("reimbursement"),
    w4: w4 ?? defaultW4,
    work: {
      state: employee.workState,
      residenceState: employee.residenceState,
      certificateOf: (state) => certificates.get(state) ?? defaultStateCertificate,
      passedOn: employer.passedOnContributions,
      employeeCount: employer.employeeCount,
      chargedCents,
    },
    roundsToDollars: employer.roundingPolicy === "dollar",
    suta: sutaOf(employer, employee.workState),
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
  { employee, ytd, splits, deductions: terms }: PersonToPay,
  { earnings, pay, createdAt }: { earnings: Earning[]; pay: PayResult; createdAt: string },
): PayslipRow {
  const sum = (parts: readonly { amountCents: number }[]) =>
    parts.reduce((total, { amountCents }) => total + amountCents, 0);
  const of = (code: Earning["code"]) => sum(earnings.filter((one) => one.code === code));
  const deductions = matchDeductions(pay.deductions, terms);
  const amounts: PayslipAmounts = {
    grossCents: pay.grossCents,
    supplementalCents: of("bonus") + of("pto_payout"),
    reimbursementCents: of("reimbursement"),
    taxableCents: pay.taxableCents,
    socialSecurityWagesCents: pay.socialSecurityWagesCents,
    medicareWagesCents: pay.medicareWagesCents,
    futaWagesCents: pay.futaWagesCents,
    ...pay.taxes,
    stateWagesCents: pay.stateWagesCents,
    employerSocialSecurityCents: pay.employer.socialSecurityCents,
    employerMedicareCents: pay.employer.medicareCents,
    futaCents: pay.employer.futaCents,
    sutaCents: pay.employer.sutaCents,
    employerMatchCents: deductions.reduce((total, one) => total + one.employerMatchCents, 0),
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
    taxState: pay.taxState,
    locality: pay.locality,
    periodStart,
    periodEnd,
    payDate,
    year: Number(payDate.slice(0, 4)),
    ...amounts,
    contributions: pay.contributions,
    notIncluded: pay.notIncluded,
    earnings,
    deductions,
    garnishments: pay.garnishments,
    deposits: splitNet(pay.netCents, splits),
    ytd: addAmounts(ytd, amounts),
    reversalOf: null,
    reason: null,
    revision: run.revision,
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
    "localCents",
    "contributionsCents",
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
    cashRequiredCents:
      netCents + deductionsCents + employeeTaxesCents + employerTaxesCents + total("employerMatchCents"),
  };
}
