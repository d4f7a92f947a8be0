import { currencyDecimals } from "../../../../src/currency.ts";
import { wordsOf } from "../printing/document-words.ts";
import {
  decimal,
  keyOf,
  reasonOf,
  taxOf,
  treatmentOf,
  untaxedCategory,
  type ElectronicResult,
} from "./build-electronic.ts";
import type { ElectronicTax } from "./electronic-document.ts";
import {
  categoryFaults,
  missingOf,
  partiesOf,
  unsupportedTaxes,
  type ElectronicSource,
} from "./seller-and-buyer.ts";

/** A credit note as electronic documents need it, in minor units. */
export interface CreditedAmounts {
  number: string;
  issueDate: string;
  reason: string;
  subtotal: number;
  total: number;
  taxLines: readonly { rate: number; base: number; tax: number }[];
  settled: number;
}

/** A credit note by EN 16931: one line for each tax treatment of what it credits. */
export function electronicCreditNote(source: ElectronicSource, note: CreditedAmounts): ElectronicResult {
  const { invoice, lines, locale } = source;
  const { parts, fault } = partsOf(source, note);
  const missing = [...missingOf(source), ...unsupportedTaxes(lines), ...(fault === null ? [] : [fault])];
  missing.push(...categoryFaults(parts, source));
  if (missing.length > 0) return { missing: [...new Set(missing)] };
  const decimals = currencyDecimals(invoice.currency);
  const isSupply = parts.some(({ treatment }) => treatment.category === "K");
  return {
    document: {
      kind: "credit_note",
      number: note.number,
      issueDate: note.issueDate,
      dueDate: null,
      currency: invoice.currency,
      decimals,
      notes: [note.reason],
      corrects: { number: invoice.number!, issueDate: invoice.issueDate },
      ...partiesOf(source, parts),
      delivery: isSupply ? { date: note.issueDate, country: source.client.country! } : null,
      bank: null,
      terms: wordsOf(locale).creditTerms,
      lines: parts.map(({ treatment, base }) => ({
        name: note.reason,
        quantity: "1",
        price: decimal(base, decimals),
        allowance: 0,
        net: base,
        treatment,
      })),
      allowances: [],
      taxes: parts,
      totals: {
        lines: note.subtotal,
        allowances: 0,
        net: note.subtotal,
        tax: note.total - note.subtotal,
        gross: note.total,
        paid: note.settled,
        due: note.total - note.settled,
      },
    },
  };
}

/** What is credited by tax treatment; a fault where the note does not say it. */
function partsOf(
  { lines, seller, locale }: ElectronicSource,
  note: CreditedAmounts,
): { parts: ElectronicTax[]; fault: string | null } {
  const untaxed = untaxedCategory(seller);
  const kinds = new Map(lines.map((line) => taxOf(line, untaxed)).map((tax) => [keyOf(tax), tax]));
  const [exemption, another] = [...kinds.values()].filter(({ rate }) => rate === 0);
  const taxed = note.taxLines
    .filter(({ rate }) => rate > 0)
    .map(({ rate, base, tax }): ElectronicTax => ({
      treatment: { category: "S", rate },
      base,
      tax,
      reason: null,
    }));
  const base = note.subtotal - taxed.reduce((sum, part) => sum + part.base, 0);
  const parts =
    base === 0 || !exemption
      ? taxed
      : [...taxed, { treatment: treatmentOf(exemption), base, tax: 0, reason: reasonOf(exemption, locale) }];
  if (base !== 0 && another)
    return { parts, fault: "the credit note does not say which of several exemptions it credits" };
  return { parts, fault: parts.some((part) => part.base < 0) ? "a credited amount is below zero" : null };
}
