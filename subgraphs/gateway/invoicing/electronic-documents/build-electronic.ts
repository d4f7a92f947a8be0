import { currencyDecimals } from "../../../../src/currency.ts";
import { allocate, toMajor } from "../../../../src/money.ts";
import { taxCategories, taxesOf, type LineTax, type TaxCategoryName } from "../taxes/line-taxes.ts";
import type { InvoiceLineEntity } from "../invoices/invoice.entity.ts";
import { wordsOf } from "../printing/document-words.ts";
import { reasonOfCategory } from "../printing/tax-reasons.ts";
import type { Seller } from "../printing/seller.ts";
import type {
  ElectronicDocument,
  ElectronicLine,
  ElectronicTax,
  TaxTreatment,
} from "./electronic-document.ts";
import {
  bankOf,
  categoryFaults,
  missingOf,
  partiesOf,
  unsupportedTaxes,
  vatIdOf,
  type ElectronicSource,
} from "./seller-and-buyer.ts";

/** An electronic document, or the facts that EN 16931 asks for and that are not known. */
export type ElectronicResult =
  | { document: ElectronicDocument; missing?: undefined }
  | { document?: undefined; missing: readonly string[] };

/** An issued invoice by EN 16931; what is missing otherwise, as a list of fields and reasons. */
export function electronicInvoice(source: ElectronicSource): ElectronicResult {
  const { invoice, lines, seller, locale } = source;
  const { number, issueDate, currency, status } = invoice;
  if (number === null || issueDate === null) return { missing: ["the invoice is not issued"] };
  if (status === "cancelled") return { missing: ["the invoice is cancelled"] };
  const decimals = currencyDecimals(currency);
  const untaxed = untaxedCategory(seller);
  const missing = [...missingOf(source), ...unsupportedTaxes(lines)];
  const treated = lines.map((line) => ({ line, tax: taxOf(line, untaxed) }));
  const nets = groupNets(treated.map(({ line, tax }) => ({ amount: line.netMinor, tax })));
  const shares = sharesOf(invoice.discountMinor, nets);
  const taxes = nets.map(({ tax, amount }, index): ElectronicTax => {
    const base = amount - shares[index]!;
    const stored = invoice.taxLines.find((one) => one.rate === tax.rate && tax.rate > 0);
    return {
      treatment: treatmentOf(tax),
      base,
      tax: stored?.tax ?? 0,
      reason: tax.rate > 0 ? null : reasonOf(tax, locale),
    };
  });
  missing.push(...categoryFaults(taxes, source));
  if (missing.length > 0) return { missing: [...new Set(missing)] };
  const words = wordsOf(locale);
  const paid = invoice.amountPaidMinor + invoice.amountCreditedMinor + invoice.amountWrittenOffMinor;
  const isSupply = taxes.some(({ treatment }) => treatment.category === "K");
  return {
    document: {
      kind: "invoice",
      number,
      issueDate,
      dueDate: invoice.dueDate,
      currency,
      decimals,
      notes: invoice.notes ? [invoice.notes] : [],
      corrects: null,
      ...partiesOf(source, taxes),
      delivery: isSupply ? { date: issueDate, country: source.client.country! } : null,
      bank: bankOf(seller, currency),
      terms: seller.terms ?? (invoice.dueDate === null ? words.dueOnReceipt : null),
      lines: treated.map(({ line, tax }) => lineOf(line, tax, decimals)),
      allowances: nets.flatMap(({ tax }, index) =>
        shares[index] === 0
          ? []
          : [{ amount: shares[index]!, treatment: treatmentOf(tax), reason: words.discount }],
      ),
      taxes,
      totals: {
        lines: invoice.subtotalMinor + invoice.discountMinor,
        allowances: invoice.discountMinor,
        net: invoice.subtotalMinor,
        tax: invoice.taxMinor,
        gross: invoice.totalMinor,
        paid,
        due: invoice.totalMinor - paid,
      },
    },
  };
}

type TreatedTax = Pick<LineTax, "rate" | "category" | "reason">;

/** Lines without tax are exempt where the seller is registered, and not subject to the tax otherwise (BR-E-02, BR-O-02). */
export function untaxedCategory(seller: Seller): TaxCategoryName {
  return vatIdOf(seller) === null ? "outside_scope" : "exempt";
}

/** The one tax of a line. */
export function taxOf(line: InvoiceLineEntity, untaxed: TaxCategoryName): TreatedTax {
  return taxesOf(line)[0] ?? { rate: 0, category: untaxed, reason: null };
}

/** Key of a tax among those of a document. */
export const keyOf = ({ rate, category, reason }: TreatedTax) =>
  `${category} ${rate} ${rate > 0 ? "" : (reason ?? "")}`;
/** How a tax treats a line. */
export const treatmentOf = ({ rate, category }: TreatedTax): TaxTreatment => ({
  category: taxCategories[category],
  rate,
});

/** Why nothing is taxed; null for the zero rate, which has no reason (BR-Z-10). */
export function reasonOf({ category, reason }: TreatedTax, locale: string): string | null {
  return category === "zero" ? null : (reason ?? reasonOfCategory(category, locale));
}

/** Nets by category and rate, since the breakdown of taxes has each once. */
function groupNets(parts: readonly { amount: number; tax: TreatedTax }[]) {
  const groups = Map.groupBy(parts, ({ tax }) => `${tax.category} ${tax.rate}`);
  return [...groups.values()].map((same) => ({
    tax: same[0]!.tax,
    amount: same.reduce((sum, { amount }) => sum + amount, 0),
  }));
}

function sharesOf(discount: number, nets: readonly { amount: number }[]): number[] {
  return discount === 0
    ? nets.map(() => 0)
    : allocate(
        discount,
        nets.map(({ amount }) => Math.max(0, amount)),
      );
}

/** A line with its price net of tax, and a deduction as a quantity below zero (BR-27). */
function lineOf(line: InvoiceLineEntity, tax: TreatedTax, decimals: number): ElectronicLine {
  const { description: name, quantity, unitPriceMinor, discountMinor, netMinor } = line;
  const isNet = line.taxes.every(({ isInclusive }) => !isInclusive);
  const unit = isNet ? toMajor(unitPriceMinor, decimals) : toMajor(netMinor, decimals) / quantity;
  const sign = unit < 0 ? -1 : 1;
  return {
    name,
    quantity: plain(quantity * sign, 4),
    price: plain(Math.abs(unit), isNet ? decimals : 6),
    allowance: isNet ? discountMinor : 0,
    net: netMinor,
    treatment: treatmentOf(tax),
  };
}

/** A minor amount as a decimal. */
export function decimal(minor: number, decimals: number): string {
  return toMajor(minor, decimals).toFixed(decimals);
}

/** A number without exponent, rounded to these decimals, and without zeros at its end. */
function plain(value: number, decimals: number): string {
  return String(Number(value.toFixed(decimals)));
}
