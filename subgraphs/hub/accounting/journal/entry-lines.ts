import { currencyDecimals } from "../../../../src/currency.ts";
import { validationError, type FieldFault } from "../../../../src/errors.ts";
import { allocate, multiplyHalfUp, parseDecimal, toMinor } from "../../../../src/money.ts";
import { accountingRule } from "../accounting.errors.ts";

/** Amounts of a line in minor units; one side is 0. */
export interface Sides {
  debit: number;
  credit: number;
}

/** A line with its amounts in minor units of the ledger's currency, and of the foreign one where there is one. */
export interface LineAmounts extends Sides {
  foreignDebit: number | null;
  foreignCredit: number | null;
}

/** Largest total of an entry in minor units: sums of reports then stay exact. */
const maxTotal = 999_999_999_999;

interface GivenSides {
  debit?: number | null;
  credit?: number | null;
}

/** Currencies of an entry. `exchangeRate` is units of `currency` per unit of `foreignCurrency`. */
export interface EntryCurrencies {
  currency: string;
  foreignCurrency: string | null;
  exchangeRate: number | null;
}

/** The amounts of lines and their totals. */
export interface EntryAmounts {
  lines: LineAmounts[];
  total: number;
  foreignTotal: number | null;
}

/**
 * Minor units of lines in major units. Throws VALIDATION_ERROR unless each line has exactly one side above 0, AMOUNT_PRECISION
 * for surplus decimals, and BUSINESS_RULE when debits and credits differ.
 */
export function readAmounts(given: readonly GivenSides[], currencies: EntryCurrencies): EntryAmounts {
  const { currency, foreignCurrency, exchangeRate } = currencies;
  const decimals = currencyDecimals(foreignCurrency ?? currency);
  requireOneSide(given);
  const sides = given.map(({ debit, credit }) => ({
    debit: toMinor(debit ?? 0, decimals),
    credit: toMinor(credit ?? 0, decimals),
  }));
  const total = requireBalance(sides, foreignCurrency ?? currency);
  if (foreignCurrency === null || exchangeRate === null) {
    return {
      lines: sides.map((side) => ({ ...side, foreignDebit: null, foreignCredit: null })),
      total,
      foreignTotal: null,
    };
  }
  return convert(sides, total, { currency, foreignCurrency, exchangeRate });
}

/** The total of both sides. Throws BUSINESS_RULE `unbalanced` when they differ. */
export function requireBalance(lines: readonly Sides[], currency: string): number {
  const debits = lines.reduce((sum, { debit }) => sum + debit, 0);
  const credits = lines.reduce((sum, { credit }) => sum + credit, 0);
  if (debits > maxTotal) {
    throw accountingRule("too_large", "The total of the entry is too large. Split it into several entries.");
  }
  if (debits === credits) return debits;
  const scale = 10 ** currencyDecimals(currency);
  throw accountingRule(
    "unbalanced",
    "The debits do not equal the credits. Correct the amounts, or add the missing line.",
    { debits: debits / scale, credits: credits / scale, difference: (debits - credits) / scale },
  );
}

function requireOneSide(given: readonly GivenSides[]): void {
  const faults: FieldFault[] = [];
  for (const [index, { debit, credit }] of given.entries()) {
    if ((debit ?? 0) > 0 === (credit ?? 0) > 0)
      faults.push({
        path: `lines.${index}`,
        message: "must have either a debit or a credit above 0",
        rule: "oneSide",
      });
  }
  if (faults.length > 0) throw validationError(faults);
}

/**
 * The total is converted and rounded once; each side gets it in proportion by the largest-remainder method. So both sides
 * stay equal, and no line is further than one minor unit from its exact value.
 */
function convert(
  sides: readonly Sides[],
  foreignTotal: number,
  {
    currency,
    foreignCurrency,
    exchangeRate,
  }: { currency: string; foreignCurrency: string; exchangeRate: number },
): EntryAmounts {
  const { digits, scale } = parseDecimal(exchangeRate);
  if (scale > 10)
    throw validationError([
      { path: "exchangeRate", message: "must have at most 10 decimals", rule: "decimals" },
    ]);
  const numerator = digits * 10n ** BigInt(currencyDecimals(currency));
  const denominator = 10n ** BigInt(scale + currencyDecimals(foreignCurrency));
  const total = multiplyHalfUp(foreignTotal, numerator, denominator);
  if (total < 1 || total > maxTotal) {
    throw accountingRule(
      "converted_amount",
      "The converted total is too small or too large. Check the exchange rate.",
    );
  }
  const debits = allocate(
    total,
    sides.map(({ debit }) => debit),
  );
  const credits = allocate(
    total,
    sides.map(({ credit }) => credit),
  );
  const lines = sides.map(({ debit, credit }, index) => ({
    debit: debits[index]!,
    credit: credits[index]!,
    foreignDebit: debit,
    foreignCredit: credit,
  }));
  return { lines, total, foreignTotal };
}
