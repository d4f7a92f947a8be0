import type { EntityManager } from "@mikro-orm/postgresql";
import { parseCurrency } from "../../../../src/currency.ts";
import { changeOnce } from "../history/record-change.service.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { DomainError } from "../../../../src/errors.ts";
import { newId } from "../../../../src/ids.ts";
import { parseDecimal, toMinor } from "../../../../src/money.ts";
import { badInput } from "../finance.errors.ts";
import { findRows, insertAll } from "../finance.rows.ts";
import type { SecurityRow } from "../finance-tables.ts";
import type { FinanceContext } from "../finance.context.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { escapeLike } from "../../base/like.ts";
import type * as types from "./investment.types.ts";
import { notFound } from "../../base/gateway.errors.ts";

export const decimals = 6;
const mostSecurities = 1_000;

/** Adds a security. Throws DUPLICATE for a symbol that there is, and INVALID_CURRENCY. */
export function addSecurity(ctx: FinanceContext, input: types.AddSecurityInput): Promise<types.Security> {
  return changeOnce(ctx, { operation: "addSecurity", input }, async (em) => {
    const { symbol, name, kind } = input;
    const kept = { id: newId("sec"), ownerId: ownerOf(ctx), createdAt: ctx.clock.now().toISOString() };
    const currency = parseCurrency(input.currency);
    const row: SecurityRow = { ...kept, symbol, name: name.trim(), kind, currency };
    await insertAll(em, "finance_securities", [row], "ON CONFLICT DO NOTHING");
    const [there] = await findRows(em, "finance_securities", "owner_id = $1 AND upper(symbol) = $2", [
      row.ownerId,
      symbol.toUpperCase(),
    ]);
    if (there?.id !== row.id)
      throw new DomainError(
        "DUPLICATE",
        "A security with this symbol already exists. Use the existing one.",
        { id: there!.id },
      );
    return { id: row.id, symbol, name: row.name, kind, currency };
  });
}

/** The principal's securities by symbol, at most 1,000; a text is searched in symbol and name. */
export function listSecurities(
  ctx: FinanceContext,
  { query }: types.SecuritiesArgs,
): Promise<types.SecurityList> {
  const read = async (em: EntityManager) => {
    const where = `owner_id = $1 AND ($2::text IS NULL OR symbol ILIKE $2 OR name ILIKE $2)
      ORDER BY upper(symbol) LIMIT ${mostSecurities}`;
    const text = query ? `%${escapeLike(query)}%` : null;
    const rows = await findRows(em, "finance_securities", where, [ownerOf(ctx), text]);
    return {
      securities: rows.map(({ id, symbol, name, kind, currency }) => ({ id, symbol, name, kind, currency })),
    };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** Sets what a security costs on a day. Throws NOT_FOUND and VALIDATION_ERROR. */
export function setSecurityPrice(
  ctx: FinanceContext,
  input: types.SetSecurityPriceInput,
): Promise<types.SecurityPrice> {
  assertDecimals(input, ["price"]);
  return changeOnce(ctx, { operation: "setSecurityPrice", input }, async (em) => {
    const { id: securityId, ownerId } = await securityOf(em, ctx, input.securityId);
    const sql = `INSERT INTO finance_prices (owner_id, security_id, date, price, source) VALUES ($1, $2, $3, $4, 'manual')
      ON CONFLICT (security_id, date) DO UPDATE SET price = excluded.price, source = 'manual', fetched_at = NULL`;
    await executeSql(em, sql, [ownerId, securityId, input.date, toMinor(input.price, decimals)]);
    return { securityId, date: input.date, price: input.price };
  });
}

/** One of the principal's securities; `FOR SHARE` keeps splits of it away until the transaction ends. Throws NOT_FOUND. */
export async function securityOf(
  em: EntityManager,
  ctx: FinanceContext,
  id: string,
  lock: "" | "FOR SHARE" | "FOR UPDATE" = "",
): Promise<SecurityRow> {
  const where = `owner_id = $1 AND id = $2 ${lock}`;
  const [security] = await findRows(em, "finance_securities", where, [ownerOf(ctx), id]);
  if (!security) throw notFound("security");
  return security;
}

/** Throws VALIDATION_ERROR for more than 6 decimals. */
export function assertDecimals<Name extends string>(
  input: Record<Name, number>,
  names: readonly Name[],
): void {
  for (const name of names)
    if (parseDecimal(input[name]).scale > decimals)
      throw badInput(name, `must have at most ${decimals} decimals`, "decimals");
}
