import type { EntityManager } from "@mikro-orm/postgresql";
import { changeOnce } from "../history/record-change.service.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { allocate, parseDecimal, toMinor } from "../../../../src/money.ts";
import { balancesOn } from "../accounts/dated-balances.ts";
import { converterOf, type Converter } from "../accounts/rates.service.ts";
import { toShown, toStored } from "../amounts.ts";
import { badInput } from "../finance.errors.ts";
import { findRows, insertAll } from "../finance.rows.ts";
import type { SecurityRow } from "../finance-tables.ts";
import type { AssetClass } from "../wealth-tables.ts";
import { positionValues } from "../investments/holding-value.ts";
import { positionsOf } from "../investments/positions.service.ts";
import { worthAccountsOf } from "../reports/worth-accounts.service.ts";
import type { FinanceContext } from "../finance.context.ts";
import { daysOf } from "../../base/account-days.service.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { businessRule } from "../../base/gateway.errors.ts";
import type * as types from "./allocation.types.ts";
import { rebalance, type HeldValue } from "./rebalance.ts";

/** Value of a security in an account, or of an account's cash, in minor units of the report's currency. */
interface Part {
  accountId: string;
  currency: string;
  class: AssetClass;
  securityId: string | null;
  value: number;
}

/**
 * What the principal's investment accounts hold at the end of a day, by class, currency or account. Throws BUSINESS_RULE
 * where an exchange rate is missing.
 */
export function readAssetAllocation(
  ctx: FinanceContext,
  { asOf, by }: types.AssetAllocationArgs,
): Promise<types.AssetAllocation> {
  const read = async (em: EntityManager) => {
    const date = asOf ?? (await daysOf(em, ctx)).today;
    const converter = await converterOf(em, ctx);
    const groups = Map.groupBy(await partsOf(em, ctx, date, converter), keyOf[by]);
    const values = [...groups].map(([key, own]) => ({ key, value: sumOf(own) }));
    const ordered = values.filter(({ value }) => value !== 0).toSorted((a, b) => b.value - a.value);
    const percents = percentsOf(ordered.map(({ value }) => value));
    const { currency } = converter;
    return {
      asOf: date,
      currency,
      total: toShown(sumOf(ordered), currency),
      parts: ordered.map(({ key, value }, index) => ({
        key,
        value: toShown(value, currency),
        percent: percents?.[index] ?? null,
      })),
    };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

const keyOf: Record<types.AllocationGrouping, (part: Part) => string> = {
  class: (part) => part.class,
  currency: ({ currency }) => currency,
  account: ({ accountId }) => accountId,
};

/** Shares in percent with 2 decimals that sum to 100; null where a value is negative. */
function percentsOf(values: readonly number[]): number[] | null {
  if (values.length === 0 || values.some((value) => value < 0)) return null;
  return allocate(10_000, values).map((hundredths) => hundredths / 100);
}

function sumOf(parts: readonly { value: number }[]): number {
  return parts.reduce((sum, { value }) => sum + value, 0);
}

async function partsOf(
  em: EntityManager,
  ctx: FinanceContext,
  date: string,
  { convert }: Converter,
): Promise<Part[]> {
  const accounts = await worthAccountsOf(em, ctx, date, ({ kind }) => kind === "investment");
  const securities = await findRows(em, "finance_securities", "owner_id = $1", [ownerOf(ctx)]);
  const kindOf = new Map(securities.map(({ id, kind }) => [id, kind]));
  const cash = accounts.map((account): Part => {
    const { id: accountId, currency } = account;
    const [balance] = balancesOn(account, account.movements, [date]);
    const value = convert(balance!, currency, date);
    return { accountId, currency, class: "cash", securityId: null, value };
  });
  const positions = (await positionsOf(em, ctx, date)).map((position): Part => {
    const { accountId, securityId, currency } = position;
    const value = convert(positionValues(position, [date])[0]!, currency, date);
    return { accountId, currency, class: kindOf.get(securityId)!, securityId, value };
  });
  return [...cash, ...positions];
}

/** Replaces the target allocation. Throws VALIDATION_ERROR unless its shares sum to 100 and each class is there once. */
export function setTargetAllocation(
  ctx: FinanceContext,
  input: types.SetTargetAllocationInput,
): Promise<types.TargetAllocation> {
  for (const [index, { percent }] of input.targets.entries())
    if (parseDecimal(percent).scale > 2)
      throw badInput(`targets.${index}.percent`, "must have at most 2 decimals", "decimals");
  const rows = input.targets.map((target) => ({ class: target.class, share: toMinor(target.percent, 2) }));
  if (new Set(rows.map((row) => row.class)).size < rows.length)
    throw badInput("targets", "must name each class once", "unique");
  if (rows.reduce((sum, { share }) => sum + share, 0) !== 10_000)
    throw badInput("targets", "must sum to 100 percent", "sum");
  return changeOnce(ctx, { operation: "setTargetAllocation", input }, async (em) => {
    const ownerId = ownerOf(ctx);
    // One change at a time: two would leave the targets of both.
    await executeSql(em, "SELECT pg_advisory_xact_lock(hashtext($1))", [`finance targets ${ownerId}`]);
    await executeSql(em, "DELETE FROM finance_targets WHERE owner_id = $1", [ownerId]);
    await insertAll(
      em,
      "finance_targets",
      rows.map((row) => ({ ownerId, class: row.class, share: row.share })),
    );
    return { targets: rows.map((row) => ({ class: row.class, percent: row.share / 100 })) };
  });
}

/**
 * Moves that bring the investment accounts of today to the target allocation. Throws AMOUNT_PRECISION and BUSINESS_RULE:
 * `no_targets`, `no_portfolio` where there is nothing to invest, and `no_exchange_rate`.
 */
export function readRebalancingPlan(
  ctx: FinanceContext,
  { cashToInvest }: types.RebalancingPlanArgs,
): Promise<types.RebalancingPlan> {
  const read = async (em: EntityManager) => {
    const ownerId = ownerOf(ctx);
    const targets = await findRows(em, "finance_targets", "owner_id = $1 ORDER BY share DESC, class", [
      ownerId,
    ]);
    if (targets.length === 0)
      throw businessRule("no_targets", "No target allocation is set. Set one with setTargetAllocation.");
    const converter = await converterOf(em, ctx);
    const { currency } = converter;
    const parts = await partsOf(em, ctx, (await daysOf(em, ctx)).today, converter);
    const whole = sumOf(parts) + toStored(cashToInvest ?? 0, currency);
    if (whole <= 0)
      throw businessRule("no_portfolio", "The investment accounts have no value. Add cashToInvest.");
    const securities = await findRows(em, "finance_securities", "owner_id = $1 ORDER BY created_at, id", [
      ownerId,
    ]);
    const moves = rebalance(whole, heldValues(parts), targets, firstSecurity(securities));
    const held = sumOf(heldValues(parts)) + moves.reduce((sum, { amount }) => sum + amount, 0);
    return {
      currency,
      total: toShown(whole, currency),
      cashAfter: toShown(whole - held, currency),
      moves: moves.map(({ amount, ...move }) => ({
        ...move,
        side: amount > 0 ? ("buy" as const) : ("sell" as const),
        amount: toShown(Math.abs(amount), currency),
      })),
    };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** Values by security, over all accounts. */
function heldValues(parts: readonly Part[]): HeldValue[] {
  const securities = parts.filter(({ securityId }) => securityId !== null);
  return [...Map.groupBy(securities, ({ securityId }) => securityId!)].map(([securityId, own]) => ({
    securityId,
    class: own[0]!.class as HeldValue["class"],
    value: sumOf(own),
  }));
}

function firstSecurity(securities: readonly SecurityRow[]): (assetClass: AssetClass) => string | null {
  return (assetClass) => securities.find(({ kind }) => kind === assetClass)?.id ?? null;
}
