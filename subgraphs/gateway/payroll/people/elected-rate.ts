import { toMinor } from "../../../../src/money.ts";

/** An elected rate of state tax: percent with at most 4 decimals to 1e-4 percent. Null without one. */
export function electedRateOf(percent: number | null | undefined): number | null {
  return typeof percent === "number" ? toMinor(percent, 4) : null;
}
