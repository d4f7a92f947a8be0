/**
 * Invoice arithmetic. Amounts are integer minor units, rates are integer 1e-4 percent (9.975 % is 99750). Rounds half away
 * from zero, or half to even if the account says so. Tax is computed per rate on the sum of its nets, or per line if the
 * account says so.
 */
import { allocate, maxMinor, multiplyHalfUp, toMinor, type Decimal } from "../../../../src/money.ts";
import { DomainError } from "../../../../src/errors.ts";

/** `half_up` rounds half away from zero; `half_even` to the even neighbour, as banks do. */
export type RoundingMode = "half_up" | "half_even";

/** Tax rounding: once per rate on the sum of its lines, or per line. */
export type TaxRoundingLevel = "invoice" | "line";

/** Rounding settings; each document stores its own. */
export interface Rounding {
  roundingMode: RoundingMode;
  taxRoundingLevel: TaxRoundingLevel;
}

/** Default rounding. */
export const usualRounding: Rounding = { roundingMode: "half_up", taxRoundingLevel: "invoice" };

/** Line net before tax and its tax rates, each at most once. */
export interface TaxedLine {
  net: number;
  rates: readonly number[];
}

/** Tax of one rate: `tax` is `rate` on `base`. */
export interface TaxLine {
  rate: number;
  base: number;
  tax: number;
}

export interface InvoiceTotals {
  discount: number;
  /** Sum of the line nets, less the discount. */
  subtotal: number;
  /** By ascending rate. */
  taxLines: TaxLine[];
  taxTotal: number;
  /** `subtotal + taxTotal`. */
  total: number;
}

const unitsOfWhole = 100 * 10_000;

/** A percentage (13 is 13 %) in 1e-4 percent. Throws AMOUNT_PRECISION for a fifth decimal. */
export function rateOfPercent(percent: number): number {
  return toMinor(percent, 4);
}

/** `rate` on `base`, rounded. */
export function taxOn(base: number, rate: number, mode: RoundingMode = "half_up"): number {
  return rounded(base, BigInt(rate), BigInt(unitsOfWhole), mode);
}

/** `quantity x unitPrice` (major units of a currency with `decimals`) in minor units, rounded. */
export function lineNet(
  quantity: Decimal,
  unitPrice: Decimal,
  decimals: number,
  mode: RoundingMode = "half_up",
): number {
  const scaled = quantity.digits * unitPrice.digits * 10n ** BigInt(decimals);
  return rounded(1, scaled, 10n ** BigInt(quantity.scale + unitPrice.scale), mode);
}

function rounded(amount: number, numerator: bigint, denominator: bigint, mode: RoundingMode): number {
  const halfUp = multiplyHalfUp(amount, numerator, denominator);
  const product = BigInt(amount) * numerator;
  const isHalf = (2n * product) % denominator === 0n && product % denominator !== 0n;
  if (mode === "half_up" || !isHalf || halfUp % 2 === 0) return halfUp;
  return halfUp > 0 ? halfUp - 1 : halfUp + 1;
}

/**
 * Totals of an invoice. The discount is an amount off the net; it is spread over the differently taxed parts in
 * proportion to their nets (largest remainder), so it lowers each rate's base. Lines may be negative. The order of the
 * lines does not matter, unless tax is rounded by the line: then each line is a part of its own. Throws INVALID_AMOUNT when
 * the discount exceeds the net, the total is negative or an amount has more than 15 digits.
 */
export function totalInvoice(
  lines: readonly TaxedLine[],
  discount = 0,
  { roundingMode, taxRoundingLevel }: Rounding = usualRounding,
): InvoiceTotals {
  const parts =
    taxRoundingLevel === "line"
      ? lines.map(({ net, rates }) => ({ net, rates: [...new Set(rates)] }))
      : partsByTreatment(lines);
  const net = sum(parts.map((part) => part.net));
  if (discount < 0 || (discount > 0 && discount > net)) {
    throw new DomainError("INVALID_AMOUNT", "The discount must be between 0 and the sum of the lines.");
  }
  const shares =
    discount === 0
      ? parts.map(() => 0)
      : allocate(
          discount,
          parts.map((part) => Math.max(0, part.net)),
        );
  const bases = new Map<number, number[]>();
  parts.forEach((part, index) => {
    for (const rate of part.rates) {
      bases.set(rate, [...(bases.get(rate) ?? []), part.net - (shares[index] ?? 0)]);
    }
  });
  const taxOfRate = (rate: number, nets: readonly number[]) =>
    taxRoundingLevel === "line"
      ? sum(nets.map((one) => taxOn(one, rate, roundingMode)))
      : taxOn(sum(nets), rate, roundingMode);
  const taxLines = [...bases]
    .map(([rate, nets]) => ({ rate, nets }))
    .toSorted((a, b) => a.rate - b.rate)
    .map(({ rate, nets }) => ({ rate, base: sum(nets), tax: taxOfRate(rate, nets) }));
  const subtotal = net - discount;
  const taxTotal = sum(taxLines.map((line) => line.tax));
  const total = sum([subtotal, taxTotal]);
  if (total < 0)
    throw new DomainError("INVALID_AMOUNT", "The total must not be negative. Reduce the negative lines.");
  return { discount, subtotal, taxLines, taxTotal, total };
}

/** Lines that carry the same rates are one part, in an order that depends on the rates alone. */
function partsByTreatment(lines: readonly TaxedLine[]): TaxedLine[] {
  const nets = new Map<string, { rates: number[]; nets: number[] }>();
  for (const line of lines) {
    const rates = [...new Set(line.rates)].toSorted((a, b) => a - b);
    const part = nets.get(rates.join()) ?? { rates, nets: [] };
    part.nets.push(line.net);
    nets.set(rates.join(), part);
  }
  return [...nets]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, part]) => ({ rates: part.rates, net: sum(part.nets) }));
}

/** Exact sum (BigInt). Throws INVALID_AMOUNT beyond 15 digits. */
function sum(amounts: readonly number[]): number {
  const total = amounts.reduce((running, amount) => running + BigInt(amount), 0n);
  if (total > BigInt(maxMinor) || total < -BigInt(maxMinor)) {
    throw new DomainError("INVALID_AMOUNT", "The amount is too large. Use amounts of at most 15 digits.");
  }
  return Number(total);
}
