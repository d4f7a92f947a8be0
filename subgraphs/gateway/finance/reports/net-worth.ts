import { balancesOn, type DayMovement, type OpenedBalance } from "../accounts/dated-balances.ts";
import { liabilityKinds } from "../accounts/account-kinds.ts";
import type { AccountKind } from "../finance-tables.ts";
import { positionValues, type Position } from "../investments/holding-value.ts";

/** An account with all that its worth follows from. */
export interface WorthAccount extends OpenedBalance {
  id: string;
  name: string;
  kind: AccountKind;
  currency: string;
  movements: readonly DayMovement[];
  positions: readonly Position[];
}

export interface AccountWorth {
  accountId: string;
  name: string;
  kind: AccountKind;
  currency: string;
  /** In minor units of its own currency; what is owed is negative. */
  balance: number;
  /** In those of the report. */
  value: number;
}

/** Assets and liabilities at the end of a day, in minor units of the report's currency. */
export interface NetWorthOn {
  date: string;
  assets: number;
  liabilities: number;
  netWorth: number;
  byAccount: AccountWorth[];
}

/** Minor units of a currency on a day in those of the report. */
export type Convert = (amount: number, currency: string, date: string) => number;

/**
 * Net worth at the end of days: balances and, at the last price on or before the day, securities. Liabilities are the
 * negated balances of credit cards and loans, so a card in credit lowers them.
 */
export function netWorthOn(
  accounts: readonly WorthAccount[],
  dates: readonly string[],
  convert: Convert,
): NetWorthOn[] {
  const worths = accounts.map((account) => accountValues(account, dates));
  return dates.map((date, day) => {
    const byAccount = accounts.map(({ id: accountId, name, kind, currency }, index) => {
      const balance = worths[index]![day]!;
      return { accountId, name, kind, currency, balance, value: convert(balance, currency, date) };
    });
    const sumOf = (isLiability: boolean) =>
      byAccount.reduce(
        (sum, { kind, value }) => (liabilityKinds.includes(kind) === isLiability ? sum + value : sum),
        0,
      );
    const [assets, owed] = [sumOf(false), sumOf(true)];
    // Zero has no sign.
    const liabilities = owed === 0 ? 0 : -owed;
    return { date, assets, liabilities, netWorth: assets - liabilities, byAccount };
  });
}

/** An account's worth at the end of days, in minor units of its currency. */
export function accountValues(
  account: Pick<WorthAccount, "openingBalance" | "openedOn" | "movements" | "positions">,
  dates: readonly string[],
): number[] {
  const cash = balancesOn(account, account.movements, dates);
  return account.positions
    .map((position) => positionValues(position, dates))
    .reduce((sums, values) => sums.map((sum, day) => sum + values[day]!), cash);
}
