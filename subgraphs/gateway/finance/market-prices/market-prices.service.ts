import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { DomainError } from "../../../../src/errors.ts";
import { addDays } from "../../../../src/time/local-date.ts";
import { daysOf } from "../../base/account-days.service.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { businessRule, notFound } from "../../base/gateway.errors.ts";
import { badInput } from "../finance.errors.ts";
import { findRows } from "../finance.rows.ts";
import type { FinanceContext } from "../finance.context.ts";
import { changeOnce } from "../history/record-change.service.ts";
import { micro } from "../investments/holding-value.ts";
import { securityOf } from "../investments/investments.service.ts";
import type * as types from "./market-prices.types.ts";
import type { SecurityPrices } from "./security-prices.port.ts";

const maxDays = 366;
const maxSecurities = 20;
/** Requests to the service at a time. */
const atOnce = 4;
/** Prices are corrected for some days. */
const overlapDays = 7;
const longestDays = 3_653;

/** Prices of a security in a span of days, each with its source. Throws NOT_FOUND and VALIDATION_ERROR. */
export function listSecurityPrices(
  ctx: FinanceContext,
  { securityId, from, to }: types.SecurityPricesArgs,
): Promise<types.SecurityPriceList> {
  if (to < from) throw badInput("to", "must be on or after from", "minimum");
  if (to > addDays(from, maxDays))
    throw badInput("to", `must be at most ${maxDays} days after from`, "maximum");
  const read = async (em: EntityManager) => {
    const { currency } = await securityOf(em, ctx, securityId);
    const where = "security_id = $1 AND date BETWEEN $2 AND $3 ORDER BY date";
    const rows = await findRows(em, "finance_prices", where, [securityId, from, to]);
    const prices = rows.map(({ date, price, source, fetchedAt }) => ({
      date,
      price: price / micro,
      source,
      fetchedAt: fetchedAt === null ? null : new Date(fetchedAt),
    }));
    return { securityId, currency, prices };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

interface Wanted {
  securityId: string;
  symbol: string;
  currency: string;
  /** First day that is wanted. */
  since: string;
}

interface Fetched extends Wanted {
  found: SecurityPrices | null;
}

/**
 * Fetches closing prices and stores them; prices set by hand stay. The service is asked first, outside of a transaction. Throws
 * NOT_FOUND, and BUSINESS_RULE (`no_price_source`) where no service is configured.
 */
export async function refreshSecurityPrices(
  ctx: FinanceContext,
  input: types.RefreshSecurityPricesInput,
): Promise<types.RefreshedSecurityPrices> {
  if (!ctx.ports.securityPrices.isConfigured)
    throw businessRule(
      "no_price_source",
      "No price service is configured. Set prices with setSecurityPrice.",
    );
  // Without the call's audit row, which joins the change.
  const { em: own, principal } = ctx;
  const wanted = await inTransaction(
    { em: own, principal },
    (em) => wantedOf(em, ctx, input.securityIds ?? null),
    { readOnly: true },
  );
  const fetched: Fetched[] = [];
  for (let at = 0; at < wanted.length; at += atOnce)
    fetched.push(...(await Promise.all(wanted.slice(at, at + atOnce).map((one) => fetchOne(ctx, one)))));
  return changeOnce(ctx, { operation: "refreshSecurityPrices", input }, async (em) => {
    const securities: types.RefreshedSecurity[] = [];
    for (const one of fetched) securities.push(await store(em, ctx, one));
    return { securities };
  });
}

/** From some days before the last market price on, or from the first trade. */
async function wantedOf(
  em: EntityManager,
  ctx: FinanceContext,
  ids: readonly string[] | null,
): Promise<Wanted[]> {
  const { today } = await daysOf(em, ctx);
  const sql = `SELECT s.id AS "securityId", s.symbol, s.currency, greatest($3::date - ${longestDays}, least($3::date,
      coalesce(p.last - ${overlapDays}, t.first, $3::date - 30)))::text AS since
    FROM finance_securities AS s
    LEFT JOIN LATERAL (SELECT max(date) AS last, max(fetched_at) AS fetched FROM finance_prices
      WHERE security_id = s.id AND source = 'market') AS p ON true
    LEFT JOIN LATERAL (SELECT min(date) AS first FROM finance_trades WHERE security_id = s.id) AS t ON true
    WHERE s.owner_id = $1 AND CASE WHEN $2::text[] IS NULL THEN t.first IS NOT NULL ELSE s.id = ANY ($2) END
    ORDER BY p.fetched NULLS FIRST, s.id LIMIT ${maxSecurities}`;
  const found = await executeSql<Wanted>(em, sql, [ownerOf(ctx), ids, today]);
  if (ids !== null && found.length < ids.length) throw notFound("security");
  return found;
}

async function fetchOne(ctx: FinanceContext, wanted: Wanted): Promise<Fetched> {
  const { symbol, currency, since } = wanted;
  try {
    return { ...wanted, found: await ctx.ports.securityPrices.since(symbol, currency, since) };
  } catch (error) {
    if (error instanceof DomainError && error.code === "UPSTREAM_FAILED") return { ...wanted, found: null };
    throw error;
  }
}

async function store(
  em: EntityManager,
  ctx: FinanceContext,
  { securityId, symbol, since, found }: Fetched,
): Promise<types.RefreshedSecurity> {
  const none = { securityId, symbol, changed: 0, fetchedAt: null };
  if (found === null) return { ...none, outcome: "unavailable" };
  if (found.prices === null) return { ...none, outcome: "unknown_symbol" };
  const { today } = await daysOf(em, ctx);
  const prices = found.prices.filter(({ date }) => date >= since && date <= today);
  const sql = `INSERT INTO finance_prices AS p (owner_id, security_id, date, price, source, fetched_at)
    SELECT $1, s.id, n.date, n.price, 'market', $4 FROM jsonb_to_recordset($3::jsonb) AS n (date date, price bigint)
    JOIN finance_securities AS s ON s.id = $2 AND s.owner_id = $1
    ON CONFLICT (security_id, date) DO UPDATE SET price = excluded.price, source = 'market', fetched_at = excluded.fetched_at
      WHERE p.source <> 'manual' AND (p.price, p.source) IS DISTINCT FROM (excluded.price, excluded.source) RETURNING 1`;
  const values = [ownerOf(ctx), securityId, JSON.stringify(prices), found.fetchedAt];
  const changed = (await executeSql(em, sql, values)).length;
  return { ...none, outcome: "updated", changed, fetchedAt: found.fetchedAt };
}
