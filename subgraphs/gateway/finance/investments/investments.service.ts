import type { EntityManager } from "@mikro-orm/postgresql";
import { parseCurrency } from "../../../../src/currency.ts";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { DomainError } from "../../../../src/errors.ts";
import { newId } from "../../../../src/ids.ts";
import { parseDecimal, toMinor } from "../../../../src/money.ts";
import { openAccountOf } from "../accounts/accounts.service.ts";
import { toShown, toStored } from "../amounts.ts";
import { badInput } from "../finance.errors.ts";
import { findOwn, findRows, insertAll } from "../finance.rows.ts";
import type { AccountRow, SecurityRow, TradeRow } from "../finance-tables.ts";
import { bookEntries } from "../transactions/book-entries.service.ts";
import type { FinanceContext } from "../finance.context.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { micro, valueOf } from "./holding-value.ts";
import type * as types from "./investment.types.ts";
import { holdingOf } from "./lots.ts";
import { businessRule, notFound } from "../../base/gateway.errors.ts";

const decimals = 6;

/** Adds a security. Throws DUPLICATE for a symbol that there is, and INVALID_CURRENCY. */
export function addSecurity(ctx: FinanceContext, input: types.AddSecurityInput): Promise<types.Security> {
  return exactlyOnce(ctx, { operation: "addSecurity", input }, async (em) => {
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

/** Sets what a security costs on a day. Throws NOT_FOUND and VALIDATION_ERROR. */
export function setSecurityPrice(
  ctx: FinanceContext,
  input: types.SetSecurityPriceInput,
): Promise<types.SecurityPrice> {
  assertDecimals(input, ["price"]);
  return exactlyOnce(ctx, { operation: "setSecurityPrice", input }, async (em) => {
    const { id: securityId, ownerId } = await securityOf(em, ctx, input.securityId);
    const sql = `INSERT INTO finance_prices (owner_id, security_id, date, price, source) VALUES ($1, $2, $3, $4, 'manual')
      ON CONFLICT (security_id, date) DO UPDATE SET price = excluded.price, source = 'manual'`;
    await executeSql(em, sql, [ownerId, securityId, input.date, toMinor(input.price, decimals)]);
    return { securityId, date: input.date, price: input.price };
  });
}

/**
 * Records a purchase or sale, with its cash and, where none is set by hand, its price of the day. Throws NOT_FOUND,
 * VALIDATION_ERROR, INVALID_STATE for a closed account, and BUSINESS_RULE: `not_an_investment_account`, `currency_mismatch`,
 * and `exceeds_holding` where it, or a later sale, would sell more than there is.
 */
export function recordTrade(ctx: FinanceContext, input: types.RecordTradeInput): Promise<types.Trade> {
  assertDecimals(input, ["quantity", "price"]);
  return exactlyOnce(ctx, { operation: "recordTrade", input }, async (em) => {
    // One trade of an account at a time: the next one sees what this one leaves.
    const account = await openAccountOf(em, ctx, input.accountId, true);
    const security = await securityOf(em, ctx, input.securityId);
    const trade = newTrade(ctx, account, security, input);
    const where = "account_id = $1 AND security_id = $2 ORDER BY date, id";
    const before = await findRows(em, "finance_trades", where, [account.id, security.id]);
    if (holdingOf([...before, trade]) === null) {
      const held = holdingOf(before.filter(({ date }) => date <= trade.date))?.quantity ?? 0;
      throw businessRule(
        "exceeds_holding",
        `This would sell more units than are held (${held / micro} on that date, before later sales).`,
        {
          held: held / micro,
        },
      );
    }
    await insertAll(em, "finance_trades", [trade]);
    const priced = `INSERT INTO finance_prices (owner_id, security_id, date, price, source) VALUES ($1, $2, $3, $4, 'trade')
      ON CONFLICT DO NOTHING`;
    await executeSql(em, priced, [trade.ownerId, security.id, trade.date, trade.price]);
    const cash = trade.side === "buy" ? -trade.amount : trade.amount;
    const facts = { accountId: account.id, date: trade.date, payee: security.symbol, tradeId: trade.id };
    const [transactionId] = await bookEntries(em, ctx, [{ ...facts, amount: cash }]);
    return presentTrade(trade, account.currency, transactionId!);
  });
}

function newTrade(
  ctx: FinanceContext,
  account: AccountRow,
  security: SecurityRow,
  { side, date, ...input }: types.RecordTradeInput,
): TradeRow {
  const { currency } = account;
  if (account.kind !== "investment")
    throw businessRule(
      "not_an_investment_account",
      "Trades require an investment account. Choose an account of kind investment.",
    );
  if (security.currency !== currency)
    throw businessRule(
      "currency_mismatch",
      "The security and the account have different currencies. Choose an account in the currency of the security.",
    );
  const [quantity, price] = [toMinor(input.quantity, decimals), toMinor(input.price, decimals)];
  const fees = toStored(input.fees ?? 0, currency);
  const worth = valueOf(quantity, price, currency);
  return {
    id: newId("trd"),
    ownerId: account.ownerId,
    accountId: account.id,
    securityId: security.id,
    side,
    date,
    quantity,
    price,
    fees,
    amount: side === "buy" ? worth + fees : worth - fees,
    createdAt: ctx.clock.now().toISOString(),
  };
}

async function securityOf(em: EntityManager, ctx: FinanceContext, id: string): Promise<SecurityRow> {
  const security = await findOwn(em, "finance_securities", { ownerId: ownerOf(ctx), id });
  if (!security) throw notFound("security");
  return security;
}

function assertDecimals<Name extends string>(input: Record<Name, number>, names: readonly Name[]): void {
  for (const name of names)
    if (parseDecimal(input[name]).scale > decimals)
      throw badInput(name, `must have at most ${decimals} decimals`, "decimals");
}

function presentTrade(row: TradeRow, currency: string, transactionId: string): types.Trade {
  const { id, accountId, securityId, side, date, quantity, price } = row;
  const [fees, amount] = [toShown(row.fees, currency), toShown(row.amount, currency)];
  const sizes = { quantity: quantity / micro, price: price / micro, fees, amount, currency };
  return { id, accountId, securityId, side, date, ...sizes, transactionId };
}
