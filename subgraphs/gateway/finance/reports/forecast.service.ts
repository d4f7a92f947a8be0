import type { EntityManager } from "@mikro-orm/postgresql";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { addDays } from "../../../../src/time/local-date.ts";
import { liquidKinds } from "../accounts/account-kinds.ts";
import { toShown } from "../amounts.ts";
import { converterOf } from "../accounts/rates.service.ts";
import { dueBillsOf } from "../bills/upcoming-bills.service.ts";
import type { FinanceContext } from "../finance.context.ts";
import { daysOf } from "../../base/account-days.service.ts";
import { forecast } from "./forecast.ts";
import type { CashflowForecast, ForecastArgs } from "./forecast.types.ts";
import { flowPartsOf } from "./flow-parts.service.ts";
import { netWorthOn } from "./net-worth.ts";
import { worthAccountsOf } from "./worth-accounts.service.ts";

const averageDays = 90;

/**
 * What open cash, checking and savings accounts will have: bills that are due, and what else came in and went out at the
 * pace of the last 90 days. Payees of bills do not count to that pace. Throws BUSINESS_RULE for a missing exchange rate.
 */
export function forecastCashflow(
  ctx: FinanceContext,
  { days, accountIds }: ForecastArgs,
): Promise<CashflowForecast> {
  const read = async (em: EntityManager) => {
    const { today } = await daysOf(em, ctx);
    const converter = await converterOf(em, ctx);
    const accounts = await worthAccountsOf(
      em,
      ctx,
      today,
      ({ id, kind, status }) =>
        liquidKinds.includes(kind) && status === "open" && (accountIds?.includes(id) ?? true),
    );
    const ids = accounts.map(({ id }) => id);
    const [now] = netWorthOn(accounts, [today], converter.convert);
    const due = (await dueBillsOf(em, ctx, { today, to: addDays(today, days) })).filter(({ account }) =>
      ids.includes(account.id),
    );
    const parts = await flowPartsOf(
      em,
      ctx,
      {
        from: addDays(today, 1 - averageDays),
        to: today,
        accountIds: ids,
        exceptPayeeIds: due.map(({ bill }) => bill.payeeId),
      },
      converter,
    );
    const found = forecast({
      today,
      days,
      balance: now!.assets,
      items: due.map(({ payee, bill, account, date }) => ({
        date,
        label: payee,
        amount: -converter.convert(bill.amountMax, account.currency, today),
      })),
      otherFlow: parts.reduce((sum, { amount }) => sum + amount, 0),
      averageDays,
    });
    const lowest = found.reduce((low, day) => (day.balance < low.balance ? day : low));
    const shown = (minor: number) => toShown(minor, converter.currency);
    return {
      currency: converter.currency,
      startBalance: shown(now!.assets),
      lowestBalance: shown(lowest.balance),
      lowestOn: lowest.date,
      days: found.map(({ balance, items, ...day }) => ({
        ...day,
        balance: shown(balance),
        items: items.map((item) => ({ ...item, amount: shown(item.amount) })),
      })),
    };
  };
  return inTransaction(ctx, read, { readOnly: true });
}
