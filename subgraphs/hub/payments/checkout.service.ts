import type { EntityManager } from "@mikro-orm/postgresql";
import { onceOutside } from "../../../src/db/outside-effect.ts";
import { DomainError } from "../../../src/errors.ts";
import type { HubContext } from "../hub.context.ts";
import { customerOf } from "../processor/customers.service.ts";
import type { NewCheckout } from "../processor/processor.port.ts";
import { attachProcessorIds } from "./transaction.rows.ts";
import type { OpenedCheckout } from "./payments.types.ts";
import { recordTransaction, type NewTransaction } from "./transactions.service.ts";

/** An order for the processor's checkout page: the payment to record, and how the page shows it. */
export interface CheckoutOrder extends NewTransaction {
  mode: NewCheckout["mode"];
  line: NewCheckout["line"];
  successUrl: string;
  cancelUrl: string;
  /** Further metadata for the processor, beside userId, appId and transactionId. */
  processorMetadata?: Record<string, string>;
}

/** How a checkout comes to its order. */
export interface CheckoutSteps<Prepared> {
  /** External calls and checks before anything is written; skipped in a replay. */
  prepare?(): Promise<Prepared>;
  /** Builds the order from the current rows, in the transaction that records the payment. */
  order(em: EntityManager, prepared: Prepared): Promise<CheckoutOrder>;
}

/**
 * Opens a checkout page of the processor for an order, once per Idempotency-Key. The payment is recorded as pending
 * before the processor is called; its id is the page's reference and in its metadata. The page is open for 24 hours.
 * Throws PROCESSOR_ERROR; the payment then stays, and reconciliation ends it.
 */
export async function openCheckout<Prepared = undefined>(
  ctx: HubContext,
  call: { operation: string; input: unknown },
  steps: CheckoutSteps<Prepared>,
): Promise<OpenedCheckout> {
  return onceOutside(ctx, call, {
    ...(steps.prepare ? { prepare: steps.prepare } : {}),
    record: async (em, prepared: Prepared) => {
      const order = await steps.order(em, prepared);
      const { id, ownerId } = await recordTransaction(em, ctx, order);
      const { appId, mode, line, successUrl, cancelUrl, processorMetadata } = order;
      const metadata = { ...processorMetadata, userId: ownerId, appId, transactionId: id };
      return { transactionId: id, mode, line, successUrl, cancelUrl, metadata };
    },
    act: async ({ transactionId, ...checkout }, effectKey) => {
      const customerId = await customerOf(ctx, { create: true });
      const page = { ...checkout, customerId, reference: transactionId };
      const { sessionId, url } = await ctx.ports.processor.createCheckout(page, effectKey);
      if (url === null)
        throw new DomainError(
          "PROCESSOR_ERROR",
          "The payment processor did not open a payment page. Start again.",
          { retryable: false },
        );
      return { sessionId, url };
    },
    settle: async (em, { transactionId }, { sessionId, url }) => {
      await attachProcessorIds(em, transactionId, { sessionId });
      return { sessionId, url, transactionId };
    },
  });
}
