import type { EntityManager } from "@mikro-orm/postgresql";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { daysOf } from "../../base/account-days.service.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { toShown } from "../amounts.ts";
import { dueDates } from "../bills/bill-terms.ts";
import { pastTermsOf } from "../bills/bills.service.ts";
import type { FinanceContext } from "../finance.context.ts";
import { findRows } from "../finance.rows.ts";
import type { CategoryKind } from "../finance-tables.ts";
import { addMonths, daysOfMonth } from "../months.ts";
import { percentOf } from "../reports/cash-flow.ts";
import type * as types from "./financial-summary.types.ts";
import { balancesByCurrency, flowGroupsOf, type FlowGroup } from "./flow-groups.rows.ts";
import { namesOf, topMerchantsOf } from "./insight.service.ts";
import type { MerchantSpending } from "./insight.types.ts";
import { unusualOf } from "./unusual-spending.service.ts";

const maxTop = 5;

interface Span {
  from: string;
  to: string;
}

/** A month of the caller's finances: figures by currency with their transactions, bills and unusual spending. */
export function readFinancialSummary(
  ctx: FinanceContext,
  { month }: types.FinancialSummaryArgs,
): Promise<types.FinancialSummary> {
  const read = async (em: EntityManager) => {
    const { today } = await daysOf(em, ctx);
    const span = daysOfMonth(month);
    const asOf = span.to < today ? span.to : today;
    const unusual = await unusualOf(em, ctx, { ...span, sensitivity: "medium" });
    return {
      month,
      asOf,
      isPartial: span.to >= today,
      currencies: await currenciesOf(em, ctx, month, asOf),
      bills: await billsOf(em, ctx, span),
      unusual: unusual.slice(0, maxTop),
    };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

async function currenciesOf(
  em: EntityManager,
  ctx: FinanceContext,
  month: string,
  asOf: string,
): Promise<types.CurrencySummary[]> {
  const ownerId = ownerOf(ctx);
  const span = daysOfMonth(month);
  const before = daysOfMonth(addMonths(month, -1));
  const totals = await flowGroupsOf(em, { ownerId, ...span, by: "total" });
  const previous = await flowGroupsOf(em, { ownerId, ...before, by: "total", kind: "expense" });
  const spent = { ownerId, ...span, by: "category", kind: "expense", largest: maxTop } as const;
  const categories = (await flowGroupsOf(em, spent)).filter(({ amount }) => amount > 0);
  const names = await namesOf(em, "category", categories);
  const merchants = await topMerchantsOf(em, ctx, { ...span, limit: maxTop });
  const balances = await balancesByCurrency(em, ownerId, { day: asOf });
  const currencies = new Set([
    ...balances.keys(),
    ...[...totals, ...previous].map(({ currency }) => currency),
  ]);
  return [...currencies].sort().map((currency) => {
    const own = <One extends { currency: string }>(all: readonly One[]) =>
      all.filter((one) => one.currency === currency);
    return summaryOf({
      currency,
      totals: own(totals),
      previous: own(previous)[0],
      balance: balances.get(currency) ?? 0,
      categories: own(categories),
      names,
      merchants: own(merchants),
    });
  });
}

interface SummaryFacts {
  currency: string;
  totals: readonly FlowGroup[];
  previous: FlowGroup | undefined;
  balance: number;
  categories: readonly FlowGroup[];
  names: ReadonlyMap<string | null, string>;
  merchants: MerchantSpending[];
}

function summaryOf(facts: SummaryFacts): types.CurrencySummary {
  const { currency, totals, previous, names } = facts;
  const of = (wanted: CategoryKind) => totals.find(({ kind }) => kind === wanted);
  const [income, spent] = [of("income")?.amount ?? 0, of("expense")?.amount ?? 0];
  const spentBefore = previous?.amount ?? 0;
  return {
    currency,
    income: figureOf(of("income"), currency),
    spending: figureOf(of("expense"), currency),
    saved: toShown(income - spent, currency),
    savingsRate: percentOf(income - spent, income),
    previousSpending: figureOf(previous, currency),
    spendingChange: percentOf(spent - spentBefore, spentBefore),
    balance: toShown(facts.balance, currency),
    topCategories: facts.categories.map(({ key, amount, transactionCount, transactionIds }) => ({
      categoryId: key,
      name: names.get(key)!,
      amount: toShown(amount, currency),
      percent: percentOf(amount, spent),
      transactionCount,
      transactionIds,
    })),
    topMerchants: facts.merchants,
  };
}

function figureOf(group: FlowGroup | undefined, currency: string): types.SummaryFigure {
  const { amount = 0, transactionCount = 0, transactionIds = [] } = group ?? {};
  return { amount: toShown(amount, currency), transactionCount, transactionIds };
}

async function billsOf(em: EntityManager, ctx: FinanceContext, span: Span): Promise<types.BillsSummary> {
  const ownerId = ownerOf(ctx);
  const within = "owner_id = $1 AND date BETWEEN $2 AND $3 ORDER BY date, bill_id";
  const settled = await findRows(em, "finance_bill_occurrences", within, [ownerId, span.from, span.to]);
  const bills = await findRows(em, "finance_bills", "owner_id = $1 AND status = 'active'", [ownerId]);
  const past = Map.groupBy(await pastTermsOf(em, bills), ({ billId }) => billId);
  const isSettled = new Set(settled.map(({ billId, date }) => `${billId} ${date}`));
  const due = bills.flatMap((bill) =>
    dueDates(bill, past.get(bill.id) ?? [], span).filter(({ date }) => !isSettled.has(`${bill.id} ${date}`)),
  );
  const paid = settled.filter(({ status }) => status === "paid");
  return {
    paid: paid.length,
    skipped: settled.length - paid.length,
    unpaid: due.length,
    transactionIds: paid.map(({ transactionId }) => transactionId).filter((id) => id !== null),
  };
}
