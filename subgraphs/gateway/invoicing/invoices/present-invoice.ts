import { currencyDecimals } from "../../../../src/currency.ts";
import { toMajor } from "../../../../src/money.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import type { InvoiceEntity, InvoiceLineEntity } from "./invoice.entity.ts";
import { amountDueMinor, stateOf } from "./invoice-states.ts";
import type { Invoice, InvoiceLine } from "./invoice.types.ts";

/** Converts a stored invoice to its GraphQL type: major units, computed status, payment link. */
export function presentInvoice(
  ctx: InvoicingContext,
  row: InvoiceEntity,
  lines?: readonly InvoiceLineEntity[],
): Invoice {
  const major = (minor: number) => toMajor(minor, currencyDecimals(row.currency));
  const { id, ownerId, appId, number, delivery, currency, issueDate, dueDate, notes, sentAt, paidAt } = row;
  const { cancelledAt, cancelReason } = row;
  return {
    id,
    ownerId,
    appId,
    number,
    delivery,
    currency,
    issueDate,
    dueDate,
    notes,
    sentAt,
    paidAt,
    cancelledAt,
    cancelReason,
    quotationId: row.quotationId,
    recurringId: row.recurringId,
    taxRoundingLevel: row.taxRoundingLevel,
    roundingMode: row.roundingMode,
    status: stateOf(row, ctx.clock.now()),
    client: {
      id: row.clientId,
      name: row.clientName,
      email: row.clientEmail,
      address: row.clientAddress,
      ownerId,
    },
    ...(lines ? { lines: lines.map((line) => presentLine(line, row.currency)) } : {}),
    discount: major(row.discountMinor),
    subtotal: major(row.subtotalMinor),
    taxLines: row.taxLines.map(({ rate, base, tax }) => ({
      rate: toMajor(rate, 4),
      base: major(base),
      tax: major(tax),
    })),
    taxTotal: major(row.taxMinor),
    total: major(row.totalMinor),
    amountPaid: major(row.amountPaidMinor),
    amountCredited: major(row.amountCreditedMinor),
    amountWrittenOff: major(row.amountWrittenOffMinor),
    amountDue: major(amountDueMinor(row)),
    /** Lazy: decrypting the token is expensive. */
    get paymentLink() {
      return paymentLink(ctx, row);
    },
    version: row.version,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

/** Converts a stored line to its GraphQL type. */
export function presentLine(line: InvoiceLineEntity, currency: string): InvoiceLine {
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
