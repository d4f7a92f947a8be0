import { currencyDecimals } from "../../../../src/currency.ts";
import { multiplyHalfUp, parseDecimal } from "../../../../src/money.ts";
import type { AccountCategory } from "../accounts/account-categories.ts";

/**
 * Categories of monetary items, which are worth what the rate of the day makes of them (ASC 830-20-35-1). Inventory, prepaid
 * expenses, fixed assets, deferred income and equity keep the rate of their day (ASC 830-10-45-18).
 */
export const monetaryCategories: readonly AccountCategory[] = [
  "cash",
  "receivable",
  "other_current_asset",
  "other_asset",
  "payable",
  "credit_card",
  "accrued_liability",
  "tax_payable",
  "other_current_liability",
  "long_term_liability",
];

/** What an account holds in a foreign currency, debits less credits, and at what value. Minor units of either currency. */
export interface ForeignPosition {
  accountId: string;
  foreignCurrency: string;
  foreign: number;
  value: number;
}

/** The value of a foreign amount at a rate: units of `currency` per unit of the foreign one, rounded half away from zero. */
export function valueAt(
  { foreign, foreignCurrency }: Pick<ForeignPosition, "foreign" | "foreignCurrency">,
  { rate, currency }: { rate: number; currency: string },
): number {
  const { digits, scale } = parseDecimal(rate);
  const numerator = digits * 10n ** BigInt(currencyDecimals(currency));
  const denominator = 10n ** BigInt(scale + currencyDecimals(foreignCurrency));
  return multiplyHalfUp(foreign, numerator, denominator);
}
