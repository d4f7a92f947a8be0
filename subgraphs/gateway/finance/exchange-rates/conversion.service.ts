import type { EntityManager } from "@mikro-orm/postgresql";
import { parseCurrency } from "../../../../src/currency.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { DomainError } from "../../../../src/errors.ts";
import { addDays } from "../../../../src/time/local-date.ts";
import { rateWhole, type DatedRate } from "../accounts/exchange-rates.ts";
import { toShown, toStored } from "../amounts.ts";
import { badInput, noExchangeRate } from "../finance.errors.ts";
import type { FinanceContext } from "../finance.context.ts";
import { daysOf } from "../../base/account-days.service.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { convertAt, crossRates, latestRate, shownRate, type PairRate } from "./conversion.ts";
import type * as types from "./conversion.types.ts";

interface Pair {
  base: string;
  quote: string;
}

const maxDays = 366;

/**
 * Own and reference rates of two currencies in a span of days. Throws INVALID_CURRENCY, VALIDATION_ERROR, and
 * UPSTREAM_FAILED where reference rates cannot be read and no own rate is there.
 */
export async function listExchangeRates(
  ctx: FinanceContext,
  { base, quote, from, to }: types.ExchangeRatesArgs,
): Promise<types.ExchangeRateList> {
  const pair = { base: parseCurrency(base), quote: parseCurrency(quote) };
  if (pair.base === pair.quote) throw badInput("quote", "must differ from base", "currency");
  if (to < from) throw badInput("to", "must be on or after from", "minimum");
  if (to > addDays(from, maxDays))
    throw badInput("to", `must be at most ${maxDays} days after from`, "maximum");
  const { own } = await ownRates(ctx, pair, to);
  const all = await withReferenceRates(ctx, pair, { own, since: from });
  const inSpan = all.filter(({ date }) => date >= from && date <= to);
  const rates = inSpan.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
  return {
    ...pair,
    rates: rates.map((rate) => ({
      date: rate.date,
      rate: shownRate(rate),
      source: rate.source,
      fetchedAt: rate.fetchedAt,
    })),
  };
}

/**
 * An amount in another currency at the last rate on or before a day. Throws INVALID_CURRENCY, AMOUNT_PRECISION,
 * BUSINESS_RULE (`no_exchange_rate`), and UPSTREAM_FAILED as `listExchangeRates`.
 */
export async function convertAmount(
  ctx: FinanceContext,
  args: types.ConvertAmountArgs,
): Promise<types.ConvertedAmount> {
  const [from, to] = [parseCurrency(args.from), parseCurrency(args.to)];
  const amount = toStored(args.amount, from);
  const pair = { base: from, quote: to };
  const { own, today } = await ownRates(ctx, pair, args.date ?? "9999-12-31");
  const date = args.date ?? today;
  if (from === to)
    return { amount: args.amount, currency: to, rate: 1, rateDate: date, source: null, fetchedAt: null };
  // The longest gap between two reference rates is five days.
  const all = await withReferenceRates(ctx, pair, { own, since: addDays(date, -10) });
  const rate = latestRate(all, date);
  if (rate === null) throw noExchangeRate(from, to, date);
  const converted = toShown(convertAt(amount, rate, { from, to }), to);
  const { source, fetchedAt } = rate;
  return { amount: converted, currency: to, rate: shownRate(rate), rateDate: rate.date, source, fetchedAt };
}

/** The account's own rates of a pair, in both directions, up to a day. */
function ownRates(
  ctx: FinanceContext,
  { base, quote }: Pair,
  to: string,
): Promise<{ own: PairRate[]; today: string }> {
  const read = async (em: EntityManager) => {
    const sql = `SELECT base, quote, date::text, rate::float8 FROM finance_rates
      WHERE owner_id = $1 AND date <= $4 AND (base, quote) IN (($2, $3), ($3, $2)) ORDER BY date`;
    const rows = await executeSql<DatedRate>(em, sql, [ownerOf(ctx), base, quote, to]);
    const own = rows.map((row): PairRate => {
      const [rate, whole] = [BigInt(row.rate), BigInt(rateWhole)];
      const isInverse = row.base !== base;
      const fraction = isInverse
        ? { numerator: whole, denominator: rate }
        : { numerator: rate, denominator: whole };
      return { date: row.date, ...fraction, source: "own", fetchedAt: null };
    });
    return { own, today: (await daysOf(em, ctx)).today };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** Own rates serve alone where the reference rates cannot be read. */
async function withReferenceRates(
  ctx: FinanceContext,
  pair: Pair,
  { own, since }: { own: readonly PairRate[]; since: string },
): Promise<PairRate[]> {
  try {
    return [...own, ...crossRates(await ctx.ports.referenceRates.since(since), pair)];
  } catch (error) {
    if (own.length > 0 && error instanceof DomainError && error.code === "UPSTREAM_FAILED") return [...own];
    throw error;
  }
}
