import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../src/db/sql.ts";
import { inTransaction } from "../../../src/db/transaction.ts";
import { validationError } from "../../../src/errors.ts";
import { ownerOf, type GatewayContext } from "../gateway.context.ts";
import { invalidState } from "../payroll/payroll.errors.ts";
import { payslipAmounts, type PayslipAmounts } from "../payroll/payroll-tables.ts";
import { noAmounts } from "../payroll/people-to-pay.service.ts";
import { runOf } from "../payroll/runs.service.ts";
import { settingsOf } from "../payroll/schedules.service.ts";
import { journalOf } from "./journal.ts";
import { liabilitiesOf, type TaxesOfDay } from "./liabilities.ts";
import type * as types from "./reports.types.ts";
import type { DepositSchedule } from "./tax-deposits.ts";

/** Sums of the amounts of payslips, each under its own name. */
const sums = payslipAmounts
  .map((name) => {
    const column = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    return `coalesce(sum(${column}), 0)::float8 AS "${name}"`;
  })
  .join(", ");

/** The double entry of a run whose numbers are frozen, reversals included. Throws NOT_FOUND and INVALID_STATE. */
export function readJournal(ctx: GatewayContext, runId: string): Promise<types.PayrollJournal> {
  const read = async (em: EntityManager) => {
    const run = await runOf(em, ctx, runId);
    if (run.status === "draft")
      throw invalidState("payroll run", run.status, ["pending", "processing", "paid", "cancelled"]);
    const sql = `SELECT ${sums} FROM payslips WHERE owner_id = $1 AND run_id = $2`;
    const [row] = await executeSql<PayslipAmounts>(em, sql, [run.ownerId, run.id]);
    const entries = journalOf(row!);
    const total = entries.reduce((sum, { debitCents }) => sum + debitCents, 0);
    return { runId: run.id, date: run.payDate, currency: "USD", entries, totalCents: total };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** What taxes of pay dates in a span are owed, by agency and when they are due. Throws VALIDATION_ERROR. */
export function listLiabilities(
  ctx: GatewayContext,
  { from, to, agency = null, status = null }: types.LiabilitiesArgs,
): Promise<types.TaxLiabilities> {
  refuseSpan(from, to);
  const today = ctx.clock.now().toISOString().slice(0, 10);
  const read = async (em: EntityManager) => {
    const { depositSchedule } = await settingsOf(em, ownerOf(ctx));
    // Whole years: what is carried on, and what a deposit period gathers, does not begin with the span.
    const rows = await executeSql<TaxesOfDay>(em, taxesSql, [
      ownerOf(ctx),
      `${from.slice(0, 4)}-01-01`,
      `${to.slice(0, 4)}-12-31`,
    ]);
    const all = liabilitiesOf(rows, depositSchedule as DepositSchedule, today);
    const liabilities = all
      .filter(({ periodStart, periodEnd }) => periodEnd >= from && periodStart <= to)
      .filter(
        (one) => (agency === null || one.agency === agency) && (status === null || one.status === status),
      )
      .map((one) => ({ ...one, isOverdue: one.dueDate !== null && one.dueDate < today }));
    const totalCents = liabilities.reduce((sum, { amountCents }) => sum + amountCents, 0);
    return { liabilities, totalCents, currency: "USD" };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

const taxesSql = `SELECT to_char(pay_date, 'YYYY-MM-DD') AS "payDate", state,
    sum(federal_income_cents + social_security_cents + medicare_cents + additional_medicare_cents
      + employer_social_security_cents + employer_medicare_cents)::float8 AS "form941Cents",
    sum(futa_cents)::float8 AS "futaCents", sum(state_cents)::float8 AS "stateCents",
    sum(suta_cents)::float8 AS "sutaCents"
  FROM payslips WHERE owner_id = $1 AND pay_date BETWEEN $2 AND $3 GROUP BY pay_date, state ORDER BY pay_date, state`;

const groups = {
  department: { key: "coalesce(department, '')", label: "coalesce(min(department), 'No department')" },
  employee: { key: "employee_id", label: "min(employee_name)" },
  month: { key: "to_char(pay_date, 'YYYY-MM')", label: "to_char(min(pay_date), 'YYYY-MM')" },
} as const;

/** What payroll cost by pay date in a span, in all and by department, person or month. Throws VALIDATION_ERROR. */
export function summarisePayroll(
  ctx: GatewayContext,
  { from, to, groupBy = null }: types.PayrollSummaryArgs,
): Promise<types.PayrollSummary> {
  refuseSpan(from, to);
  const read = async (em: EntityManager) => {
    const { key, label } = groups[(groupBy ?? "department") as keyof typeof groups];
    const sql = `SELECT ${key} AS key, ${label} AS label, count(DISTINCT employee_id)::int AS employees, ${sums}
      FROM payslips WHERE owner_id = $1 AND pay_date BETWEEN $2 AND $3 GROUP BY ${key} ORDER BY ${key} LIMIT 1000`;
    const found = await executeSql<PayslipAmounts & { key: string; label: string; employees: number }>(
      em,
      sql,
      [ownerOf(ctx), from, to],
    );
    const people =
      "SELECT count(DISTINCT employee_id)::int AS n FROM payslips WHERE owner_id = $1 AND pay_date BETWEEN $2 AND $3";
    const [counted] = await executeSql<{ n: number }>(em, people, [ownerOf(ctx), from, to]);
    const all = `SELECT ${sums} FROM payslips WHERE owner_id = $1 AND pay_date BETWEEN $2 AND $3`;
    const [total = noAmounts] = await executeSql<PayslipAmounts>(em, all, [ownerOf(ctx), from, to]);
    const shown = found.map((row) => ({
      ...costOf(row),
      key: row.key,
      label: row.label,
      employees: row.employees,
    }));
    const totals = { ...costOf(total), key: "total", label: "Total", employees: counted!.n };
    return { from, to, currency: "USD", groups: groupBy === null ? [] : shown, totals };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

function costOf(sum: PayslipAmounts) {
  const employerTaxesCents =
    sum.employerSocialSecurityCents + sum.employerMedicareCents + sum.futaCents + sum.sutaCents;
  const { grossCents, reimbursementCents, netCents } = sum;
  const costCents = grossCents + reimbursementCents + employerTaxesCents;
  return { grossCents, reimbursementCents, employerTaxesCents, netCents, costCents };
}

/** Throws VALIDATION_ERROR for a span that ends before it begins or is longer than five years. */
function refuseSpan(from: string, to: string): void {
  const refuse = (message: string, rule: string) => validationError([{ path: "to", message, rule }]);
  if (to < from) throw refuse("must not be before from", "minimum");
  if (Date.parse(to) - Date.parse(from) > 5 * 366 * 86_400_000)
    throw refuse("must be within five years", "maximum");
}
