import { currencyDecimals } from "../../../../src/currency.ts";
import { toMajor } from "../../../../src/money.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import type { InvoiceEntity, InvoiceLineEntity } from "./invoice.entity.ts";
import { amountDueMinor, stateOf } from "./invoice-states.ts";
import type { InvoiceSelection } from "../invoice-selection.ts";
import type { Invoice, InvoiceLine } from "./invoice.types.ts";

/** How one field of the GraphQL type comes from stored columns. */
interface InvoiceField {
  columns: readonly (keyof InvoiceEntity)[];
  of(row: InvoiceEntity, ctx: InvoicingContext): unknown;
}

type MinorColumn = Extract<keyof InvoiceEntity, `${string}Minor`>;

const stored = (column: keyof InvoiceEntity): InvoiceField => ({
  columns: [column],
  of: (row) => row[column],
});
const inMajor = (column: MinorColumn): InvoiceField => ({
  columns: [column, "currency"],
  of: (row) => toMajor(row[column], currencyDecimals(row.currency)),
});
const owed = [
  "status",
  "totalMinor",
  "amountPaidMinor",
  "amountCreditedMinor",
  "amountWrittenOffMinor",
] as const;

/** Every field but `lines`, which are rows of their own. */
const invoiceFields: Readonly<Record<Exclude<keyof Invoice, "lines">, InvoiceField>> = {
  id: stored("id"),
  ownerId: stored("ownerId"),
  appId: stored("appId"),
  number: stored("number"),
  delivery: stored("delivery"),
  currency: stored("currency"),
  issueDate: stored("issueDate"),
  plannedIssueDate: stored("plannedIssueDate"),
  dueDate: stored("dueDate"),
  notes: stored("notes"),
  sentAt: stored("sentAt"),
  paidAt: stored("paidAt"),
  cancelledAt: stored("cancelledAt"),
  cancelReason: stored("cancelReason"),
  quotationId: stored("quotationId"),
  recurringId: stored("recurringId"),
  taxRoundingLevel: stored("taxRoundingLevel"),
  roundingMode: stored("roundingMode"),
  status: { columns: [...owed, "overdueAt"], of: (row, ctx) => stateOf(row, ctx.clock.now()) },
  client: {
    columns: ["clientId", "clientName", "clientEmail", "clientAddress", "ownerId"],
    of: ({ clientId: id, clientName: name, clientEmail: email, clientAddress: address, ownerId }) => ({
      id,
      name,
      email,
      address,
      ownerId,
    }),
  },
  discount: inMajor("discountMinor"),
  subtotal: inMajor("subtotalMinor"),
  taxLines: {
    columns: ["taxLines", "currency"],
    of: ({ taxLines, currency }) => {
      const decimals = currencyDecimals(currency);
      return taxLines.map(({ rate, base, tax }) => ({
        rate: toMajor(rate, 4),
        base: toMajor(base, decimals),
        tax: toMajor(tax, decimals),
      }));
    },
  },
  taxTotal: inMajor("taxMinor"),
  total: inMajor("totalMinor"),
  amountPaid: inMajor("amountPaidMinor"),
  amountCredited: inMajor("amountCreditedMinor"),
  amountWrittenOff: inMajor("amountWrittenOffMinor"),
  amountDue: {
    columns: [...owed, "currency"],
    of: (row) => toMajor(amountDueMinor(row), currencyDecimals(row.currency)),
  },
  paymentLink: { columns: ["id", "paymentTokenSealed"], of: (row, ctx) => paymentLink(ctx, row) },
  version: stored("version"),
  createdAt: stored("createdAt"),
  updatedAt: stored("updatedAt"),
};

type FieldName = keyof typeof invoiceFields;

/** All fields but `lines`. */
export const allFields = Object.keys(invoiceFields) as FieldName[];

/** Read for every invoice: the access rule, loaders and cursors need them. */
const neededFields = ["id", "ownerId", "currency", "createdAt"] as const;

/** The fields of an invoice that a read has to answer, in the order of the type. */
export type InvoiceFields = InvoiceSelection["fields"];

/** The fields of a selection, and those that the platform needs of every invoice. */
export function fieldsOfSelection(selected: ReadonlySet<string>): InvoiceFields {
  const needed = new Set<string>(neededFields);
  return allFields.filter((name) => selected.has(name) || needed.has(name));
}

/** The columns behind these fields. */
export function columnsOf(fields: InvoiceFields): (keyof InvoiceEntity)[] {
  return [...new Set(fields.flatMap((name) => invoiceFields[name].columns))];
}

/**
 * Converts a stored invoice to its GraphQL type: major units, computed status, payment link. With `fields`, only these, for
 * rows without the other columns.
 */
export function presentInvoice(
  ctx: InvoicingContext,
  row: InvoiceEntity,
  lines?: readonly InvoiceLineEntity[],
  fields: InvoiceFields = allFields,
): Invoice {
  const invoice: Record<string, unknown> = {};
  for (const name of fields) {
    if (name !== "paymentLink") invoice[name] = invoiceFields[name].of(row, ctx);
    // Lazy: decrypting the token is expensive.
    else defineLazy(invoice, name, () => invoiceFields[name].of(row, ctx));
  }
  if (lines) invoice["lines"] = lines.map((line) => presentLine(line, row.currency));
  return invoice as unknown as Invoice;
}

function defineLazy(invoice: object, name: string, get: () => unknown): void {
  Object.defineProperty(invoice, name, { get, enumerable: true, configurable: true });
}

/** Converts a stored line to its GraphQL type. */
export function presentLine(
  line: Omit<InvoiceLineEntity, "ownerId" | "invoiceId" | "position">,
  currency: string,
): InvoiceLine {
  const decimals = currencyDecimals(currency);
  return {
    id: line.id,
    description: line.description,
    quantity: line.quantity,
    unitPrice: toMajor(line.unitPriceMinor, decimals),
    discount: toMajor(line.discountMinor, decimals),
    total: toMajor(line.netMinor, decimals),
    itemId: line.itemId,
    taxRates: line.taxRates.map((rate) => toMajor(rate, 4)),
  };
}

/** Context that binds the sealed payment token to its row. */
export function tokenPlace(invoiceId: string): string {
  return `invoices.payment_token_sealed.${invoiceId}`;
}

/** URL of the page where the client views and pays the invoice. */
export function paymentLink(
  ctx: InvoicingContext,
  row: Pick<InvoiceEntity, "id" | "paymentTokenSealed">,
): string {
  return `${ctx.publicUrl}/pay/${ctx.ports.keyRing.open(row.paymentTokenSealed, tokenPlace(row.id))}`;
}
