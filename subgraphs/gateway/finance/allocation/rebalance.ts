import { allocate } from "../../../../src/money.ts";
import type { AssetClass } from "../wealth-tables.ts";

/** A security with its value in minor units of the plan's currency. */
export interface HeldValue {
  securityId: string;
  class: Exclude<AssetClass, "cash">;
  value: number;
}

export interface Target {
  class: AssetClass;
  /** In hundredths of a percent; all sum to 10,000. */
  share: number;
}

/** An amount to buy (positive) or sell (negative). */
export interface Move {
  class: AssetClass;
  securityId: string | null;
  amount: number;
}

/**
 * Moves that bring securities to their targets of the whole, cash included. A class moves in proportion to the values of
 * its securities, and an empty one buys its first security. Amounts sum exactly: what is not moved stays cash.
 */
export function rebalance(
  whole: number,
  held: readonly HeldValue[],
  targets: readonly Target[],
  firstOf: (assetClass: AssetClass) => string | null,
): Move[] {
  const wanted = allocate(
    whole,
    targets.map(({ share }) => share),
  );
  const wantedOf = new Map(targets.map((target, index) => [target.class, wanted[index]!]));
  const heldOf = Map.groupBy(held, (one) => one.class);
  const classes = [...new Set([...heldOf.keys(), ...wantedOf.keys()])].filter((one) => one !== "cash");
  const moves = classes.flatMap((assetClass) => {
    const own = (heldOf.get(assetClass) ?? []).filter(({ value }) => value > 0);
    const now = own.reduce((sum, { value }) => sum + value, 0);
    const change = (wantedOf.get(assetClass) ?? 0) - now;
    if (own.length === 0) return [{ class: assetClass, securityId: firstOf(assetClass), amount: change }];
    const amounts = allocate(
      change,
      own.map(({ value }) => value),
    );
    return own.map(({ securityId }, index) => ({ class: assetClass, securityId, amount: amounts[index]! }));
  });
  return moves
    .filter(({ amount }) => amount !== 0)
    .toSorted((a, b) => Number(a.amount > 0) - Number(b.amount > 0));
}
