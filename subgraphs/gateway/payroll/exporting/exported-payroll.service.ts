import type { EntityManager } from "@mikro-orm/postgresql";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { validationError } from "../../../../src/errors.ts";
import { ownerOf, type GatewayContext } from "../../base/gateway.context.ts";
import { invalidState } from "../../base/gateway.errors.ts";
import { findRows } from "../payroll.rows.ts";
import type { EmployeeRow, PayslipRow } from "../payroll-tables.ts";
import { runOf } from "../runs/runs.service.ts";
import { settingsOf } from "../schedules/settings.service.ts";
import { exportedEmployee } from "./exported-employee.ts";
import type { ExportedPayrollInput } from "./exported-payroll.types.ts";

/** Rows that an export takes. */
const maxPayslips = 50_000;

/**
 * Payslips of a run, or by pay date, as `payrollData` of the export, reversals included. Throws NOT_FOUND, INVALID_STATE
 * for a run without payslips, and VALIDATION_ERROR for more payslips than a file takes.
 */
export function readExportedPayroll(
  ctx: GatewayContext,
  input: ExportedPayrollInput,
): Promise<Record<string, unknown>> {
  const read = async (em: EntityManager) => {
    const ownerId = ownerOf(ctx);
    const { payPeriod, payslips } = await payslipsOf(em, ctx, input);
    const ids = [...new Set(payslips.map(({ employeeId }) => employeeId))];
    const people = await findRows(em, "payroll_employees", "id = ANY ($1)", [ids]);
    const byId = new Map(people.map((person): [string, EmployeeRow] => [person.id, person]));
    const { legalName, ein } = await settingsOf(em, ownerId);
    return {
      ...(legalName === null ? {} : { company: { name: legalName, ...(ein === null ? {} : { ein }) } }),
      payPeriod,
      currency: "USD",
      employees: payslips.map((payslip) => exportedEmployee(payslip, byId.get(payslip.employeeId)!)),
    };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

async function payslipsOf(
  em: EntityManager,
  ctx: GatewayContext,
  { runId, from, to }: ExportedPayrollInput,
): Promise<{ payPeriod: Record<string, string>; payslips: PayslipRow[] }> {
  const sorted = `ORDER BY pay_date, created_at, id LIMIT ${maxPayslips + 1}`;
  if (runId) {
    const { periodStart, periodEnd, payDate, status } = await runOf(em, ctx, runId);
    if (status === "draft") throw invalidState("payroll run", status, ["pending", "processing", "paid"]);
    const payPeriod = { startDate: periodStart, endDate: periodEnd, payDate };
    return { payPeriod, payslips: await findRows(em, "payslips", `run_id = $1 ${sorted}`, [runId]) };
  }
  const where = `owner_id = $1 AND pay_date BETWEEN $2 AND $3 ${sorted}`;
  const payslips = await findRows(em, "payslips", where, [ownerOf(ctx), from, to]);
  if (payslips.length > maxPayslips)
    throw validationError([
      { path: "to", message: `must end a span of at most ${maxPayslips} payslips`, rule: "maximum" },
    ]);
  return { payPeriod: { startDate: from!, endDate: to! }, payslips };
}
