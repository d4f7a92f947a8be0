import { exactlyOnce } from "../../../src/db/idempotency.ts";
import { readShared } from "../../../src/db/read-rows.ts";
import { executeSql } from "../../../src/db/sql.ts";
import { validationError } from "../../../src/errors.ts";
import { requireRegisteredApp } from "../apps/apps.service.ts";
import type { HubContext } from "../hub.context.ts";
import type { OperationCost, OperationCostList, SetOperationCostInput } from "./credit-prices.types.ts";

const selected = `SELECT operation, cost::float8 AS cost, unit, description, enabled FROM operation_costs`;

/** The prices of all operations; they are the same in every app. Throws APP_NOT_FOUND. */
export async function listOperationCosts(ctx: HubContext, appId: string | null): Promise<OperationCostList> {
  if (appId !== null) await requireRegisteredApp(ctx, appId);
  const costs = await readShared<OperationCost>(ctx.sharedEm ?? ctx.em, {
    sql: `${selected} ORDER BY operation`,
    parameters: [],
  });
  return { costs, total: costs.length };
}

/**
 * Sets the price of an operation for all uses from now on; credits that are on hold keep the price of their hold. An
 * operation without a price needs all fields. Idempotent.
 */
export function setOperationCost(ctx: HubContext, input: SetOperationCostInput): Promise<OperationCost> {
  return exactlyOnce(ctx, { operation: "setOperationCost", input }, async (em) => {
    const sql = `${selected} WHERE operation = $1 FOR UPDATE`;
    const [before] = await executeSql<OperationCost>(em, sql, [input.operation]);
    if (!before) requireAll(input);
    const after: OperationCost = {
      operation: input.operation,
      cost: input.cost ?? before!.cost,
      unit: input.unit ?? before!.unit,
      description: input.description ?? before!.description,
      enabled: input.enabled ?? before?.enabled ?? true,
    };
    await executeSql(
      em,
      `INSERT INTO operation_costs (operation, cost, unit, description, enabled) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (operation) DO UPDATE SET cost = $2, unit = $3, description = $4, enabled = $5`,
      [after.operation, after.cost, after.unit, after.description, after.enabled],
    );
    if (before) ctx.noteChange?.({ before, after });
    return after;
  });
}

function requireAll(input: SetOperationCostInput): void {
  const faults = (["cost", "unit", "description"] as const)
    .filter((name) => (input[name] ?? null) === null)
    .map((path) => ({ path, message: "is required for a new operation", rule: "required" }));
  if (faults.length > 0) throw validationError(faults);
}
