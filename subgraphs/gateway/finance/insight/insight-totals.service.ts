import type { EntityManager } from "@mikro-orm/postgresql";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { multiplyHalfUp } from "../../../../src/money.ts";
import { daysOf } from "../../base/account-days.service.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { liquidKinds } from "../accounts/account-kinds.ts";
import { toShown } from "../amounts.ts";
import type { FinanceContext } from "../finance.context.ts";
import { addMonths, daysOfMonth, monthsOf } from "../months.ts";
import { assertPeriod } from "../reports/cash-flow.service.ts";
import { percentOf } from "../reports/cash-flow.ts";
import { balancesByCurrency, firstDaysOf, flowGroupsOf, type FlowGroup } from "./flow-groups.rows.ts";
import type * as types from "./insight-totals.types.ts";

/** Share of income of a period that was not spent, by currency. Throws VALIDATION_ERROR for the period. */
export function readSavingsRate(
  ctx: FinanceContext,
  { from, to }: { from: string; to: string },
): Promise<types.SavingsRate> {
  assertPeriod({ from, to });
  const read = async (em: EntityManager) => {
    const totals = await flowGroupsOf(em, { ownerId: ownerOf(ctx), from, to, by: "total" });
    const byCurrency = Map.groupBy(totals, ({ currency }) => currency);
    return { from, to, totals: [...byCurrency].map(([currency, group]) => savingsOf(currency, group)) };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

function savingsOf(currency: string, totals: readonly FlowGroup[]): types.SavingsTotal {
  const of = (wanted: FlowGroup["kind"]) => totals.find(({ kind }) => kind === wanted)?.amount ?? 0;
  const [income, spent] = [of("income"), of("expense")];
  return {
    currency,
    income: toShown(income, currency),
    spent: toShown(spent, currency),
    saved: toShown(income - spent, currency),
    rate: percentOf(income - spent, income),
  };
}

/** How long balances of today last at the average spending of complete months, by currency. */
export function readRunway(ctx: FinanceContext, { months }: types.RunwayArgs): Promise<types.Runway> {
  const read = async (em: EntityManager) => {
    const ownerId = ownerOf(ctx);
    const { today } = await daysOf(em, ctx);
    const last = addMonths(today.slice(0, 7), -1);
    const first = addMonths(last, 1 - months);
    const span = { from: daysOfMonth(first).from, to: daysOfMonth(last).to };
    const spent = await flowGroupsOf(em, { ownerId, ...span, by: "total", kind: "expense" });
    const liquid = await balancesByCurrency(em, ownerId, { day: today, openKinds: liquidKinds });
    const begun = await firstDaysOf(em, ownerId);
    const currencies = new Set([...liquid.keys(), ...spent.map(({ currency }) => currency)]);
    const totals = [...currencies].sort().map((currency) => {
      const began = begun.get(currency)?.slice(0, 7) ?? "9999-12";
      const monthsUsed = monthsOf(began > first ? began : first, last).length;
      const amount = spent.find((one) => one.currency === currency)?.amount ?? 0;
      return runwayOf({ currency, liquid: liquid.get(currency) ?? 0, spent: amount, monthsUsed });
    });
    return { asOf: today, totals };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

function runwayOf({
  currency,
  liquid,
  spent,
  monthsUsed,
}: {
  currency: string;
  liquid: number;
  spent: number;
  monthsUsed: number;
}): types.RunwayTotal {
  const burn = monthsUsed === 0 ? 0 : multiplyHalfUp(spent, 1, monthsUsed);
  // A balance below zero lasts no time.
  const months = burn > 0 ? multiplyHalfUp(Math.max(0, liquid), 10, burn) / 10 : null;
  return {
    currency,
    liquid: toShown(liquid, currency),
    monthlyBurn: toShown(burn, currency),
    months,
    monthsUsed,
  };
}
