/** Credit note arithmetic in integer minor units. Credits never exceed the invoice, per tax rate. */
import { allocate, multiplyHalfUp } from "../../../../src/money.ts";
import { taxBases, taxOn, type RoundingMode, type TaxLine } from "../invoices/invoice-arithmetic.ts";

/** Amounts of a document: `total` is `subtotal` plus taxes. */
export interface CreditableMoney {
  subtotal: number;
  taxLines: readonly TaxLine[];
}

/** Remaining amounts of an invoice after these credits. */
export function remainingOf(invoice: CreditableMoney, credited: readonly CreditableMoney[]): CreditableMoney {
  const sumOf = (pick: (money: CreditableMoney) => number) =>
    credited.reduce((sum, money) => sum + pick(money), 0);
  const ofRate = (money: CreditableMoney, rate: number) => money.taxLines.find((line) => line.rate === rate);
  return {
    subtotal: invoice.subtotal - sumOf((money) => money.subtotal),
    taxLines: invoice.taxLines.map(({ rate, base, tax }) => ({
      rate,
      base: base - sumOf((money) => ofRate(money, rate)?.base ?? 0),
      tax: tax - sumOf((money) => ofRate(money, rate)?.tax ?? 0),
    })),
  };
}

/** Subtotal and taxes together. */
export function totalOf({ subtotal, taxLines }: CreditableMoney): number {
  return taxLines.reduce((sum, { tax }) => sum + tax, subtotal);
}

/**
 * A credit of `amount` (with tax) on what is left: net and each tax in the proportion that they are left in, by the
 * largest remainder, so no part exceeds what is left of it and the last credit takes it to zero. Null for an amount that
 * is not above zero or more than is left, and for a part of an invoice with taxes below zero, which has no proportion.
 */
export function creditByAmount(left: CreditableMoney, amount: number): CreditableMoney | null {
  const total = totalOf(left);
  if (amount <= 0 || amount > total) return null;
  if (amount === total) return left;
  const parts = [left.subtotal, ...left.taxLines.map(({ tax }) => tax)];
  if (parts.some((part) => part < 0)) return null;
  const [subtotal = 0, ...taxes] = allocate(amount, parts);
  return {
    subtotal,
    taxLines: left.taxLines.map(({ rate, base }, index) => ({
      rate,
      base: multiplyHalfUp(base, amount, total),
      tax: taxes[index]!,
    })),
  };
}

/** Net to credit, with its tax rates. */
export interface CreditedPart {
  net: number;
  rates: readonly number[];
  /** Rates that are calculated on the net with its simple taxes. */
  compound?: readonly number[];
}

/**
 * Credit of these nets with their taxes, each tax limited to its remainder. Null when it is zero or exceeds what is left.
 */
export function creditByParts(
  left: CreditableMoney,
  parts: readonly CreditedPart[],
  mode: RoundingMode,
): CreditableMoney | null {
  const subtotal = parts.reduce((sum, { net }) => sum + net, 0);
  if (subtotal <= 0 || subtotal > left.subtotal) return null;
  const bases = parts.map((part) => taxBases(part, mode));
  const taxLines = left.taxLines.map((line) => {
    const base = bases.reduce((sum, of) => sum + (of.get(line.rate) ?? 0), 0);
    return { rate: line.rate, base, tax: taxLeft(line, base, taxOn(base, line.rate, mode)) };
  });
  const exceeds = taxLines.some(({ base }, index) => base > Math.max(0, left.taxLines[index]!.base));
  return exceeds ? null : { subtotal, taxLines: taxLines.filter(({ base }) => base !== 0) };
}

/** The tax of a base, at most what is left of it; all that is left with the last of the base. */
function taxLeft({ base: leftBase, tax: left }: TaxLine, base: number, tax: number): number {
  if (base === leftBase) return left;
  return left < 0 ? Math.max(tax, left) : Math.min(tax, left);
}
