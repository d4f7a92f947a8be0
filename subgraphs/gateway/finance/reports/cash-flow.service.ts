import type { EntityManager } from "@mikro-orm/postgresql";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { toShown } from "../amounts.ts";
import { badInput } from "../finance.errors.ts";
import { converterOf } from "../accounts/rates.service.ts";
import type { FinanceContext } from "../finance.context.ts";
import { flowByCategory, flowByPeriod, flowOf, percentOf } from "./cash-flow.ts";
import type * as types from "./cash-flow.types.ts";
import { categoryNames, flowPartsOf } from "./flow-parts.service.ts";

const longestDays = 3_660;

/** What came in and went out from a day to another. Throws VALIDATION_ERROR, and BUSINESS_RULE for a missing rate. */
export function analyzeCashflow(ctx: FinanceContext, args: types.CashflowArgs): Promise<types.Cashflow> {
  assertPeriod(args);
  const { from, to } = args;
  const read = async (em: EntityManager) => {
    const converter = await converterOf(em, ctx);
    const { currency } = converter;
    const shown = (minor: number) => toShown(minor, currency);
    const parts = await flowPartsOf(em, ctx, { from, to, span: args.groupBy }, converter);
    const flow = flowOf(parts);
    const categories = flowByCategory(parts);
    const names = await categoryNames(
      em,
      categories.map(({ categoryId }) => categoryId),
    );
    const inMajor = ({ inflow, outflow, net }: typeof flow) => ({
      inflow: shown(inflow),
      outflow: shown(outflow),
      net: shown(net),
    });
    return {
      from,
      to,
      currency,
      ...inMajor(flow),
      savingsRate: percentOf(flow.net, flow.inflow),
      byCategory: categories.map((one) => ({
        ...one,
        name: names.get(one.categoryId)!,
        amount: shown(one.amount),
      })),
      trend: flowByPeriod(parts, args).map((period) => ({ ...period, ...inMajor(period) })),
    };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** Spending of a time by category, refunds taken off. Throws as `analyzeCashflow`. */
export function readSpendingByCategory(
  ctx: FinanceContext,
  args: types.SpendingArgs,
): Promise<types.SpendingByCategory> {
  assertPeriod(args);
  const read = async (em: EntityManager) => {
    const converter = await converterOf(em, ctx);
    const { currency } = converter;
    const parts = await flowPartsOf(
      em,
      ctx,
      { from: args.from, to: args.to, accountIds: args.accountIds ?? null, span: "whole" },
      converter,
    );
    const spending = flowByCategory(parts).filter(({ kind }) => kind === "expense");
    const total = spending.reduce((sum, { amount }) => sum + amount, 0);
    const names = await categoryNames(
      em,
      spending.map(({ categoryId }) => categoryId),
    );
    return {
      currency,
      total: toShown(total, currency),
      categories: spending.map(({ categoryId, amount }) => ({
        categoryId,
        name: names.get(categoryId)!,
        amount: toShown(amount, currency),
        percent: percentOf(amount, total),
      })),
    };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** Throws VALIDATION_ERROR for a period that ends before it begins, or is longer than ten years; `path` names its end. */
export function assertPeriod({ from, to }: types.PeriodArgs, path = "to"): void {
  if (to < from) throw badInput(path, "must be on or after from", "minimum");
  if ((Date.parse(to) - Date.parse(from)) / 86_400_000 > longestDays)
    throw badInput(path, "must be at most 10 years after from", "maximum");
}
