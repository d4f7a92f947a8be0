import type { EntityManager } from "@mikro-orm/postgresql";
import { asSystem } from "../../../src/db/transaction.ts";
import type { HubContext } from "../hub.context.ts";
import type { ProcessorCheckout } from "../processor/processor.port.ts";
import { isOtherAmount, outcomeOf, type PaymentReading } from "./payment-outcome.ts";
import {
  findBeforeReading,
  findByProcessorIds,
  lockTransaction,
  type ProcessorIds,
  type Transaction,
} from "./transaction.rows.ts";
import { advanceLocked, recordTransition } from "./transactions.service.ts";

/** A payment at the processor, matched with ours. */
export interface KnownPayment extends PaymentReading {
  /** Our id, by its metadata; null for a payment that we did not request. */
  transactionId: string | null;
  /** Null when we have no row of it. */
  row: Transaction | null;
  /** Time of the reading, by the database's clock. */
  readAt: string;
}

/**
 * Reads a payment from the processor: its page and the payment itself, whichever of them is named, so that any event
 * about it leads to the same reading. Outside of transactions. Throws PROCESSOR_ERROR.
 */
export async function readPayment(ctx: HubContext, ids: ProcessorIds): Promise<KnownPayment> {
  const { processor } = ctx.ports;
  const { row: known, readAt } = await findBeforeReading(ctx.em, ids);
  const named = ids.sessionId ?? known?.sessionId ?? null;
  let session = named === null ? null : await processor.readCheckout(named);
  const paymentIntentId =
    ids.paymentIntentId ?? known?.paymentIntentId ?? (session && (await paymentOfPage(ctx, session)));
  let payment = paymentIntentId === null ? null : await processor.readPayment(paymentIntentId);
  const metadata = { ...payment?.metadata, ...session?.metadata };
  const transactionId = session?.reference ?? metadata["transactionId"] ?? null;
  const isKnown = known !== null && (transactionId === null || known.id === transactionId);
  if (isKnown) return { session, payment, transactionId, row: known, readAt };
  // Match by the processor's ids: the response with them may not be stored yet.
  const sessionId = session?.sessionId ?? null;
  const row = await asSystem(ctx.em, (em) =>
    findByProcessorIds(em, { transactionId, sessionId, paymentIntentId }),
  );
  if (row && !session && row.sessionId) session = await processor.readCheckout(row.sessionId);
  const laterId = row?.paymentIntentId ?? (session && (await paymentOfPage(ctx, session)));
  if (row && !payment && laterId) payment = await processor.readPayment(laterId);
  return { session, payment, transactionId, row, readAt };
}

/** The payment of a page; for a subscription, the payment of its first invoice. */
async function paymentOfPage(
  { ports }: HubContext,
  { paymentIntentId, invoiceId }: ProcessorCheckout,
): Promise<string | null> {
  if (paymentIntentId !== null || invoiceId === null) return paymentIntentId;
  return ports.processor.readInvoicePayment(invoiceId);
}

/**
 * Applies the processor's status to a payment, in the transaction of `em`, which sees the rows of all owners. A payment
 * of another amount than requested changes nothing, and writes an audit row.
 */
export async function applyReading(
  ctx: HubContext,
  em: EntityManager,
  { id }: Pick<Transaction, "id">,
  reading: KnownPayment,
): Promise<"applied" | "ignored"> {
  const { session, payment, readAt } = reading;
  const row = await lockTransaction(em, id);
  if (!row || (!session && !payment)) return "ignored";
  const shown = outcomeOf(reading);
  // The end of a page cancels its payment; both are recorded as `expired`, whichever is reported first.
  const isOfPage = row.type !== "payment_intent" && row.type !== "auto_reload";
  const status = isOfPage && shown === "canceled" ? "expired" : shown;
  // The processor decides a subscription's first amount: it prorates.
  if (row.type !== "subscription_checkout" && isOtherAmount(row, reading)) {
    ctx.log.error({ alert: "payment_amount", transactionId: id }, "A payment is of another amount");
    await recordTransition(ctx, em, row, status, "ignored");
    return "ignored";
  }
  // A `pending` reading is older than our status, so it is no step back.
  const isNewer = status !== "pending";
  return advanceLocked(ctx, em, row, {
    status: isNewer ? status : row.status,
    readAt,
    sessionId: session?.sessionId ?? null,
    ...(payment
      ? {
          paymentIntentId: payment.paymentIntentId,
          amountRefunded: payment.amountRefunded,
          invoiceUrl: payment.receiptUrl,
          failureCode: payment.failureCode,
        }
      : {}),
  });
}
