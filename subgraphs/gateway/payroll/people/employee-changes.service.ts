import type { EntityManager } from "@mikro-orm/postgresql";
import { plainRows } from "../../../../src/db/rows.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import type { GatewayContext } from "../../base/gateway.context.ts";
import type { EmployeeChangePage, EmployeeChangesArgs } from "./employee-changes.types.ts";
import { employeeOf } from "./employees.service.ts";

interface AuditRow {
  id: string;
  at: string;
  action: string;
  actorType: string;
  actorId: string;
  changes: Record<string, unknown> | null;
}

const { pageRows } = plainRows<{ audit_log: AuditRow }>();

/** Changes to an employee's data that succeeded, newest first. Throws NOT_FOUND and INVALID_CURSOR. */
export function listEmployeeChanges(
  ctx: GatewayContext,
  { employeeId, limit, after }: EmployeeChangesArgs,
): Promise<EmployeeChangePage> {
  const read = async (em: EntityManager) => {
    await employeeOf(em, ctx, employeeId);
    const { rows, ...page } = await pageRows(em, ctx, "audit_log", {
      where: `outcome = 'ok' AND (target_id = $2 OR changes ->> 'employeeId' = $2
        OR changes -> 'input' ->> 'employeeId' = $2)`,
      values: [employeeId],
      list: ["employee changes", employeeId],
      limit,
      after,
      newestBy: ["at", "at"],
    });
    const changes = rows.map(({ id, at, action, actorType, actorId, changes: given }) => {
      const input = (given?.["input"] ?? given ?? {}) as Record<string, unknown>;
      const fields = Object.keys(input).filter((name) => name !== "employeeId" && name !== "version");
      return { id, at, action, actorType, actorId, fields };
    });
    return { changes, ...page };
  };
  return inTransaction(ctx, read, { readOnly: true });
}
