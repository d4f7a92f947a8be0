/**
 * The one arithmetic of invoices. Amounts are whole minor units, rates are whole 1e-4 percent (9.975 % is 99750), and
 * rounding is half away from zero. Tax is computed per rate on the sum of the nets that carry it.
 */
import { allocate, maxMinor, multiplyHalfUp, toMinor, type Decimal } from "../../../src/money.ts";
import { DomainError } from "../../../src/errors.ts";

/** What a line adds: its net before tax, and the rates it is taxed at (each at most once). */
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

/** `rate` on `base`, rounded half away from zero. */
export function taxOn(base: number, rate: number): number {
  return multiplyHalfUp(base, rate, unitsOfWhole);
}

/** `quantity x unitPrice` (major units of a currency with `decimals`) in minor units, rounded half away from zero. */
export function lineNet(quantity: Decimal, unitPrice: Decimal, decimals: number): number {
  const scaled = quantity.digits * unitPrice.digits * 10n ** BigInt(decimals);
  return multiplyHalfUp(1, scaled, 10n ** BigInt(quantity.scale + unitPrice.scale));
}

/**
 * Totals of an invoice. The discount is an amount off the net; it is spread over the differently taxed parts in
 * proportion to their nets (largest remainder), so it lowers each rate's base. Lines may be negative. The order of the
 * lines does not matter. Throws INVALID_AMOUNT when the discount exceeds the net, the total is negative or an amount
 * has more than 15 digits.
 */
export function totalInvoice(lines: readonly TaxedLine[], discount = 0): InvoiceTotals {
  const parts = partsByTreatment(lines);
  const net = sum(parts.map((part) => part.net));
  if (discount < 0 || (discount > 0 && discount > net)) {
    throw new DomainError("INVALID_AMOUNT", "The discount must be between zero and the sum of the lines.");
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
  const taxLines = [...bases]
    .map(([rate, nets]) => ({ rate, base: sum(nets) }))
    .toSorted((a, b) => a.rate - b.rate)
    .map(({ rate, base }) => ({ rate, base, tax: taxOn(base, rate) }));
  const subtotal = net - discount;
  const taxTotal = sum(taxLines.map((line) => line.tax));
  const total = sum([subtotal, taxTotal]);
  if (total < 0) throw new DomainError("INVALID_AMOUNT", "The total of an invoice must not be negative.");
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

/** Exact whatever the intermediate sums are; throws INVALID_AMOUNT when the result is beyond 15 digits. */
function sum(amounts: readonly number[]): number {
  const total = amounts.reduce((running, amount) => running + BigInt(amount), 0n);
  if (total > BigInt(maxMinor) || total < -BigInt(maxMinor)) {
    throw new DomainError("INVALID_AMOUNT", "The amount is too large.");
  }
  return Number(total);
}
