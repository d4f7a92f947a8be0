import { currencyDecimals } from "../../../../src/currency.ts";
import { validationError, type FieldFault } from "../../../../src/errors.ts";
import { toMajor, toMinor } from "../../../../src/money.ts";
import { rateOfPercent } from "../invoices/invoice-arithmetic.ts";
import type { LateFeeTerms } from "./late-fee.ts";
import type { LateFeeInput, LateFeeSettings } from "./late-fee.types.ts";

/**
 * Settings as they are stored. Throws VALIDATION_ERROR without any fee, without a limit, or for half of a fixed amount, and
 * AMOUNT_PRECISION. A limit is required, since most laws have one.
 */
export function readLateFee(input: LateFeeInput): LateFeeTerms {
  const { percent, annualPercent, fixedAmount, fixedCurrency, maxPercent, maxAnnualPercent } = input;
  const faults: FieldFault[] = [];
  const add = (name: string, message: string) =>
    faults.push({ path: `lateFee.${name}`, message, rule: "required" });
  if (!percent && !annualPercent && !fixedAmount)
    add("percent", "is required unless annualPercent or fixedAmount is given");
  if (!maxPercent && !maxAnnualPercent) add("maxPercent", "is required unless maxAnnualPercent is given");
  if (Boolean(fixedAmount) !== Boolean(fixedCurrency))
    add(fixedAmount ? "fixedCurrency" : "fixedAmount", "is required, since one needs the other");
  if (faults.length > 0) throw validationError(faults);
  const rate = (value: number | null | undefined) => (value ? rateOfPercent(value) : null);
  return {
    percent: rate(percent),
    annualPercent: rate(annualPercent),
    fixed:
      fixedAmount && fixedCurrency
        ? { amountMinor: toMinor(fixedAmount, currencyDecimals(fixedCurrency)), currency: fixedCurrency }
        : null,
    maxPercent: rate(maxPercent),
    maxAnnualPercent: rate(maxAnnualPercent),
  };
}

/** Stored settings as they are shown; null without any. */
export function presentLateFee(terms: LateFeeTerms | null): LateFeeSettings | null {
  if (terms === null) return null;
  const { percent, annualPercent, fixed, maxPercent, maxAnnualPercent } = terms;
  const shown = (rate: number | null) => (rate === null ? null : toMajor(rate, 4));
  return {
    percent: shown(percent),
    annualPercent: shown(annualPercent),
    fixedAmount: fixed && toMajor(fixed.amountMinor, currencyDecimals(fixed.currency)),
    fixedCurrency: fixed?.currency ?? null,
    maxPercent: shown(maxPercent),
    maxAnnualPercent: shown(maxAnnualPercent),
  };
}
