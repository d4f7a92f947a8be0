import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { toShown } from "../amounts.ts";
import { badInput } from "../finance.errors.ts";
import { converterOf, type Converter } from "../accounts/rates.service.ts";
import type { PerformanceArgs, PortfolioPerformance } from "../investments/investment.types.ts";
import { timeWeightedReturn, xirr } from "../investments/returns.ts";
import type { FinanceContext } from "../finance.context.ts";
import { accountValues, type WorthAccount } from "./net-worth.ts";
import { worthAccountsOf } from "./worth-accounts.service.ts";

/**
 * How investment accounts did, cash included. Transfers and opening balances are put in or taken out; all else that is not
 * the cash of a purchase or sale is income. Throws VALIDATION_ERROR, and BUSINESS_RULE where an exchange rate is missing.
 */
export function readPortfolioPerformance(
  ctx: FinanceContext,
  { from, to, accountId }: PerformanceArgs,
): Promise<PortfolioPerformance> {
  if (to <= from) throw badInput("to", "must be after from", "minimum");
  const read = async (em: EntityManager) => {
    const isWanted = ({ id, kind }: { id: string; kind: string }) =>
      kind === "investment" && (!accountId || id === accountId);
    const accounts = await worthAccountsOf(em, ctx, to, isWanted);
    const converter = await converterOf(em, ctx, accounts[0]?.currency);
    const flows = await flowsOf(em, accounts, { from, to }, converter);
    return present(accounts, flows, { from, to }, converter);
  };
  return inTransaction(ctx, read, { readOnly: true });
}

interface Flow {
  date: string;
  /** Put in positive. */
  contribution: number;
  income: number;
}

async function flowsOf(
  em: EntityManager,
  accounts: readonly WorthAccount[],
  { from, to }: { from: string; to: string },
  { convert }: Converter,
): Promise<Flow[]> {
  const sql = `SELECT t.date::text, a.currency,
      coalesce(sum(t.amount) FILTER (WHERE t.transfer_id IS NOT NULL), 0)::float8 AS contribution,
      coalesce(sum(t.amount) FILTER (WHERE t.transfer_id IS NULL AND (t.trade_id IS NULL OR d.side = 'dividend'
        OR (d.side = 'reinvestment' AND t.amount > 0))), 0)::float8 AS income
    FROM finance_transactions AS t JOIN finance_accounts AS a ON a.id = t.account_id
    LEFT JOIN finance_trades AS d ON d.id = t.trade_id
    WHERE t.account_id = ANY ($1) AND t.date > $2 AND t.date <= $3 GROUP BY t.date, a.currency ORDER BY t.date`;
  const ids = accounts.map(({ id }) => id);
  const booked = await executeSql<Flow & { currency: string }>(em, sql, [ids, from, to]);
  const opened = accounts
    .filter(({ openedOn }) => openedOn > from && openedOn <= to)
    .map(({ openedOn, openingBalance, currency }) => ({
      date: openedOn,
      contribution: openingBalance,
      income: 0,
      currency,
    }));
  return [...booked, ...opened].map(({ date, contribution, income, currency }) => ({
    date,
    contribution: convert(contribution, currency, date),
    income: convert(income, currency, date),
  }));
}

function present(
  accounts: readonly WorthAccount[],
  flows: readonly Flow[],
  { from, to }: { from: string; to: string },
  { currency, convert }: Converter,
): PortfolioPerformance {
  const flowOn = new Map<string, number>();
  for (const { date, contribution } of flows) flowOn.set(date, (flowOn.get(date) ?? 0) + contribution);
  const dates = [...new Set([from, ...flowOn.keys(), to])].sort();
  const worths = accounts.map((account) => accountValues(account, dates));
  const values = dates.map((date, day) =>
    accounts.reduce((sum, account, index) => sum + convert(worths[index]![day]!, account.currency, date), 0),
  );
  const [startValue, endValue] = [values[0]!, values.at(-1)!];
  const sumOf = (pick: (flow: Flow) => number) => flows.reduce((sum, flow) => sum + pick(flow), 0);
  const netContributions = sumOf(({ contribution }) => contribution);
  const dated = dates.slice(1).map((date) => ({ date, amount: -(flowOn.get(date) ?? 0) }));
  const shown = (minor: number) => toShown(minor, currency);
  return {
    from,
    to,
    currency,
    startValue: shown(startValue),
    endValue: shown(endValue),
    netContributions: shown(netContributions),
    gain: shown(endValue - startValue - netContributions),
    income: shown(sumOf(({ income }) => income)),
    twr: timeWeightedReturn(
      dates.map((date, day) => ({ value: values[day]!, flow: day === 0 ? 0 : (flowOn.get(date) ?? 0) })),
    ),
    xirr: xirr([{ date: from, amount: -startValue }, ...dated, { date: to, amount: endValue }]),
  };
}
