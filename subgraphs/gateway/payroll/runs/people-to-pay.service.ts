import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import type { DeductionTiming } from "../taxes/gross-to-net.ts";
import type { GarnishmentOrder } from "../taxes/garnishment-limits.ts";
import type { SplitTime, WorkedTime } from "../time/overtime.ts";
import { timeToPay } from "../time/pay-time.service.ts";
import { timeOffToPay, type TimeOffDay } from "../time/time-off-days.service.ts";
import { timeOffToPayOut, type TimeOffPayout } from "../time/time-off-payout.service.ts";
import { employeeAsOf } from "../people/planned-changes.ts";
import { findRows } from "../payroll.rows.ts";
import type { ScheduleFrequency } from "../schedules/pay-periods.ts";
import {
  payslipAmounts,
  type CompensationRow,
  type DepositSplitRow,
  type EmployeeRow,
  type ItemRow,
  type PayslipAmounts,
  type RecurringEarningRow,
  type RunRow,
  type StateCertificateRow,
  type W4Row,
} from "../payroll-tables.ts";

/** The fields of a run that select its employees. */
export type RunScope = Pick<
  RunRow,
  | "id"
  | "ownerId"
  | "type"
  | "scheduleId"
  | "periodStart"
  | "periodEnd"
  | "payDate"
  | "employeeIds"
  | "revision"
>;

/** All inputs of one person's pay. */
export interface PersonToPay {
  employee: EmployeeRow;
  frequency: ScheduleFrequency;
  rates: CompensationRow[];
  w4: W4Row | null;
  /** By state. */
  certificates: ReadonlyMap<string, StateCertificateRow>;
  deductions: {
    code: string;
    timing: DeductionTiming;
    amountCents: number | null;
    percent: number | null;
    /** Contribution of the employer, in 1e-4 percent of what is deducted. */
    matchPercent: number | null;
    /** Null without an annual limit. */
    leftOfYearCents: number | null;
  }[];
  garnishments: GarnishmentOrder[];
  item: ItemRow | null;
  splits: DepositSplitRow[];
  recurring: RecurringEarningRow[];
  /** Approved time off on work days of the period. */
  timeOff: TimeOffDay[];
  /** Balances of time off, at the end of employment. */
  payouts: TimeOffPayout[];
  /** Approved hours of the period. */
  time: (WorkedTime & SplitTime)[];
  /** Sums of the year of the pay date so far. */
  ytd: PayslipAmounts;
  /** Wages of the year charged with contributions of states, by key. */
  chargedCents: ReadonlyMap<string, number>;
  /** Another run already paid salary for days of this period. */
  isPaidForPeriod: boolean;
}

/** Employees of a run as of its pay date: on its schedule (if any), employed in its period, in `employeeIds` (if any). */
export async function readEmployees(em: EntityManager, run: RunScope): Promise<EmployeeRow[]> {
  const { ownerId, scheduleId, periodStart, periodEnd, employeeIds, type, payDate } = run;
  const employees = await findRows(
    em,
    "payroll_employees",
    `owner_id = $1 AND ($2::text IS NULL OR pay_schedule_id = $2) AND ($3::text[] IS NULL OR id = ANY ($3))
       AND status IN ('active', 'on_leave', 'terminated') AND start_date <= $5
       AND (end_date IS NULL OR end_date >= $4) AND ($6 <> 'final' OR status = 'terminated') ORDER BY id`,
    [ownerId, scheduleId, employeeIds, periodStart, periodEnd, type],
  );
  const asOf = employees.map((employee) => employeeAsOf(employee, payDate));
  return asOf.filter(({ status }) => status !== "on_leave");
}

/** People of a run with all inputs of their pay, read with few statements. */
export async function readPeople(em: EntityManager, run: RunScope): Promise<PersonToPay[]> {
  const employees = await readEmployees(em, run);
  const ids = employees.map(({ id }) => id);
  const year = Number(run.payDate.slice(0, 4));
  const schedules = await findRows(em, "pay_schedules", "owner_id = $1", [run.ownerId]);
  const frequencies = new Map(schedules.map(({ id, frequency }) => [id, frequency]));
  const rates = await findRows(em, "payroll_compensations", "employee_id = ANY ($1)", [ids]);
  const w4s = await findRows(
    em,
    "payroll_w4s",
    "employee_id = ANY ($1) AND effective_date <= $2 ORDER BY effective_date",
    [ids, run.payDate],
  );
  const certificates = await findRows(em, "payroll_state_certificates", "employee_id = ANY ($1)", [ids]);
  const items = await findRows(em, "payroll_items", "run_id = $1", [run.id]);
  const ratesOf = Map.groupBy(rates, ({ employeeId }) => employeeId);
  const w4Of = new Map(w4s.map((w4) => [w4.employeeId, w4]));
  const certificatesOf = Map.groupBy(certificates, ({ employeeId }) => employeeId);
  const itemOf = new Map(items.map((item) => [item.employeeId, item]));
  const ytdOf = await readYears(em, ids, year);
  const deductionsOf = await readDeductions(em, run, ids);
  const garnishmentsOf = await readGarnishments(em, run, ids);
  const splits = await findRows(em, "payroll_deposit_splits", "employee_id = ANY ($1) ORDER BY position", [
    ids,
  ]);
  const splitsOf = Map.groupBy(splits, ({ employeeId }) => employeeId);
  const chargedOf = await readCharged(em, ids, year);
  const paid = await readPaidForPeriod(em, run, ids);
  const timeOf = await timeToPay(em, run, ids);
  const timeOffOf = await timeOffToPay(em, run, ids);
  const payoutsOf = await timeOffToPayOut(em, run, employees);
  const recurring = await findRows(
    em,
    "payroll_recurring_earnings",
    `employee_id = ANY ($1) AND starts_on <= $2 AND (ends_on IS NULL OR ends_on >= $2) ORDER BY created_at, id`,
    [ids, run.payDate],
  );
  const recurringOf = Map.groupBy(recurring, ({ employeeId }) => employeeId);
  return employees
    .filter(({ id }) => !itemOf.get(id)?.excluded)
    .map((employee) => ({
      employee,
      frequency: frequencies.get(employee.payScheduleId)!,
      rates: ratesOf.get(employee.id) ?? [],
      w4: w4Of.get(employee.id) ?? null,
      certificates: new Map((certificatesOf.get(employee.id) ?? []).map((row) => [row.state, row])),
      deductions: deductionsOf.get(employee.id) ?? [],
      garnishments: garnishmentsOf.get(employee.id) ?? [],
      item: itemOf.get(employee.id) ?? null,
      splits: splitsOf.get(employee.id) ?? [],
      recurring: recurringOf.get(employee.id) ?? [],
      timeOff: timeOffOf.get(employee.id) ?? [],
      payouts: payoutsOf.get(employee.id) ?? [],
      time: timeOf.get(employee.id) ?? [],
      ytd: ytdOf.get(employee.id) ?? noAmounts,
      chargedCents: chargedOf.get(employee.id) ?? new Map(),
      isPaidForPeriod: paid.has(employee.id),
    }));
}

export const noAmounts = Object.fromEntries(payslipAmounts.map((name) => [name, 0])) as PayslipAmounts;

/** Sums of all payslips of a year by employee, reversals included; up to a pay date if one is given. */
export async function readYears(
  em: EntityManager,
  employeeIds: readonly string[],
  year: number,
  asOf: string | null = null,
): Promise<Map<string, PayslipAmounts>> {
  const columns = payslipAmounts.map(
    (name) =>
      `sum(${name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)})::float8 AS "${name}"`,
  );
  const rows = await executeSql<PayslipAmounts & { employeeId: string }>(
    em,
    `SELECT employee_id AS "employeeId", ${columns.join(", ")} FROM payslips
     WHERE employee_id = ANY ($1) AND year = $2 AND ($3::date IS NULL OR pay_date <= $3) GROUP BY employee_id`,
    [employeeIds, year, asOf],
  );
  return new Map(rows.map(({ employeeId, ...amounts }) => [employeeId, amounts]));
}

/** Wages that contributions were charged on in a year, by employee and key, reversals included. */
async function readCharged(
  em: EntityManager,
  ids: readonly string[],
  year: number,
): Promise<Map<string, Map<string, number>>> {
  const rows = await executeSql<{ employeeId: string; key: string; cents: number }>(
    em,
    `SELECT p.employee_id AS "employeeId", c ->> 'key' AS key, sum((c ->> 'wagesCents')::bigint)::float8 AS cents
     FROM payslips AS p CROSS JOIN jsonb_array_elements(p.contributions) AS c
     WHERE p.employee_id = ANY ($1) AND p.year = $2 GROUP BY 1, 2`,
    [ids, year],
  );
  const byEmployee = Map.groupBy(rows, ({ employeeId }) => employeeId);
  return new Map(
    [...byEmployee].map(([id, found]) => [id, new Map(found.map(({ key, cents }) => [key, cents]))]),
  );
}

type Deduction = PersonToPay["deductions"][number];

async function readDeductions(
  em: EntityManager,
  run: RunScope,
  ids: readonly string[],
): Promise<Map<string, Deduction[]>> {
  const rows = await executeSql<Deduction & { employeeId: string }>(
    em,
    `WITH taken AS (
       SELECT p.employee_id, d ->> 'code' AS code, sum((d ->> 'amountCents')::bigint) AS cents
       FROM payslips AS p CROSS JOIN jsonb_array_elements(p.deductions) AS d
       WHERE p.employee_id = ANY ($1) AND p.year = $4 GROUP BY 1, 2)
     SELECT e.employee_id AS "employeeId", e.code, t.timing, e.amount_cents::float8 AS "amountCents", e.percent,
       e.match_percent AS "matchPercent", (t.annual_limit_cents - coalesce(taken.cents, 0))::float8 AS "leftOfYearCents"
     FROM payroll_enrollments AS e
     JOIN payroll_deduction_types AS t ON t.owner_id = e.owner_id AND t.code = e.code
     LEFT JOIN taken ON taken.employee_id = e.employee_id AND taken.code = e.code
     WHERE e.employee_id = ANY ($1) AND e.owner_id = $2 AND e.starts_on <= $3
       AND (e.ends_on IS NULL OR e.ends_on >= $3) ORDER BY e.created_at, e.id`,
    [ids, run.ownerId, run.payDate, Number(run.payDate.slice(0, 4))],
  );
  return Map.groupBy(rows, ({ employeeId }) => employeeId);
}

async function readGarnishments(
  em: EntityManager,
  run: RunScope,
  ids: readonly string[],
): Promise<Map<string, GarnishmentOrder[]>> {
  const rows = await executeSql<GarnishmentOrder & { employeeId: string }>(
    em,
    `WITH taken AS (
       SELECT g ->> 'id' AS id, sum((g ->> 'amountCents')::bigint) AS cents
       FROM payslips AS p CROSS JOIN jsonb_array_elements(p.garnishments) AS g
       WHERE p.employee_id = ANY ($1) GROUP BY 1)
     SELECT o.employee_id AS "employeeId", o.id, o.kind, o.amount_cents::float8 AS "amountCents", o.percent, o.priority,
       (CASE WHEN o.total_cents IS NOT NULL THEN greatest(0, o.total_cents - coalesce(taken.cents, 0)) END)::float8
         AS "remainingCents"
     FROM payroll_garnishments AS o LEFT JOIN taken ON taken.id = o.id
     WHERE o.employee_id = ANY ($1) AND o.owner_id = $2 AND o.starts_on <= $3 AND (o.ends_on IS NULL OR o.ends_on >= $3)`,
    [ids, run.ownerId, run.payDate],
  );
  return Map.groupBy(rows, ({ employeeId }) => employeeId);
}

async function readPaidForPeriod(
  em: EntityManager,
  { id, ownerId, periodStart, periodEnd }: RunScope,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await executeSql<{ employeeId: string }>(
    em,
    `SELECT DISTINCT p.employee_id AS "employeeId" FROM payslips AS p
     JOIN payroll_runs AS r ON r.id = p.run_id
     WHERE p.owner_id = $1 AND p.employee_id = ANY ($2) AND r.id <> $3 AND r.type IN ('regular', 'final')
       AND p.period_start <= $5 AND p.period_end >= $4 AND p.reversal_of IS NULL
       AND NOT EXISTS (SELECT 1 FROM payslips AS v WHERE v.reversal_of = p.id)`,
    [ownerId, ids, id, periodStart, periodEnd],
  );
  return new Set(rows.map(({ employeeId }) => employeeId));
}
