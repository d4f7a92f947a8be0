import { currencyDecimals } from "../../../../src/currency.ts";
import { DomainError, validationError, type FieldFault } from "../../../../src/errors.ts";
import { parseDecimal, toMajor, toMinor } from "../../../../src/money.ts";
import {
  lineNet,
  netsOfPrices,
  rateOfPercent,
  totalInvoice,
  usualRounding,
  type InvoiceTotals,
  type Rounding,
} from "./invoice-arithmetic.ts";
import type { InvoiceItemInput } from "./invoicing.types.ts";
import { plainTax, storedTaxes, treatmentOf, type LineTax } from "../taxes/line-taxes.ts";

/** Line in minor units, as stored. */
export interface PricedLine {
  description: string;
  quantity: number;
  unitPriceMinor: number;
  discountMinor: number;
  netMinor: number;
  taxRates: number[];
  /** Empty where the rates say all. */
  taxes: LineTax[];
  itemId: string | null;
}

/** Amounts calculated from an invoice's input. */
export interface PricedInvoice {
  currency: string;
  decimals: number;
  lines: PricedLine[];
  totals: InvoiceTotals;
  rounding: Rounding;
}

/** Line to price; its own `taxes` replace the invoice's rate. */
export interface PriceableItem extends InvoiceItemInput {
  taxes?: readonly LineTax[];
  discount?: number | null;
  itemId?: string | null;
}

/** Input for pricing an invoice or a quotation. */
export interface PriceableInput {
  items: readonly PriceableItem[];
  currency?: string | null;
  taxRate?: number | null;
  discount?: number | null;
  /** Where a line is in the request. Default: in `items`. */
  pathOf?: LinePath;
}

/** Path of a line in the request, as the prefix of its fields' paths. */
export type LinePath = (index: number) => string;

/** Path of a line in a list named `items`. */
export const pathInItems: LinePath = (index) => `items.${index}.`;

const invoiceCurrencies = ["USD", "CAD", "EUR", "GBP"];
const rateDecimals = 4;
const quantityDecimals = 4;

/**
 * Prices the lines of an input. Throws VALIDATION_ERROR with all errors of the lines, AMOUNT_PRECISION when only decimals
 * are wrong, INVALID_CURRENCY, or INVALID_AMOUNT for impossible totals.
 */
export function priceInvoice(input: PriceableInput, rounding: Rounding = usualRounding): PricedInvoice {
  const currency = readCurrency(input.currency ?? "USD");
  const decimals = currencyDecimals(currency);
  const faults: FieldFault[] = [];
  checkDecimals(input.taxRate, { path: "taxRate", decimals: rateDecimals }, faults);
  checkDecimals(input.discount, { path: "discount", decimals }, faults);
  input.items.forEach((item, index) =>
    checkItem(item, { path: (input.pathOf ?? pathInItems)(index), decimals, rounding }, faults),
  );
  if (faults.length > 0) throw refusal(faults, decimals);
  const ofInvoice = input.taxRate ? [plainTax(rateOfPercent(input.taxRate))] : [];
  const taxed = input.items.map((item) => {
    const taxes = item.taxes ?? ofInvoice;
    const { netMinor, ...line } = priceItem(item, decimals, rounding);
    const treatment = treatmentOf(taxes);
    const gross = treatment.inclusive.length > 0 ? { gross: netMinor } : {};
    return { line, taxes, treatment: { net: netMinor, ...treatment, ...gross } };
  });
  const nets = netsOfPrices(
    taxed.map(({ treatment }) => treatment),
    rounding,
  );
  const lines = taxed.map(({ line, taxes, treatment }, index) => ({
    ...line,
    netMinor: nets[index]!,
    taxRates: treatment.rates,
    taxes: storedTaxes(taxes),
  }));
  const totals = totalInvoice(
    taxed.map(({ treatment }, index) => ({ ...treatment, net: nets[index]! })),
    toMinor(input.discount ?? 0, decimals),
    rounding,
  );
  return { currency, decimals, lines, totals, rounding };
}

function readCurrency(text: string): string {
  const currency = text.toUpperCase();
  if (invoiceCurrencies.includes(currency)) return currency;
  const message = `This currency is not supported. Use one of ${invoiceCurrencies.join(", ")}.`;
  throw new DomainError("INVALID_CURRENCY", message, { allowed: invoiceCurrencies });
}

function checkItem(
  item: PriceableItem,
  place: { path: string; decimals: number; rounding: Rounding },
  faults: FieldFault[],
): void {
  const { path, decimals, rounding } = place;
  const before = faults.length;
  checkDecimals(item.amount, { path: `${path}amount`, decimals }, faults);
  checkDecimals(item.discount, { path: `${path}discount`, decimals }, faults);
  checkDecimals(item.unitPrice, { path: `${path}unitPrice`, decimals }, faults);
  checkDecimals(item.quantity, { path: `${path}quantity`, decimals: quantityDecimals }, faults);
  const { amount, quantity, unitPrice } = definedParts(item);
  const add = (name: string, message: string, rule: string) =>
    faults.push({ path: `${path}${name}`, message, rule });
  if (quantity !== undefined && unitPrice === undefined)
    add("unitPrice", "is required together with quantity", "required");
  else if (quantity === undefined && unitPrice !== undefined)
    add("quantity", "is required together with unitPrice", "required");
  else if (quantity === undefined && amount === undefined) {
    add("amount", "is required, unless quantity and unitPrice are given", "required");
  } else if (faults.length === before && amount !== undefined && quantity !== undefined) {
    const price = parseDecimal(unitPrice as number);
    const net = lineNet(parseDecimal(quantity), price, decimals, rounding.roundingMode);
    if (net !== toMinor(amount, decimals)) add("amount", "must equal quantity x unitPrice", "agreement");
  }
  if (faults.length > before || !item.discount) return;
  const { netMinor } = priceItem(item, decimals, rounding);
  if (netMinor < 0) add("discount", "must not exceed the line total", "maximum");
}

function priceItem(
  item: PriceableItem,
  decimals: number,
  { roundingMode }: Rounding,
): Omit<PricedLine, "taxRates" | "taxes"> {
  const { amount, quantity, unitPrice } = definedParts(item);
  const { description, itemId = null } = item;
  const discountMinor = toMinor(item.discount ?? 0, decimals);
  const kept = { description, itemId, discountMinor };
  if (quantity === undefined || unitPrice === undefined) {
    const unitPriceMinor = toMinor(amount as number, decimals);
    return { ...kept, quantity: 1, unitPriceMinor, netMinor: unitPriceMinor - discountMinor };
  }
  const full = lineNet(parseDecimal(quantity), parseDecimal(unitPrice), decimals, roundingMode);
  return { ...kept, quantity, unitPriceMinor: toMinor(unitPrice, decimals), netMinor: full - discountMinor };
}

/** Quantity x unit price of a stored line, before its discount and with the taxes that the price includes. */
export function priceOfLine(
  { quantity, unitPriceMinor }: Pick<PricedLine, "quantity" | "unitPriceMinor">,
  decimals: number,
  { roundingMode }: Pick<Rounding, "roundingMode">,
): number {
  const price = parseDecimal(toMajor(unitPriceMinor, decimals));
  return lineNet(parseDecimal(quantity), price, decimals, roundingMode);
}

function definedParts(item: InvoiceItemInput): { amount?: number; quantity?: number; unitPrice?: number } {
  return {
    amount: item.amount ?? undefined,
    quantity: item.quantity ?? undefined,
    unitPrice: item.unitPrice ?? undefined,
  };
}

function checkDecimals(
  value: number | null | undefined,
  place: { path: string; decimals: number },
  faults: FieldFault[],
): void {
  if (value === null || value === undefined || parseDecimal(value).scale <= place.decimals) return;
  faults.push({
    path: place.path,
    message: `must have at most ${place.decimals} decimals`,
    rule: "decimals",
  });
}

function refusal(faults: FieldFault[], decimals: number): DomainError {
  if (!faults.every((fault) => fault.rule === "decimals")) return validationError(faults);
  const first = faults[0] as FieldFault;
  return new DomainError("AMOUNT_PRECISION", `${first.path}: ${first.message}`, { decimals, fields: faults });
}
