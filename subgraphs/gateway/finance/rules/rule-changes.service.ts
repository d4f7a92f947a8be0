import type { EntityManager } from "@mikro-orm/postgresql";
import { changeOnce } from "../history/record-change.service.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { notFound, versionConflict } from "../../base/gateway.errors.ts";
import type { FinanceContext } from "../finance.context.ts";
import { findOwn, updateRow } from "../finance.rows.ts";
import type { RuleRow } from "../finance-tables.ts";
import type { CategorisationRule } from "../transactions/rule.types.ts";
import { assertConditions, assertNamed, presentRule } from "../transactions/rules.service.ts";
import type { DeletedRule, DeleteRuleInput, UpdateRuleInput } from "./rule-changes.types.ts";

/**
 * Changes a rule for transactions to come; `applyRules` runs it on those that exist. Throws NOT_FOUND, also for a category
 * or account, VALIDATION_ERROR and VERSION_CONFLICT.
 */
export function updateRule(ctx: FinanceContext, input: UpdateRuleInput): Promise<CategorisationRule> {
  assertConditions(input.conditions ?? []);
  return changeOnce(ctx, { operation: "updateRule", input }, async (em) => {
    const before = await lockRule(em, ctx, input.ruleId);
    const { version } = input;
    if (typeof version === "number" && version !== before.version) throw versionConflict(before.version);
    await assertNamed(em, ctx, { conditions: input.conditions ?? [], actions: input.actions ?? [] });
    const after = {
      conditions:
        input.conditions?.map(({ field, operator, value }) => ({ field, operator, value })) ??
        before.conditions,
      actions: input.actions?.map(({ set, value }) => ({ set, value })) ?? before.actions,
      stopOnMatch: input.stopOnMatch ?? before.stopOnMatch,
      position: input.order ?? before.position,
      version: before.version + 1,
      updatedAt: ctx.clock.now().toISOString(),
    };
    await updateRow(em, "finance_rules", before.id, after);
    return presentRule({ ...before, ...after });
  });
}

/** Deletes a rule; what it has set stays. Throws NOT_FOUND. */
export function deleteRule(ctx: FinanceContext, input: DeleteRuleInput): Promise<DeletedRule> {
  return changeOnce(ctx, { operation: "deleteRule", input }, async (em) => {
    const { id } = await lockRule(em, ctx, input.ruleId);
    await executeSql(em, "DELETE FROM finance_rules WHERE id = $1", [id]);
    return { deleted: true as const };
  });
}

async function lockRule(em: EntityManager, ctx: FinanceContext, id: string): Promise<RuleRow> {
  const row = await findOwn(em, "finance_rules", { ownerId: ownerOf(ctx), id, lock: true });
  if (!row) throw notFound("rule");
  return row;
}
