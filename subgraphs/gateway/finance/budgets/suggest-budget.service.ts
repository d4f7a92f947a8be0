import type { EntityManager } from "@mikro-orm/postgresql";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { daysOf } from "../../base/account-days.service.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { toShown } from "../amounts.ts";
import type { FinanceContext } from "../finance.context.ts";
import { findRows } from "../finance.rows.ts";
import { firstDaysOf, flowGroupsOf, type FlowGroup } from "../insight/flow-groups.rows.ts";
import { addMonths, daysOfMonth, monthsOf } from "../months.ts";
import type * as types from "./budget-changes.types.ts";
import { suggestedAmount, type SuggestionMethod } from "./budget-suggestions.ts";

/**
 * Amounts for active spending categories, from the complete months before the current one: no month before the first
 * transaction counts. Transfers and trades are left out, and each currency is separate.
 */
export function suggestBudget(
  ctx: FinanceContext,
  { months, method }: types.BudgetSuggestionsArgs,
): Promise<types.BudgetSuggestions> {
  const read = async (em: EntityManager) => {
    const ownerId = ownerOf(ctx);
    const { today } = await daysOf(em, ctx);
    const last = addMonths(today.slice(0, 7), -1);
    const firstDays = await firstDaysOf(em, ownerId);
    const begun = [...firstDays.values()].sort()[0]?.slice(0, 7);
    if (begun === undefined || begun > last)
      return { method, fromMonth: null, toMonth: null, suggestions: [] };
    const wanted = addMonths(last, 1 - months);
    const first = wanted > begun ? wanted : begun;
    const span = { from: daysOfMonth(first).from, to: daysOfMonth(last).to };
    const groups = await flowGroupsOf(em, { ownerId, ...span, by: "categoryAndMonth", kind: "expense" });
    const active = "owner_id = $1 AND kind = 'expense' AND status = 'active'";
    const names = new Map(
      (await findRows(em, "finance_categories", active, [ownerId])).map(({ id, name }) => [id, name]),
    );
    const countOf = (currency: string) => {
      const from = firstDays.get(currency)!.slice(0, 7);
      return monthsOf(from > first ? from : first, last).length;
    };
    const suggestions = suggestionsOf(groups, method, countOf).flatMap((one) => {
      const name = names.get(one.categoryId);
      return name === undefined ? [] : [{ ...one, name, amount: toShown(one.amount, one.currency) }];
    });
    return { method, fromMonth: first, toMonth: last, suggestions };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

function suggestionsOf(
  groups: readonly FlowGroup[],
  method: SuggestionMethod,
  countOf: (currency: string) => number,
) {
  const known = groups.filter(({ key }) => key !== null);
  const byCategory = Map.groupBy(known, ({ key, currency }) => `${key!.split(" ")[0]} ${currency}`);
  return [...byCategory.values()]
    .map((months) => {
      const { key, currency } = months[0]!;
      const spent = months.map(({ amount }) => amount);
      return {
        categoryId: key!.split(" ")[0]!,
        currency,
        amount: suggestedAmount(spent, countOf(currency), method),
        transactionCount: months.reduce((sum, { transactionCount }) => sum + transactionCount, 0),
      };
    })
    .filter(({ amount }) => amount > 0)
    .sort((a, b) => (a.currency === b.currency ? b.amount - a.amount : a.currency < b.currency ? -1 : 1));
}
