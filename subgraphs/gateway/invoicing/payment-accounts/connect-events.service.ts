import { asSystem } from "../../../../src/db/transaction.ts";
import { enqueue } from "../../../../src/jobs/enqueue.ts";
import type { ProcessorEvent } from "../../../../src/stripe/event-signature.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { syncOnlinePaymentJob } from "../../base/payments/sync-online-payment.job.ts";
import { findByProcessorId } from "../../base/payments/payment-account.rows.ts";
import type { ReceiveConnectEventInput, ReceivedConnectEvent } from "./payment-accounts.types.ts";
import { syncPaymentAccountJob } from "./sync-payment-account.job.ts";

/**
 * Receives an event about a connected account: checks the signature and enqueues a read of what it is about. The processor's
 * state counts, so events may come twice, late, in another order, or not at all. Throws INVALID_SIGNATURE; the processor
 * delivers again after any other error.
 */
export async function receiveConnectEvent(
  ctx: InvoicingContext,
  { body, signature }: ReceiveConnectEventInput,
): Promise<ReceivedConnectEvent> {
  const { processor } = ctx.ports;
  const event = processor.openEvent(body, signature ?? null, ctx.clock.now());
  const isOurs = event.livemode === processor.isLive && event.account !== undefined;
  const isQueued = isOurs && (await queue(ctx, event, event.account!));
  const status = isQueued ? "queued" : "ignored";
  ctx.log.info({ eventId: event.id, eventType: event.type, status }, "Event of a connected account");
  return { received: true, eventId: event.id, status };
}

function queue(ctx: InvoicingContext, event: ProcessorEvent, processorAccountId: string): Promise<boolean> {
  return asSystem(ctx.em, async (em) => {
    if ((await findByProcessorId(em, processorAccountId)) === null) return false;
    if (event.type.startsWith("account.")) {
      const singletonKey = processorAccountId;
      await enqueue(em, syncPaymentAccountJob, { processorAccountId }, { singletonKey });
      return true;
    }
    const payment = paymentOf(event);
    if (payment === null) return false;
    const singletonKey = payment.paymentIntentId ?? payment.sessionId!;
    await enqueue(em, syncOnlinePaymentJob, { processorAccountId, ...payment }, { singletonKey });
    return true;
  });
}

/** The payment that an event is about, by its session or its ID; null for an event of anything else. */
function paymentOf({
  type,
  object,
}: ProcessorEvent): { paymentIntentId: string | null; sessionId: string | null } | null {
  const { id, payment_intent: of } = object;
  const paymentIntentId = typeof of === "string" ? of : null;
  const family = type.split(".", 1)[0]!;
  if (family === "payment_intent" && typeof id === "string") return { paymentIntentId: id, sessionId: null };
  if (family === "checkout" && typeof id === "string") return { paymentIntentId, sessionId: id };
  if ((family === "charge" || family === "refund") && paymentIntentId !== null)
    return { paymentIntentId, sessionId: null };
  return null;
}
