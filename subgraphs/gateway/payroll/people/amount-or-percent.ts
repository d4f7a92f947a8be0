import { validationError } from "../../../../src/errors.ts";
import { parseDecimal, toMinor } from "../../../../src/money.ts";

/** An amount in cents, or a percentage in ten-thousandths. Throws VALIDATION_ERROR for both or neither. */
export function readAmountOrPercent({
  amount = null,
  percent = null,
}: {
  amount?: number | null;
  percent?: number | null;
}): { amountCents: number | null; percent: number | null } {
  if ((amount === null) === (percent === null))
    throw validationError([
      { path: "amount", message: "must be set, or percent, but not both", rule: "exclusive" },
    ]);
  return { amountCents: amount, percent: readPercent("percent", percent) };
}

/** A percentage in ten-thousandths. Throws VALIDATION_ERROR for more than 4 decimals. */
export function readPercent(path: string, percent: number | null): number | null {
  if (percent === null) return null;
  if (parseDecimal(percent).scale > 4)
    throw validationError([{ path, message: "must have at most 4 decimals", rule: "decimals" }]);
  return toMinor(percent, 4);
}

/** Percent with decimals, of ten-thousandths. */
export function percentageOf(percent: number | null): number | null {
  return percent === null ? null : percent / 10_000;
}
