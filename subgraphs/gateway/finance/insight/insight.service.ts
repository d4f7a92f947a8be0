import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { daysOf } from "../../base/account-days.service.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { notFound } from "../../base/gateway.errors.ts";
import { toShown } from "../amounts.ts";
import { averageOf } from "../budgets/budget-suggestions.ts";
import { badInput } from "../finance.errors.ts";
import type { FinanceContext } from "../finance.context.ts";
import { findOwn } from "../finance.rows.ts";
import { addMonths, daysOfMonth, monthsOf } from "../months.ts";
import { assertPeriod } from "../reports/cash-flow.service.ts";
import { percentOf } from "../reports/cash-flow.ts";
import { firstDaysOf, flowGroupsOf, type FlowGroup } from "./flow-groups.rows.ts";
import type * as types from "./insight.types.ts";

/** Rows of a report per currency. */
const maxRows = 100;

/**
 * Spending by month up to the current one, also of one category. Each currency is separate; months before its first
 * transaction are left out. Throws NOT_FOUND, and VALIDATION_ERROR for a category of income.
 */
export function readSpendingTrends(
  ctx: FinanceContext,
  { categoryId = null, months }: types.SpendingTrendsArgs,
): Promise<types.SpendingTrends> {
  const read = async (em: EntityManager) => {
    const ownerId = ownerOf(ctx);
    if (categoryId !== null) {
      const category = await findOwn(em, "finance_categories", { ownerId, id: categoryId });
      if (!category) throw notFound("category");
      if (category.kind !== "expense") throw badInput("categoryId", "must be a spending category", "kind");
    }
    const { today } = await daysOf(em, ctx);
    const current = today.slice(0, 7);
    const first = addMonths(current, 1 - months);
    // Two months more, for the averages.
    const span = { from: daysOfMonth(addMonths(first, -2)).from, to: today };
    const query = { ownerId, ...span, by: "month", kind: "expense", categoryId } as const;
    const byCurrency = Map.groupBy(await flowGroupsOf(em, query), ({ currency }) => currency);
    const begun = await firstDaysOf(em, ownerId);
    const trends = [...byCurrency].flatMap(([currency, groups]) =>
      trendOf(groups, { first, current, begun: begun.get(currency)!.slice(0, 7), currency }),
    );
    return { categoryId, months: trends };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

function trendOf(
  groups: readonly FlowGroup[],
  { first, current, begun, currency }: { first: string; current: string; begun: string; currency: string },
): types.SpendingTrendMonth[] {
  const byMonth = new Map(groups.map((group) => [group.key, group]));
  const spentIn = (month: string) => byMonth.get(month)?.amount ?? 0;
  return monthsOf(first > begun ? first : begun, current).map((month) => {
    const amount = spentIn(month);
    const [before, earlier] = [addMonths(month, -1), addMonths(month, -2)];
    const average = earlier >= begun ? averageOf([amount, spentIn(before), spentIn(earlier)]) : null;
    const { transactionCount = 0, transactionIds = [] } = byMonth.get(month) ?? {};
    return {
      month,
      currency,
      amount: toShown(amount, currency),
      avg3: average === null ? null : toShown(average, currency),
      change: percentOf(amount - spentIn(before), spentIn(before)),
      isPartial: month === current,
      transactionCount,
      transactionIds,
    };
  });
}

/** Income of a period by payer and currency. Throws VALIDATION_ERROR for the period. */
export function readIncomeSummary(
  ctx: FinanceContext,
  { from, to }: { from: string; to: string },
): Promise<types.IncomeSummary> {
  assertPeriod({ from, to });
  const read = async (em: EntityManager) => {
    const query = { ownerId: ownerOf(ctx), from, to, by: "payee", kind: "income", largest: maxRows } as const;
    const groups = await flowGroupsOf(em, query);
    const names = await namesOf(em, "payee", groups);
    const sources = groups.map(({ key, currency, amount, total, transactionCount, transactionIds }) => ({
      payeeId: key!,
      payee: names.get(key)!,
      currency,
      amount: toShown(amount, currency),
      percent: percentOf(amount, total),
      transactionCount,
      transactionIds,
    }));
    return { from, to, sources };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** Payees with the highest spending of a period, by currency. Throws VALIDATION_ERROR for the period. */
export function readTopMerchants(
  ctx: FinanceContext,
  { from, to, limit }: types.TopMerchantsArgs,
): Promise<types.TopMerchants> {
  assertPeriod({ from, to });
  const read = async (em: EntityManager) => {
    const merchants = await topMerchantsOf(em, ctx, { from, to, limit });
    return { from, to, merchants };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

export async function topMerchantsOf(
  em: EntityManager,
  ctx: FinanceContext,
  { from, to, limit }: types.TopMerchantsArgs,
): Promise<types.MerchantSpending[]> {
  const query = { ownerId: ownerOf(ctx), from, to, by: "payee", kind: "expense", largest: limit } as const;
  const groups = (await flowGroupsOf(em, query)).filter(({ amount }) => amount > 0);
  const names = await namesOf(em, "payee", groups);
  return groups.map(({ key, currency, amount, transactionCount, transactionIds }) => ({
    payeeId: key!,
    payee: names.get(key)!,
    currency,
    amount: toShown(amount, currency),
    transactionCount,
    transactionIds,
  }));
}

/** Income and spending of two periods side by side. Throws VALIDATION_ERROR for a period. */
export function comparePeriods(
  ctx: FinanceContext,
  { periodA, periodB, by }: types.ComparePeriodsArgs,
): Promise<types.PeriodComparison> {
  assertPeriod(periodA, "periodA.to");
  assertPeriod(periodB, "periodB.to");
  const read = async (em: EntityManager) => {
    const groupsOf = ({ from, to }: types.ReportPeriodInput) =>
      flowGroupsOf(em, { ownerId: ownerOf(ctx), from, to, by });
    const [a, b] = [await groupsOf(periodA), await groupsOf(periodB)];
    const pairs = differencesOf(a, b);
    const names = await namesOf(em, by, pairs);
    const differences = pairs.map(({ key, kind, currency, a: before, b: after, ...ids }) => ({
      key,
      name: names.get(key)!,
      kind,
      currency,
      a: toShown(before, currency),
      b: toShown(after, currency),
      diff: toShown(after - before, currency),
      diffPercent: percentOf(after - before, before),
      ...ids,
    }));
    return { by, differences };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

interface Pair extends Pick<FlowGroup, "key" | "kind" | "currency"> {
  a: number;
  b: number;
  transactionIdsA: string[];
  transactionIdsB: string[];
}

function differencesOf(a: readonly FlowGroup[], b: readonly FlowGroup[]): Pair[] {
  const idOf = ({ key, kind, currency }: FlowGroup) => `${currency} ${kind} ${key ?? ""}`;
  const [before, after] = [a, b].map((groups) => new Map(groups.map((group) => [idOf(group), group])));
  const all = new Map([...before!, ...after!]);
  const pairs = [...all].map(([id, { key, kind, currency }]) => ({
    key,
    kind,
    currency,
    a: before!.get(id)?.amount ?? 0,
    b: after!.get(id)?.amount ?? 0,
    transactionIdsA: before!.get(id)?.transactionIds ?? [],
    transactionIdsB: after!.get(id)?.transactionIds ?? [],
  }));
  const sizeOf = (pair: Pair) => Math.abs(pair.b - pair.a);
  const byCurrency = Map.groupBy(pairs, ({ currency }) => currency);
  return [...byCurrency]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([, group]) => group.sort((one, other) => sizeOf(other) - sizeOf(one)).slice(0, maxRows));
}

const named = {
  category: "finance_categories",
  payee: "finance_payees",
  account: "finance_accounts",
} as const;

/** Names of categories, payees or accounts by id. */
export async function namesOf(
  em: EntityManager,
  by: types.ComparisonKey,
  groups: readonly { key: string | null }[],
): Promise<Map<string | null, string>> {
  const ids = groups.map(({ key }) => key).filter((key) => key !== null);
  const sql = `SELECT id, name FROM ${named[by]} WHERE id = ANY ($1)`;
  const found = await executeSql<{ id: string; name: string }>(em, sql, [ids]);
  return new Map<string | null, string>([
    ...found.map(({ id, name }) => [id, name] as const),
    [null, "Uncategorized"],
  ]);
}
