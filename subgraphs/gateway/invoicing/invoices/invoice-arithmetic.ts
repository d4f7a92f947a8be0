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

/** Line net before tax and its tax rates, each at most once. A rate below zero is withheld by the client. */
export interface TaxedLine {
  net: number;
  rates: readonly number[];
  /** Rates that are calculated on the net with its simple taxes. */
  compound?: readonly number[];
  /** Rates that the price includes. */
  inclusive?: readonly number[];
  /** Amount with the taxes that the price includes; absent without such. */
  gross?: number;
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
      ? lines.map((line) => ({ ...line, rates: [...new Set(line.rates)] }))
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
  const taxed = new Map<number, TaxedPart[]>();
  parts.forEach((part, index) => {
    for (const one of taxesOfPart(part, shares[index] ?? 0, roundingMode))
      taxed.set(one.rate, [...(taxed.get(one.rate) ?? []), one]);
  });
  const taxOfRate = (rate: number, of: readonly TaxedPart[]) => {
    const isByPart = taxRoundingLevel === "line" || of.some(({ included }) => included !== null);
    return isByPart
      ? sum(of.map(({ base, included }) => included ?? taxOn(base, rate, roundingMode)))
      : taxOn(sum(of.map(({ base }) => base)), rate, roundingMode);
  };
  const taxLines = [...taxed]
    .map(([rate, of]) => ({ rate, of }))
    .toSorted((a, b) => a.rate - b.rate)
    .map(({ rate, of }) => ({ rate, base: sum(of.map(({ base }) => base)), tax: taxOfRate(rate, of) }));
  const subtotal = net - discount;
  const taxTotal = sum(taxLines.map((line) => line.tax));
  const total = sum([subtotal, taxTotal]);
  if (total < 0)
    throw new DomainError("INVALID_AMOUNT", "The total must not be negative. Reduce the negative lines.");
  return { discount, subtotal, taxLines, taxTotal, total };
}

/** One rate on one part of an invoice. */
interface TaxedPart {
  rate: number;
  base: number;
  /** Tax that the price includes: what is left of it beside the net. Null where tax is added. */
  included: number | null;
}

function taxesOfPart(part: TaxedLine, share: number, mode: RoundingMode): TaxedPart[] {
  const bases = taxBases({ ...part, net: part.net - share }, mode);
  const { inclusive = [], gross } = part;
  // A discount is deducted before tax, so what is left of the price is no longer the tax.
  const included =
    gross === undefined || share !== 0
      ? null
      : splitTax(
          gross - part.net,
          inclusive.map((rate) => Math.abs(taxOn(bases.get(rate)!, rate, mode))),
        );
  return [...bases].map(([rate, base]) => ({
    rate,
    base,
    included: included?.[inclusive.indexOf(rate)] ?? null,
  }));
}

function splitTax(tax: number, weights: readonly number[]): number[] {
  if (weights.every((weight) => weight === 0)) return weights.map((_, index) => (index === 0 ? tax : 0));
  return allocate(tax, weights);
}

/** What each rate of a line is calculated on: its net, and for a compound rate also the line's simple taxes. */
export function taxBases(
  { net, rates, compound = [] }: TaxedLine,
  mode: RoundingMode = "half_up",
): Map<number, number> {
  const simple = rates.filter((rate) => rate > 0 && !compound.includes(rate));
  const withTaxes = sum([net, ...simple.map((rate) => taxOn(net, rate, mode))]);
  return new Map(rates.map((rate) => [rate, compound.includes(rate) ? withTaxes : net]));
}

/**
 * Nets of lines whose prices include taxes, in their order; other lines keep their amount. Lines of the same treatment are
 * calculated together, unless tax is rounded by the line, so that net and tax add up to the prices. The net is the gross
 * divided by 1 plus the included rates, a compound one on the simple ones.
 */
export function netsOfPrices(
  lines: readonly TaxedLine[],
  { roundingMode, taxRoundingLevel }: Rounding = usualRounding,
): number[] {
  const nets = lines.map(({ net }) => net);
  const groups = Map.groupBy(lines.keys(), (index) =>
    taxRoundingLevel === "line" ? String(index) : treatmentKey(lines[index]!),
  );
  for (const indexes of groups.values()) {
    const first = lines[indexes[0]!]!;
    if (!first.inclusive?.length) continue;
    const gross = indexes.map((index) => nets[index]!);
    const [numerator, denominator] = netShare(first);
    const net = rounded(sum(gross), numerator, denominator, roundingMode);
    const isPositive = gross.every((one) => one >= 0) && gross.some((one) => one > 0);
    const parts = isPositive
      ? allocate(net, gross)
      : gross.map((one) => rounded(one, numerator, denominator, roundingMode));
    // Beside negative lines the last one takes the difference.
    parts[parts.length - 1] = sum([parts.at(-1)!, net, -sum(parts)]);
    indexes.forEach((index, place) => (nets[index] = parts[place]!));
  }
  return nets;
}

/** The part of a price that is its net, as a fraction. */
function netShare({ rates, compound = [], inclusive = [] }: TaxedLine): [bigint, bigint] {
  const one = BigInt(unitsOfWhole);
  const simple = rates.filter((rate) => rate > 0 && !compound.includes(rate));
  const ofSimple = simple.reduce((total, rate) => total + BigInt(rate), 0n);
  const taxes = inclusive.reduce(
    (total, rate) => total + BigInt(rate) * (compound.includes(rate) ? one + ofSimple : one),
    0n,
  );
  return [one * one, one * one + taxes];
}

function treatmentKey({ rates, compound = [], inclusive = [] }: TaxedLine): string {
  const listOf = (list: readonly number[]) => [...new Set(list)].toSorted((a, b) => a - b).join();
  const special = compound.length + inclusive.length > 0;
  return special ? `${listOf(rates)};${listOf(compound)};${listOf(inclusive)}` : listOf(rates);
}

/** Lines that carry the same rates are one part, in an order that depends on the rates alone. */
function partsByTreatment(lines: readonly TaxedLine[]): TaxedLine[] {
  return [...Map.groupBy(lines, treatmentKey)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, same]) => {
      const { rates, compound, inclusive } = same[0]!;
      const gross = same[0]!.gross === undefined ? {} : { gross: sum(same.map((line) => line.gross!)) };
      const sorted = [...new Set(rates)].toSorted((a, b) => a - b);
      return { rates: sorted, compound, inclusive, ...gross, net: sum(same.map(({ net }) => net)) };
    });
}

/** Exact sum (BigInt). Throws INVALID_AMOUNT beyond 15 digits. */
function sum(amounts: readonly number[]): number {
  const total = amounts.reduce((running, amount) => running + BigInt(amount), 0n);
  if (total > BigInt(maxMinor) || total < -BigInt(maxMinor)) {
    throw new DomainError("INVALID_AMOUNT", "The amount is too large. Use amounts of at most 15 digits.");
  }
  return Number(total);
}
