import type { EntityManager } from "@mikro-orm/postgresql";
import { inTransaction } from "../../../../src/db/transaction.ts";
import type { GatewayContext } from "../../base/gateway.context.ts";
import { findRows } from "../payroll.rows.ts";
import type { PayslipAmounts, PayslipRow, RunRow } from "../payroll-tables.ts";
import { calculateRun } from "./calculate-run.service.ts";
import { inForce } from "./payslips-in-force.ts";
import { runOf } from "./runs.service.ts";
import type { ComparePayrollRunsArgs, PayrollComparison, PayrollDifference } from "./compare.types.ts";

const fields: readonly (readonly [field: string, name: keyof PayslipAmounts])[] = [
  ["gross", "grossCents"],
  ["reimbursements", "reimbursementCents"],
  ["federalIncome", "federalIncomeCents"],
  ["socialSecurity", "socialSecurityCents"],
  ["medicare", "medicareCents"],
  ["additionalMedicare", "additionalMedicareCents"],
  ["stateIncome", "stateCents"],
  ["localIncome", "localCents"],
  ["contributionTotal", "contributionsCents"],
  ["deductionTotal", "deductionsCents"],
  ["employerMatch", "employerMatchCents"],
  ["garnishmentTotal", "garnishmentsCents"],
  ["net", "netCents"],
];
const maxChanges = 5_000;

/**
 * What differs between the payslips of two runs, by employee. A draft is calculated as of now. Throws NOT_FOUND, and the
 * calculation errors of drafts.
 */
export function comparePayrollRuns(
  ctx: GatewayContext,
  { runId, otherRunId }: ComparePayrollRunsArgs,
): Promise<PayrollComparison> {
  const read = async (em: EntityManager) => {
    const after = await payslipsOf(em, ctx, await runOf(em, ctx, runId));
    const before = await payslipsOf(em, ctx, await runOf(em, ctx, otherRunId));
    const ids = [...new Set([...before.keys(), ...after.keys()])].toSorted();
    const all = ids.flatMap((id) => differences(before.get(id) ?? null, after.get(id) ?? null));
    return { changes: all.slice(0, maxChanges), total: all.length };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

async function payslipsOf(
  em: EntityManager,
  ctx: GatewayContext,
  run: RunRow,
): Promise<Map<string, PayslipRow>> {
  const rows =
    run.status === "draft"
      ? (await calculateRun(em, ctx, run)).payslips
      : await findRows(em, "payslips", inForce, [run.id]);
  return new Map(rows.map((row) => [row.employeeId, row]));
}

function differences(before: PayslipRow | null, after: PayslipRow | null): PayrollDifference[] {
  const { employeeId, employeeName } = (after ?? before)!;
  return fields.flatMap(([field, name]) => {
    const [beforeCents, afterCents] = [before?.[name] ?? null, after?.[name] ?? null];
    if (beforeCents === afterCents) return [];
    return [{ employeeId, employeeName, field, beforeCents, afterCents }];
  });
}
