import type { EntityManager } from "@mikro-orm/postgresql";
import { parseCurrency } from "../../../../src/currency.ts";
import { changeOnce } from "../history/record-change.service.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { parseDecimal, toMinor } from "../../../../src/money.ts";
import type { FinanceContext } from "../finance.context.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { convertMinor, rateWhole, type DatedRate } from "./exchange-rates.ts";
import { badInput, noExchangeRate } from "../finance.errors.ts";
import type { ExchangeRate, SetExchangeRateInput } from "./rates.types.ts";

/** Sets what a currency is worth in another from a day on. Throws VALIDATION_ERROR and INVALID_CURRENCY. */
export function setExchangeRate(ctx: FinanceContext, input: SetExchangeRateInput): Promise<ExchangeRate> {
  const [base, quote] = [parseCurrency(input.base), parseCurrency(input.quote)];
  if (base === quote) throw badInput("quote", "must differ from base", "currency");
  if (parseDecimal(input.rate).scale > 8) throw badInput("rate", "must have at most 8 decimals", "decimals");
  return changeOnce(ctx, { operation: "setExchangeRate", input }, async (em) => {
    const rate = toMinor(input.rate, 8);
    const sql = `INSERT INTO finance_rates (owner_id, base, quote, date, rate) VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT (owner_id, base, quote, date) DO UPDATE SET rate = excluded.rate`;
    await executeSql(em, sql, [ownerOf(ctx), base, quote, input.date, rate]);
    return { base, quote, date: input.date, rate: rate / rateWhole };
  });
}

/** Converts amounts of an account's currencies into one, by its own rates. */
export interface Converter {
  /** The currency of what comes out. */
  currency: string;
  /** Minor units at the last rate on or before the date. Throws BUSINESS_RULE (`no_exchange_rate`). */
  convert(amount: number, from: string, date: string): number;
}

/** The currency that figures over all accounts are in: the wanted one, else that of the oldest account, else USD. */
export async function converterOf(
  em: EntityManager,
  ctx: FinanceContext,
  wanted?: string | null,
): Promise<Converter> {
  const ownerId = ownerOf(ctx);
  const to = wanted ? parseCurrency(wanted) : await currencyOf(em, ownerId);
  const sql = `SELECT base, quote, date::text, rate::float8 FROM finance_rates
    WHERE owner_id = $1 AND (base = $2 OR quote = $2) ORDER BY date`;
  const rates = await executeSql<DatedRate>(em, sql, [ownerId, to]);
  return {
    currency: to,
    convert: (amount, from, date) => {
      const converted = convertMinor(rates, amount, { from, to, date });
      if (converted === null) throw noExchangeRate(from, to, date);
      return converted;
    },
  };
}

async function currencyOf(em: EntityManager, ownerId: string): Promise<string> {
  const sql = "SELECT currency FROM finance_accounts WHERE owner_id = $1 ORDER BY created_at, id LIMIT 1";
  return (await executeSql<{ currency: string }>(em, sql, [ownerId]))[0]?.currency ?? "USD";
}
