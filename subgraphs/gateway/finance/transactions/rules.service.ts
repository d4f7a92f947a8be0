import type { EntityManager } from "@mikro-orm/postgresql";
import { currencyDecimals } from "../../../../src/currency.ts";
import { changeOnce } from "../history/record-change.service.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { validationError } from "../../../../src/errors.ts";
import { newId } from "../../../../src/ids.ts";
import { accountOf } from "../accounts/accounts.service.ts";
import { findRows, insertAll } from "../finance.rows.ts";
import type { EntryRow, RuleCondition, RuleRow } from "../finance-tables.ts";
import type { FinanceContext } from "../finance.context.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { categoriesOf } from "./categories.service.ts";
import { applyRules as ruled, conditionFault } from "./categorisation.ts";
import { payeeIdsOf } from "./payees.service.ts";
import { registerTags } from "./register-tags.service.ts";
import { filterOf } from "./transaction-filter.service.ts";
import type {
  ApplyRulesInput,
  CategorisationRule,
  CategorisationRuleList,
  CreateRuleInput,
} from "./rule.types.ts";
import type { ChangedTransactions } from "./transaction.types.ts";
import { businessRule } from "../../base/gateway.errors.ts";

const maxRules = 500;

/** Adds a rule. Throws VALIDATION_ERROR, NOT_FOUND for a category or account, and BUSINESS_RULE for the 501st. */
export function createRule(ctx: FinanceContext, input: CreateRuleInput): Promise<CategorisationRule> {
  assertConditions(input.conditions);
  return changeOnce(ctx, { operation: "createRule", input }, async (em) => {
    await assertNamed(em, ctx, input);
    const there = await rulesOf(em, ctx);
    if (there.length >= maxRules)
      throw businessRule("too_many_rules", `An account can have at most ${maxRules} rules.`);
    const now = ctx.clock.now().toISOString();
    const row: RuleRow = {
      id: newId("rul"),
      ownerId: ownerOf(ctx),
      conditions: input.conditions.map(({ field, operator, value }) => ({ field, operator, value })),
      actions: input.actions.map(({ set, value }) => ({ set, value })),
      stopOnMatch: input.stopOnMatch ?? false,
      position: input.order ?? Math.min(1_000_000, (there.at(-1)?.position ?? 0) + 1),
      version: 1,
      createdAt: now,
      updatedAt: now,
    };
    await insertAll(em, "finance_rules", [row]);
    return presentRule(row);
  });
}

/** Throws VALIDATION_ERROR for conditions that cannot be evaluated. */
export function assertConditions(conditions: readonly RuleCondition[]): void {
  const faults = conditions.flatMap((condition, index) => {
    const message = conditionFault(condition);
    return message === null ? [] : [{ path: `conditions.${index}`, message, rule: "condition" }];
  });
  if (faults.length > 0) throw validationError(faults);
}

/** Throws NOT_FOUND for a category or account that a rule names and the caller does not have. */
export async function assertNamed(
  em: EntityManager,
  ctx: FinanceContext,
  { conditions, actions }: Pick<RuleRow, "conditions" | "actions">,
): Promise<void> {
  const named = actions.filter(({ set }) => set === "category").map(({ value }) => value);
  await categoriesOf(em, ctx, named);
  for (const { field, value } of conditions) if (field === "account") await accountOf(em, ctx, value);
}

/** The caller's rules in their order. */
export function listRules(ctx: FinanceContext): Promise<CategorisationRuleList> {
  const read = async (em: EntityManager) => ({ rules: (await rulesOf(em, ctx)).map(presentRule) });
  return inTransaction(ctx, read, { readOnly: true });
}

/** Runs the rules over transactions that are there. Reconciled ones, split ones and transfers stay as they are. */
export function applyRules(ctx: FinanceContext, input: ApplyRulesInput): Promise<ChangedTransactions> {
  return changeOnce(ctx, { operation: "applyRules", input }, async (em) => {
    const rules = await rulesOf(em, ctx);
    const { where, values } = await filterOf(em, ctx, {
      from: input.from ?? null,
      to: input.to ?? null,
      uncategorized: (input.onlyUncategorized ?? true) ? true : null,
    });
    const own = `owner_id = $1${where ? ` AND ${where}` : ""}`;
    const rows = await findRows(em, "finance_entries", own, [ownerOf(ctx), ...values]);
    const free = rows.filter(isFree);
    const changes = free.flatMap((row) => {
      const after = ruled(rules, { ...row, decimals: currencyDecimals(row.currency) });
      const isSame =
        after.categoryId === row.categoryId &&
        after.payee === row.payee &&
        after.tags.length === row.tags.length;
      return isSame ? [] : [after];
    });
    const payees = await payeeIdsOf(
      em,
      ctx,
      changes.map(({ payee }) => payee),
    );
    await registerTags(
      em,
      ctx,
      changes.flatMap(({ tags }) => tags),
    );
    const written = changes.map(({ id, categoryId, tags, payee }) => ({
      id,
      category_id: categoryId,
      tags,
      payee_id: payees.get(payee)!,
    }));
    const sql = `UPDATE finance_transactions AS t SET category_id = c.category_id, tags = c.tags, payee_id = c.payee_id,
        version = t.version + 1, updated_at = $2
      FROM jsonb_to_recordset($1::jsonb) AS c (id text, category_id text, tags jsonb, payee_id text) WHERE t.id = c.id`;
    await executeSql(em, sql, [JSON.stringify(written), ctx.clock.now()]);
    return { changed: changes.length, skipped: rows.length - free.length };
  });
}

/** The caller's rules in the order in which they run. */
export function rulesOf(em: EntityManager, ctx: FinanceContext): Promise<RuleRow[]> {
  return findRows(em, "finance_rules", "owner_id = $1 ORDER BY position, id", [ownerOf(ctx)]);
}

function isFree({ status, splits, transferId, tradeId }: EntryRow): boolean {
  return status !== "reconciled" && splits === null && transferId === null && tradeId === null;
}

export function presentRule(row: RuleRow): CategorisationRule {
  const { id, conditions, actions, stopOnMatch, position, version } = row;
  return { id, conditions, actions, stopOnMatch, order: position, version };
}
