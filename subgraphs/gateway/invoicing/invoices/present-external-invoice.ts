import { currencyDecimals } from "../../../../src/currency.ts";
import { toMajor } from "../../../../src/money.ts";
import type { ExternalInvoice, ExternalItem } from "./external-invoice.types.ts";
import type { InvoiceEntity } from "./invoice.entity.ts";
import { stateOf } from "./invoice-states.ts";

/** A stored line, of an invoice or of a quotation. */
export interface StoredLine {
  description: string;
  quantity: number;
  unitPriceMinor: number;
  netMinor: number;
}

/** Public record of an invoice for the external API and events. */
export function presentExternalInvoice(
  row: InvoiceEntity,
  lines: readonly StoredLine[],
  now: Date,
): ExternalInvoice {
  const decimals = currencyDecimals(row.currency);
  return {
    invoiceId: row.id,
    invoiceNumber: row.number,
    customerName: row.clientName,
    customerEmail: row.clientEmail,
    customerAddress: row.clientAddress,
    items: lines.map((line) => presentItem(line, decimals)),
    subtotal: toMajor(row.subtotalMinor, decimals),
    tax: toMajor(row.taxMinor, decimals),
    taxRate: singleRateOf(row),
    total: toMajor(row.totalMinor, decimals),
    currency: row.currency,
    status: stateOf(row, now),
    dueDate: row.dueDate,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

/** Converts a stored line to major units. */
export function presentItem(line: StoredLine, decimals: number): ExternalItem {
  const { description, quantity, unitPriceMinor, netMinor } = line;
  return {
    description,
    quantity,
    unitPrice: toMajor(unitPriceMinor, decimals),
    total: toMajor(netMinor, decimals),
  };
}

/** Previous values of the fields that changed. */
export function changedFields<T extends object>(before: T, after: T): Partial<T> {
  const names = Object.keys(before) as (keyof T)[];
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  return Object.fromEntries(changed.map((name) => [name, before[name]])) as Partial<T>;
}

/** Single tax rate of an invoice in percent: 0 without tax, null when lines differ. */
export function singleRateOf({
  taxLines,
  subtotalMinor,
}: Pick<InvoiceEntity, "taxLines" | "subtotalMinor">): number | null {
  const [only, ...others] = taxLines;
  if (!only) return 0;
  return others.length === 0 && only.base === subtotalMinor ? toMajor(only.rate, 4) : null;
}
