import type { EntityManager } from "@mikro-orm/postgresql";
import { emitFinanceEvent } from "../emit-event.service.ts";
import { changeOnce } from "../history/record-change.service.ts";
import { DomainError } from "../../../../src/errors.ts";
import { newId } from "../../../../src/ids.ts";
import { multiplyHalfUp, toMinor } from "../../../../src/money.ts";
import { toShown, toStored } from "../amounts.ts";
import { badInput } from "../finance.errors.ts";
import { insertAll } from "../finance.rows.ts";
import type { AccountRow, SecurityRow, TradeRow } from "../finance-tables.ts";
import { bookEntries } from "../transactions/book-entries.service.ts";
import type { FinanceContext } from "../finance.context.ts";
import { businessRule } from "../../base/gateway.errors.ts";
import { unitPrice } from "./dividends.service.ts";
import { micro } from "./holding-value.ts";
import { assertDecimals, decimals } from "./investments.service.ts";
import { holdingOf, sharedByBasis, type OpenLot } from "./lots.ts";
import type { RecordSpinOffInput, SpinOffResult } from "./spin-offs.types.ts";
import { splitsOf } from "./split-rows.service.ts";
import { keepPrice, lockTraded, presentTrade, refuseBeforeSpinOff, tradesOf } from "./trades.service.ts";

/** Percent of basis have 4 decimals: 1,000,000 is all of it. */
const wholeShare = 1_000_000;

/**
 * Records a tax-free spin-off (26 U.S.C. 355): part of the basis of each open lot moves to a new lot of the new security, which
 * keeps the day of purchase (26 U.S.C. 358, 1223(1)). With cash in lieu, the fraction of a unit is sold on the day. Throws
 * NOT_FOUND, VALIDATION_ERROR, DUPLICATE, INVALID_STATE for a closed account, and BUSINESS_RULE: those of `recordTrade`,
 * `no_holding`, `no_fraction` and `before_spin_off`.
 */
export function recordSpinOff(ctx: FinanceContext, input: RecordSpinOffInput): Promise<SpinOffResult> {
  const { accountId, securityId, newSecurityId, unitsPerShare, basisPercent } = input;
  assertDecimals({ unitsPerShare }, ["unitsPerShare"]);
  if (typeof input.price === "number") assertDecimals({ price: input.price }, ["price"]);
  if (newSecurityId === securityId)
    throw badInput("newSecurityId", "must differ from securityId", "spin_off");
  const share = Math.round(basisPercent * 10_000);
  if (Math.abs(share - basisPercent * 10_000) > 1e-6)
    throw badInput("basisPercent", "must have at most 4 decimals", "decimals");
  return changeOnce(ctx, { operation: "recordSpinOff", input }, async (em) => {
    const { account } = await lockTraded(em, ctx, { accountId, securityId });
    const { security } = await lockTraded(em, ctx, { accountId, securityId: newSecurityId });
    const lots = await lotsBefore(em, input);
    const basis = lots.reduce((sum, lot) => sum + lot.basis, 0);
    const moved = multiplyHalfUp(basis, share, wholeShare);
    const trades = newLots(ctx, { account, lots, moved }, input);
    const received = trades.reduce((sum, { quantity }) => sum + quantity, 0);
    const sale = fractionSale(ctx, account, { input, received });
    await requireNoLaterSpinOff(em, [...trades, ...(sale ? [sale] : [])], input);
    await insertAll(em, "finance_trades", [basisOut(ctx, account, { input, lots, moved }), ...trades]);
    if (typeof input.price === "number")
      await keepPrice(em, { ...trades[0]!, price: toMinor(input.price, decimals) });
    const cashTransactionId = sale && (await sell(em, ctx, { sale, account, security }));
    await keepPrice(em, trades[0]!);
    return {
      lotsCreated: trades.length,
      quantity: (received - (sale?.quantity ?? 0)) / micro,
      movedBasis: toShown(moved, account.currency),
      remainingBasis: toShown(basis - moved, account.currency),
      currency: account.currency,
      cashTransactionId: cashTransactionId ?? null,
    };
  });
}

/** Lots open at the start of the day. Throws BUSINESS_RULE without any, and DUPLICATE for the same spin-off again. */
async function lotsBefore(em: EntityManager, input: RecordSpinOffInput): Promise<OpenLot[]> {
  const { accountId, securityId, newSecurityId, date } = input;
  const own = await tradesOf(em, accountId, securityId);
  const others = await tradesOf(em, accountId, newSecurityId);
  const isThere = (rows: readonly TradeRow[], side: TradeRow["side"]) =>
    rows.some((row) => row.side === side && row.date === date);
  if (isThere(own, "spin_off") && isThere(others, "received"))
    throw new DomainError("DUPLICATE", "The spin-off is recorded for this date. Check the date.");
  refuseBeforeSpinOff(own, date);
  const splits = (await splitsOf(em, securityId)).filter((split) => split.date <= date);
  const earlier = own.filter(
    (trade) => trade.date < date || (trade.date === date && trade.side === "spin_off"),
  );
  const lots = holdingOf(earlier, { splits })!.lots;
  if (lots.length > 0) return lots;
  throw businessRule(
    "no_holding",
    "The account holds no units of the security before this date. Check the account and the date.",
  );
}

type Facts = { input: RecordSpinOffInput; lots: readonly OpenLot[]; moved: number };

function basisOut(ctx: FinanceContext, account: AccountRow, { input, lots, moved }: Facts): TradeRow {
  const named = lots.map(({ tradeId, quantity }) => ({ tradeId, quantity }));
  const { securityId, date } = input;
  return { ...kept(ctx, account, date), securityId, side: "spin_off", amount: moved, lots: named };
}

/** A lot for each old one. Units sum to the rounded product of all of them. */
function newLots(
  ctx: FinanceContext,
  { account, lots, moved }: { account: AccountRow; lots: readonly OpenLot[]; moved: number },
  { newSecurityId, date, unitsPerShare }: RecordSpinOffInput,
): TradeRow[] {
  const parts = sharedByBasis(lots, moved);
  const ratio = toMinor(unitsPerShare, decimals);
  let [before, after] = [0, 0];
  const trades = lots.map((lot, index): TradeRow => {
    before += lot.quantity;
    const quantity = multiplyHalfUp(before, ratio, micro) - after;
    after += quantity;
    const amount = parts[index]!;
    const price = quantity > 0 ? unitPrice(amount, quantity, account.currency) : 0;
    const facts = { securityId: newSecurityId, side: "received" as const, quantity, price, amount };
    return { ...kept(ctx, account, date), ...facts, acquiredOn: lot.date };
  });
  if (trades.some(({ quantity }) => quantity === 0))
    throw badInput("unitsPerShare", "must give each lot at least 0.000001 units", "spin_off");
  return trades;
}

/** The sale of the fraction for cash, of the oldest lots. Throws BUSINESS_RULE where there is no fraction. */
function fractionSale(
  ctx: FinanceContext,
  account: AccountRow,
  { input, received }: { input: RecordSpinOffInput; received: number },
): TradeRow | null {
  const { cashInLieu, date, newSecurityId } = input;
  if (cashInLieu === undefined || cashInLieu === null) return null;
  const quantity = received % micro;
  if (quantity === 0)
    throw businessRule("no_fraction", "The spin-off leaves whole units only. Omit `cashInLieu`.");
  const amount = toStored(cashInLieu, account.currency);
  const price = unitPrice(amount, quantity, account.currency);
  return { ...kept(ctx, account, date), securityId: newSecurityId, side: "sell", quantity, price, amount };
}

/** Lots of the new security that a spin-off of its own found stay as they are. */
async function requireNoLaterSpinOff(
  em: EntityManager,
  added: readonly TradeRow[],
  { accountId, newSecurityId, date }: RecordSpinOffInput,
): Promise<void> {
  const there = await tradesOf(em, accountId, newSecurityId);
  refuseBeforeSpinOff(there, date);
  if (holdingOf([...there, ...added], { splits: await splitsOf(em, newSecurityId) }) === null)
    throw businessRule(
      "exceeds_holding",
      "A later sale of the new security would lack units. Check the date and the cash in lieu.",
    );
}

async function sell(
  em: EntityManager,
  ctx: FinanceContext,
  { sale, account, security }: { sale: TradeRow; account: AccountRow; security: SecurityRow },
): Promise<string> {
  await insertAll(em, "finance_trades", [sale]);
  await keepPrice(em, sale);
  const facts = { accountId: account.id, date: sale.date, payee: security.symbol, tradeId: sale.id };
  const [transactionId] = await bookEntries(em, ctx, [{ ...facts, amount: sale.amount }]);
  const object = presentTrade(sale, account.currency, transactionId!);
  await emitFinanceEvent(em, ctx, "finance.trade.recorded", { id: sale.id, object });
  return transactionId!;
}

function kept(ctx: FinanceContext, { id: accountId, ownerId }: AccountRow, date: string) {
  const createdAt = ctx.clock.now().toISOString();
  const nothing = { quantity: 0, price: 0, fees: 0, lots: null, acquiredOn: null };
  return { id: newId("trd"), ownerId, accountId, date, ...nothing, createdAt };
}
