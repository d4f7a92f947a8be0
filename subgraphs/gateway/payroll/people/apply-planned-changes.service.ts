import { asSystem } from "../../../../src/db/transaction.ts";
import type { GatewayContext } from "../../base/gateway.context.ts";
import { findRows, updateRow } from "../payroll.rows.ts";
import { employeeAsOf } from "./planned-changes.ts";

const batch = 1_000;

/** Writes planned changes whose day has come to their employees. Idempotent. Returns the number of employees changed. */
export function applyPlannedChanges(ctx: GatewayContext): Promise<number> {
  const now = ctx.clock.now();
  const today = now.toISOString().slice(0, 10);
  return asSystem(ctx.em, async (em) => {
    const due = `planned_changes <> '[]' AND planned_changes -> 0 ->> 'effectiveDate' <= $1
      ORDER BY id LIMIT ${batch} FOR UPDATE SKIP LOCKED`;
    const rows = await findRows(em, "payroll_employees", due, [today]);
    for (const row of rows) {
      const { firstName, lastName, workState, residenceState, department, status, address, plannedChanges } =
        employeeAsOf(row, today);
      await updateRow(em, "payroll_employees", row.id, {
        firstName,
        lastName,
        workState,
        residenceState,
        department,
        status,
        address,
        plannedChanges,
        version: row.version + 1,
        updatedAt: now.toISOString(),
      });
    }
    return rows.length;
  });
}
