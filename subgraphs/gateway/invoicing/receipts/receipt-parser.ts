/** Parses the OCR lines of a receipt into fields. Pure; amounts are integer hundredths. */

import { matchWithin } from "../../../../src/text/match-within.ts";

/** OCR line with its confidence, 0 to 1. */
export interface ReadLine {
  text: string;
  confidence: number;
}

/** Recognized field with its confidence, 0 to 1. */
export interface ReadField<T> {
  value: T;
  confidence: number;
}

export interface ReceiptLine {
  description: string;
  amountMinor: number;
}

/** Recognized fields of a receipt; null when not found. */
export interface ReceiptFields {
  merchant: ReadField<string> | null;
  date: ReadField<string> | null;
  currency: ReadField<string> | null;
  subtotalMinor: ReadField<number> | null;
  taxMinor: ReadField<number> | null;
  totalMinor: ReadField<number> | null;
  lines: ReceiptLine[];
  /** Whether subtotal (or lines) and tax add up to the total; null when there is nothing to add. */
  addsUp: boolean | null;
}

/** Confidence below which a key field needs review. */
const sureEnough = 0.8;

const isTotal = /\b(grand\s+total|total(?!ly)|amount\s+due|balance\s+due|to\s+pay|summe|gesamt)\b/i;
const isSubtotal = /\b(sub\s*(?:-\s*)?total|net\s+total|zwischensumme)\b/i;
const isTax = /\b(tax|vat|gst|hst|pst|mwst|ust|tva|iva)\b/i;
const isPayment = /\b(cash|change|card|visa|mastercard|amex|debit|credit|tendered|paid|rounding|tip)\b/i;

/** Receipts are 20 to 60 characters wide. A line that is longer than this was misread, and its end is ignored. */
const maxLine = 300;

/** Reads the fields of a receipt from its lines, top to bottom. */
export function parseReceipt(lines: readonly ReadLine[]): ReceiptFields {
  const rows = lines
    .map((line) => ({ ...line, text: line.text.trim().slice(0, maxLine).trimEnd() }))
    .filter(({ text }) => text !== "");
  const priced = rows.flatMap((row, index) => {
    const minor = amountAt(row.text);
    return minor === null ? [] : [{ ...row, index, minor }];
  });
  const taxes = priced.filter(
    ({ text }) => isTax.test(text) && !isTotal.test(text) && !isSubtotal.test(text),
  );
  const totals = priced.filter(({ text }) => isTotal.test(text) && !isSubtotal.test(text));
  const subtotal = priced.find(({ text }) => isSubtotal.test(text));
  const total = totals.toSorted((a, b) => b.minor - a.minor)[0];
  const firstSum = Math.min(...[subtotal, total, ...taxes].flatMap((row) => row?.index ?? []), Infinity);
  const bought = priced.filter(
    ({ index, text }) => index > 0 && index < firstSum && !isPayment.test(text) && dateAt(text) === null,
  );
  const field = (row: { minor: number; confidence: number } | undefined) =>
    row ? { value: row.minor, confidence: row.confidence } : null;
  const taxMinor =
    taxes.length === 0
      ? null
      : {
          value: sum(taxes.map(({ minor }) => minor)),
          confidence: Math.min(...taxes.map((one) => one.confidence)),
        };
  const fields = {
    merchant: merchantOf(rows),
    date: dateOf(rows),
    currency: currencyOf(rows),
    subtotalMinor: field(subtotal),
    taxMinor,
    totalMinor: field(total),
    lines: bought.map(({ text, minor }) => ({
      description: text.slice(0, priceIn(text)?.index).trim() || "?",
      amountMinor: minor,
    })),
  };
  return { ...fields, addsUp: addsUp(fields) };
}

/** True when merchant, date and total are certain and the sums match. */
export function isReady({ merchant, date, totalMinor, addsUp: sumsHold }: ReceiptFields): boolean {
  const keys = [merchant, date, totalMinor];
  return keys.every((key) => key !== null && key.confidence >= sureEnough) && sumsHold === true;
}

function addsUp(
  fields: Pick<ReceiptFields, "subtotalMinor" | "taxMinor" | "totalMinor" | "lines">,
): boolean | null {
  const { subtotalMinor, taxMinor, totalMinor, lines } = fields;
  if (!totalMinor) return null;
  const tax = taxMinor?.value ?? 0;
  const net = sum(lines.map(({ amountMinor }) => amountMinor));
  if (subtotalMinor) return subtotalMinor.value + tax === totalMinor.value;
  return lines.length === 0 ? null : net + tax === totalMinor.value || net === totalMinor.value;
}

/** The first line with words, before anything with a price. */
function merchantOf(rows: readonly ReadLine[]): ReadField<string> | null {
  const found = rows.find(
    ({ text }) => /\p{L}{3,}/u.test(text) && amountAt(text) === null && dateAt(text) === null,
  );
  return found ? { value: found.text.slice(0, 200), confidence: found.confidence } : null;
}

function dateOf(rows: readonly ReadLine[]): ReadField<string> | null {
  for (const { text, confidence } of rows) {
    const found = dateAt(text);
    if (found) return { value: found.date, confidence: found.isAmbiguous ? confidence / 2 : confidence };
  }
  return null;
}

const months = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");

/** The date in a text; one that day and month may be exchanged in is ambiguous, and read month first. */
function dateAt(text: string): { date: string; isAmbiguous: boolean } | null {
  const iso = /\b(20\d{2})[-/.](\d{1,2})[-/.](\d{1,2})\b/.exec(text);
  if (iso) return dateFrom(Number(iso[1]), Number(iso[2]), Number(iso[3]), false);
  const named = /\b(\d{1,2})[\s-]+([a-z]{3})[a-z]*\.?[\s,-]+(20\d{2})\b/i.exec(text);
  if (named) return dateFrom(Number(named[3]), monthOf(named[2]!), Number(named[1]), false);
  const american = /\b([a-z]{3})[a-z]*\.?\s+(\d{1,2}),?\s+(20\d{2})\b/i.exec(text);
  if (american) return dateFrom(Number(american[3]), monthOf(american[1]!), Number(american[2]), false);
  const numeric = /\b(\d{1,2})([/.-])(\d{1,2})\2(20\d{2}|\d{2})\b/.exec(text);
  if (!numeric) return null;
  const [first, second] = [Number(numeric[1]), Number(numeric[3])];
  const year = Number(numeric[4]!.length === 2 ? `20${numeric[4]}` : numeric[4]);
  // With dots between the numbers, the day comes first.
  if (numeric[2] === "." || first > 12) return dateFrom(year, second, first, false);
  return dateFrom(year, first, second, second <= 12 && first !== second);
}

function monthOf(name: string): number {
  return months.indexOf(name.toLowerCase()) + 1;
}

function dateFrom(year: number, month: number, day: number, isAmbiguous: boolean) {
  const at = new Date(Date.UTC(year, month - 1, day));
  const isReal = at.getUTCMonth() === month - 1 && at.getUTCDate() === day;
  return isReal ? { date: at.toISOString().slice(0, 10), isAmbiguous } : null;
}

function currencyOf(rows: readonly ReadLine[]): ReadField<string> | null {
  const signs: [RegExp, string][] = [
    [/€|\bEUR\b/, "EUR"],
    [/£|\bGBP\b/, "GBP"],
    [/\bC(?:A)?\$|\bCAD\b/, "CAD"],
    [/\$|\bUSD\b/, "USD"],
  ];
  for (const { text, confidence } of rows) {
    const found = signs.find(([sign]) => sign.test(text));
    if (found) return { value: found[1], confidence };
  }
  return null;
}

function priceIn(text: string): RegExpExecArray | null {
  return matchWithin(
    text,
    maxLine,
    /(?:[$€£]\s*)?(-?\d{1,3}(?:[,.\s]\d{3})*[.,]\d{2}|-?\d+[.,]\d{2})(?:\s*[$€£]|\s*(?:USD|EUR|GBP|CAD))?\s*[A-Z*]?$/i,
  );
}

/** The price at the end of a text, in hundredths; the last point or comma is the decimal one. */
function amountAt(text: string): number | null {
  const found = priceIn(text);
  if (!found) return null;
  const digits = found[1]!.replaceAll(/[^\d-]/g, "");
  const minor = Number(digits);
  return Number.isSafeInteger(minor) && Math.abs(minor) < 1_000_000_000 ? minor : null;
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((running, one) => running + one, 0);
}
