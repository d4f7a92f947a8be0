import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { newId } from "../../../../src/ids.ts";
import { toMinor } from "../../../../src/money.ts";
import type { GatewayContext } from "../../base/gateway.context.ts";
import { employeeOf } from "../people/employees.service.ts";
import { findRows, insertAll, updateRow } from "../payroll.rows.ts";
import type { ItemRow } from "../payroll-tables.ts";
import { changeRun, runOf } from "./runs.service.ts";
import type { PayrollItem, UpdatePayrollItemInput } from "./run.types.ts";
import { invalidState } from "../../base/gateway.errors.ts";

/** Updates the item of one employee in a draft. Throws NOT_FOUND, INVALID_STATE and AMOUNT_PRECISION. */
export function updatePayrollItem(ctx: GatewayContext, input: UpdatePayrollItemInput): Promise<PayrollItem> {
  return exactlyOnce(ctx, { operation: "updatePayrollItem", input }, async (em) => {
    const run = await runOf(em, ctx, input.runId, true);
    const employee = await employeeOf(em, ctx, input.employeeId);
    if (run.status !== "draft") throw invalidState("payroll run", run.status, ["draft"]);
    const where = "run_id = $1 AND employee_id = $2";
    const [before] = await findRows(em, "payroll_items", where, [run.id, employee.id]);
    const row: ItemRow = {
      id: before?.id ?? newId("itm"),
      ownerId: run.ownerId,
      runId: run.id,
      employeeId: employee.id,
      hoursHundredths:
        typeof input.hours === "number" ? toMinor(input.hours, 2) : (before?.hoursHundredths ?? null),
      bonusCents: input.bonus ?? before?.bonusCents ?? 0,
      reimbursementCents: input.reimbursements ?? before?.reimbursementCents ?? 0,
      excluded: input.exclude ?? before?.excluded ?? false,
      note: input.note ?? before?.note ?? null,
    };
    const { hoursHundredths, bonusCents, reimbursementCents, excluded, note } = row;
    const changes = { hoursHundredths, bonusCents, reimbursementCents, excluded, note };
    if (before) await updateRow(em, "payroll_items", row.id, changes);
    else await insertAll(em, "payroll_items", [row]);
    await changeRun(em, ctx, run, {});
    return { ...row, hours: hoursHundredths === null ? null : hoursHundredths / 100 };
  });
}
