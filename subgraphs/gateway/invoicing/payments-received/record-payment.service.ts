import type { EntityManager } from "@mikro-orm/postgresql";
import { currencyDecimals } from "../../../../src/currency.ts";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { validationError } from "../../../../src/errors.ts";
import { newId } from "../../../../src/ids.ts";
import { localDate } from "../../../../src/time/local-date.ts";
import { toMinor } from "../../../../src/money.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { timezoneOf } from "../../base/account-days.service.ts";
import { bookEntry } from "../invoices/book-entry.service.ts";
import { applyToInvoice } from "../invoices/change-invoice.service.ts";
import { eventOfEntry } from "../invoices/invoice-ledger.ts";
import { amountDueMinor, invoiceTransitions } from "../invoices/invoice-states.ts";
import type { InvoiceEntity } from "../invoices/invoice.entity.ts";
import type { ReceivedPayment, ReceiptMethod, RecordPaymentInput } from "./payments.types.ts";
import { presentPayment } from "./read-payments.service.ts";
import { ReceivedPaymentEntity } from "./received-payment.entity.ts";
import { invalidState } from "../../base/gateway.errors.ts";

/**
 * Records a payment received for an issued invoice. An excess over the amount due becomes the client's credit; a write-off
 * is reversed by the amount paid. Throws INVOICE_NOT_FOUND, INVALID_STATE when nothing is due, AMOUNT_PRECISION, and
 * VALIDATION_ERROR for a future time.
 */
export function recordPayment(ctx: InvoicingContext, input: RecordPaymentInput): Promise<ReceivedPayment> {
  const { method, reference = null } = input;
  const receivedAt = input.receivedAt ?? ctx.clock.now();
  if (receivedAt.getTime() > ctx.clock.now().getTime())
    throw validationError([{ path: "receivedAt", message: "must not be in the future", rule: "maximum" }]);
  return exactlyOnce(ctx, { operation: "recordPayment", input }, async (em) => {
    let payment: ReceivedPaymentEntity;
    await applyToInvoice(em, ctx, { invoiceId: input.invoiceId }, async ({ invoice, state }) => {
      const isPayable = invoice.status === "sent" || (state === "paid" && invoice.amountWrittenOffMinor > 0);
      if (!isPayable) throw invalidState("invoice", state, invoiceTransitions[state]);
      const amountMinor = toMinor(input.amount, currencyDecimals(invoice.currency));
      payment = await receive(em, ctx, invoice, { amountMinor, method, reference, receivedAt });
      return { event: eventOfEntry(invoice) };
    });
    await em.flush();
    return presentPayment(em, payment!);
  });
}

/** Payment details for one invoice. */
export interface Receipt {
  amountMinor: number;
  method: ReceiptMethod;
  reference: string | null;
  receivedAt: Date;
}

/** Stores a payment and allocates it to an invoice up to the amount due. The caller holds the invoice's row lock. */
export async function receive(
  em: EntityManager,
  ctx: InvoicingContext,
  invoice: InvoiceEntity,
  { amountMinor, method, reference, receivedAt }: Receipt,
): Promise<ReceivedPaymentEntity> {
  const on = localDate(receivedAt, await timezoneOf(em, invoice.ownerId));
  const reversed = Math.min(amountMinor, invoice.amountWrittenOffMinor);
  if (reversed > 0) {
    const reversal = { kind: "write_off", sourceId: null, amountMinor: -reversed, on } as const;
    await bookEntry(em, ctx, invoice, { ...reversal, reason: "paid after all" });
  }
  const allocatedMinor = Math.min(amountMinor, amountDueMinor(invoice));
  const receipt = { amountMinor, method, reference, receivedAt, allocatedMinor };
  const payment = await storeReceived(em, ctx, invoice, receipt);
  const entry = {
    kind: "payment",
    sourceId: payment.id,
    amountMinor: allocatedMinor,
    on,
    at: receivedAt,
  } as const;
  await bookEntry(em, ctx, invoice, entry);
  return payment;
}

/** Stores a payment of an invoice's client. What is not allocated is the client's credit. */
export async function storeReceived(
  em: EntityManager,
  ctx: InvoicingContext,
  invoice: InvoiceEntity,
  { amountMinor, method, reference, receivedAt, allocatedMinor }: Receipt & { allocatedMinor: number },
): Promise<ReceivedPaymentEntity> {
  const on = localDate(receivedAt, await timezoneOf(em, invoice.ownerId));
  const now = ctx.clock.now();
  const payment = Object.assign(new ReceivedPaymentEntity(), {
    id: newId("pay"),
    ownerId: invoice.ownerId,
    appId: invoice.appId,
    clientId: invoice.clientId,
    currency: invoice.currency,
    amountMinor,
    allocatedMinor,
    refundedMinor: 0,
    method,
    receivedOn: on,
    reference,
    status: "received",
    voidedOn: null,
    voidReason: null,
    deletedAt: null,
    version: 1,
    createdAt: now,
    updatedAt: now,
  } satisfies ReceivedPaymentEntity);
  em.persist(payment);
  return payment;
}
