import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { validationError } from "../../../../src/errors.ts";
import { ownerOf, type GatewayContext } from "../../base/gateway.context.ts";
import { payslipAmounts, type PayslipAmounts } from "../payroll-tables.ts";
import { noAmounts } from "../runs/people-to-pay.service.ts";
import { runOf } from "../runs/runs.service.ts";
import { readSettlement } from "./deposits.service.ts";
import { journalOf } from "./journal.ts";
import type * as types from "./reports.types.ts";
import { invalidState } from "../../base/gateway.errors.ts";

/** SQL that sums each payslip amount under its own name. */
const sums = payslipAmounts
  .map((name) => {
    const column = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    return `coalesce(sum(${column}), 0)::float8 AS "${name}"`;
  })
  .join(", ");

/**
 * Double-entry journal of an approved run, reversals included. Throws NOT_FOUND and INVALID_STATE.
 */
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

/**
 * Tax liabilities of a date range, by agency, with due dates and deposits. Throws VALIDATION_ERROR.
 */
export function listLiabilities(
  ctx: GatewayContext,
  { from, to, agency = null, status = null }: types.LiabilitiesArgs,
): Promise<types.TaxLiabilities> {
  refuseSpan(from, to);
  const today = ctx.clock.now().toISOString().slice(0, 10);
  const read = async (em: EntityManager) => {
    const [first, last] = [from, to].map((date) => Number(date.slice(0, 4)));
    const settlement = await readSettlement(em, ctx, { from: first!, to: last!, today });
    const isWanted = (one: { agency: string }) => agency === null || one.agency === agency;
    const touching = settlement.liabilities.filter(
      (one) => one.periodEnd >= from && one.periodStart <= to && isWanted(one),
    );
    const liabilities = touching.filter((one) => status === null || one.status === status);
    const sum = (amounts: readonly number[]) => amounts.reduce((total, cents) => total + cents, 0);
    return {
      liabilities,
      totalCents: sum(liabilities.map(({ amountCents }) => amountCents)),
      openCents: sum(liabilities.map(({ openCents }) => Math.max(openCents, 0))),
      creditCents: sum(settlement.credits.filter(isWanted).map(({ amountCents }) => amountCents)),
      currency: "USD",
    };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

const groups = {
  department: { key: "coalesce(department, '')", label: "coalesce(min(department), 'No department')" },
  employee: { key: "employee_id", label: "min(employee_name)" },
  month: { key: "to_char(pay_date, 'YYYY-MM')", label: "to_char(min(pay_date), 'YYYY-MM')" },
} as const;

/**
 * Payroll cost of a date range by pay date: totals, and groups by department, employee or month. Throws
 * VALIDATION_ERROR.
 */
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
  const { grossCents, reimbursementCents, netCents, employerMatchCents } = sum;
  const costCents = grossCents + reimbursementCents + employerTaxesCents + employerMatchCents;
  return { grossCents, reimbursementCents, employerTaxesCents, employerMatchCents, netCents, costCents };
}

/** Throws VALIDATION_ERROR for a range that ends before it begins or is longer than five years. */
function refuseSpan(from: string, to: string): void {
  const refuse = (message: string, rule: string) => validationError([{ path: "to", message, rule }]);
  if (to < from) throw refuse("must not be before from", "minimum");
  if (Date.parse(to) - Date.parse(from) > 5 * 366 * 86_400_000)
    throw refuse("must be at most five years after from", "maximum");
}
