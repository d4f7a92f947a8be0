import type { EntityManager } from "@mikro-orm/postgresql";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { seriesOf } from "../accounts/accounts.service.ts";
import { toShown } from "../amounts.ts";
import { converterOf } from "../accounts/rates.service.ts";
import type { FinanceContext } from "../finance.context.ts";
import { daysOf } from "../../base/account-days.service.ts";
import { netWorthOn, type NetWorthOn } from "./net-worth.ts";
import type * as types from "./net-worth.types.ts";
import { worthAccountsOf } from "./worth-accounts.service.ts";

/** Net worth at the end of a day. Throws INVALID_CURRENCY, and BUSINESS_RULE where an exchange rate is missing. */
export function readNetWorth(
  ctx: FinanceContext,
  { asOf, currency }: types.NetWorthArgs,
): Promise<types.NetWorth> {
  const read = async (em: EntityManager) => {
    const date = asOf ?? (await daysOf(em, ctx)).today;
    const { found, shown, ...report } = await worthOn(em, ctx, [date], currency);
    const { byAccount, ...sums } = found[0]!;
    return {
      ...report,
      asOf: date,
      ...inMajor(sums, shown),
      byAccount: byAccount.map((account) => ({
        ...account,
        balance: toShown(account.balance, account.currency),
        value: shown(account.value),
      })),
    };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** Net worth at the end of days. Throws VALIDATION_ERROR, and as `readNetWorth`. */
export function readNetWorthHistory(
  ctx: FinanceContext,
  { currency, ...series }: types.NetWorthHistoryArgs,
): Promise<types.NetWorthHistory> {
  const dates = seriesOf(series);
  const read = async (em: EntityManager) => {
    const { found, shown, ...report } = await worthOn(em, ctx, dates, currency);
    return { ...report, points: found.map((on) => ({ date: on.date, ...inMajor(on, shown) })) };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

async function worthOn(
  em: EntityManager,
  ctx: FinanceContext,
  dates: readonly string[],
  wanted: string | null | undefined,
): Promise<{ currency: string; found: NetWorthOn[]; shown: (minor: number) => number }> {
  const { currency, convert } = await converterOf(em, ctx, wanted);
  const accounts = await worthAccountsOf(
    em,
    ctx,
    dates.at(-1)!,
    ({ includeInNetWorth }) => includeInNetWorth,
  );
  const found = netWorthOn(accounts, dates, convert);
  return { currency, found, shown: (minor) => toShown(minor, currency) };
}

function inMajor(
  { assets, liabilities, netWorth }: Pick<NetWorthOn, "assets" | "liabilities" | "netWorth">,
  shown: (minor: number) => number,
) {
  return { assets: shown(assets), liabilities: shown(liabilities), netWorth: shown(netWorth) };
}
