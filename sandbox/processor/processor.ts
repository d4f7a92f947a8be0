import { z } from "zod";
import type { StandIn, StandInContext } from "../stand-in.ts";
import { accountRoutes } from "./connect/accounts.ts";
import { seedAccount } from "./connect/seed-account.ts";
import { balanceRoutes } from "./connect/balance.ts";
import { onboardingPages } from "./connect/onboarding.ts";
import { payoutRoutes } from "./connect/payouts.ts";
import { chargeRoutes } from "./payments/charges.ts";
import { checkoutRoutes } from "./checkout/checkout-routes.ts";
import { ProcessorClock } from "./clock.ts";
import { controlRoutes } from "./control-routes.ts";
import { customerRoutes } from "./payments/customers.ts";
import { disputeRoutes } from "./payments/disputes.ts";
import { eventRoutes } from "./events/event-routes.ts";
import { EventLog } from "./events/events.ts";
import { Expansion } from "./expansion.ts";
import { hostedAddresses } from "./hosted/hosted-addresses.ts";
import { IdempotencyKeys, type KeptReplies } from "./idempotency.ts";
import { invoiceRoutes } from "./invoices/invoice-routes.ts";
import { payerRoutes } from "./payments/payer-routes.ts";
import { paymentIntentRoutes } from "./payments/payment-intents.ts";
import { paymentMethodRoutes } from "./payments/payment-methods.ts";
import { portalRoutes } from "./hosted/portal-routes.ts";
import type { Processor, ProcessorRoutes, ProcessorSeed } from "./processor-context.ts";
import { productRoutes, seedProducts } from "./products.ts";
import { refundRoutes } from "./payments/refunds.ts";
import { ReplyFaultPlan } from "./reply-faults.ts";
import { seedCustomers, seedSpareCard } from "./seed.ts";
import { seedSubscriptions } from "./subscriptions/seed-subscriptions.ts";
import { setupIntentRoutes } from "./payments/setup-intents.ts";
import { Snapshot } from "./snapshot.ts";
import { ProcessorState, type StateData } from "./state.ts";
import { subscriptionRoutes } from "./subscriptions/subscription-routes.ts";
import { taxRoutes } from "./tax/calculations.ts";
import { WebhookDelivery, type WebhookTarget } from "./events/webhook-delivery.ts";
import { createScope, refuseAtControl, refuseUnknownPath } from "./wire.ts";

/** All files of routes. */
const routes: readonly ProcessorRoutes[] = [
  controlRoutes,
  eventRoutes,
  productRoutes,
  customerRoutes,
  paymentMethodRoutes,
  setupIntentRoutes,
  paymentIntentRoutes,
  payerRoutes,
  chargeRoutes,
  refundRoutes,
  disputeRoutes,
  hostedAddresses,
  invoiceRoutes,
  subscriptionRoutes,
  checkoutRoutes,
  portalRoutes,
  accountRoutes,
  onboardingPages,
  balanceRoutes,
  payoutRoutes,
  taxRoutes,
];

/** The content of a new processor, in this order. */
const seeds: readonly ProcessorSeed[] = [seedProducts, seedCustomers, seedSubscriptions, seedAccount];

const snapshotSchema = z.object({
  version: z.literal(1),
  clockOffsetMs: z.number(),
  state: z.custom<StateData>((value) => typeof value === "object" && value !== null),
  idempotency: z.custom<KeptReplies>((value) => Array.isArray(value)),
});

export interface ProcessorOptions {
  /** URL of events; null without a receiver. */
  webhook: WebhookTarget | null;
  /** URL of events of connected accounts. Default: no receiver. */
  connectWebhook?: WebhookTarget | null;
}

/**
 * The payment processor's stand-in. It speaks the processor's protocol to the official SDK under `/v1/`, stores
 * its state in a file so that it survives a restart, and sends signed webhooks. Its own controls are control
 * routes.
 */
export function createProcessorStandIn({ webhook, connectWebhook = null }: ProcessorOptions): StandIn {
  return {
    name: "processor",
    async register(fastify, context) {
      const { processor, snapshot, delivery, idempotency } = await openProcessor(context, {
        target: webhook,
        connectTarget: connectWebhook,
      });
      const scope = createScope(fastify, { ...processor, idempotency });
      fastify.setNotFoundHandler(refuseUnknownPath);
      fastify.setErrorHandler(refuseAtControl);
      for (const register of routes) register(scope, processor);
      fastify.addHook("onListen", async () => {
        processor.clock.start();
        processor.events.resume();
      });
      fastify.addHook("onClose", async () => {
        processor.clock.stop();
        await delivery.close();
        await snapshot.flush();
      });
    },
  };
}

async function openProcessor(
  context: StandInContext,
  targets: { target: WebhookTarget | null; connectTarget: WebhookTarget | null },
) {
  const { url, keyDir, log } = context;
  const clock = new ProcessorClock(context.clock, (err) =>
    log.error({ err }, "the processor's clock failed"),
  );
  const touch = (): void => snapshot.touch();
  const state = new ProcessorState(touch);
  const idempotency = new IdempotencyKeys(() => Math.floor(context.clock.now().getTime() / 1000), touch);
  const data = () => ({
    version: 1,
    clockOffsetMs: clock.offsetMs,
    state: state.data(),
    idempotency: idempotency.data(),
  });
  const snapshot = new Snapshot({ dir: keyDir, name: "processor.json", data, log });
  const delivery = new WebhookDelivery({
    ...targets,
    clock: context.clock,
    log,
    onDelivered: (event) => state.change(event, { pending_webhooks: 0 }),
  });
  const events = new EventLog(state, clock, delivery);
  const processor: Processor = {
    state,
    clock,
    events,
    delivery,
    expansion: new Expansion(state),
    replyFaults: new ReplyFaultPlan(),
    onIntentMoved: [],
    onCustomerDeleted: [],
    url,
    log,
  };
  const kept = await snapshot.read();
  if (kept === null) for (const seed of seeds) seed(processor);
  else {
    const { data: earlier } = snapshotSchema.safeParse(kept);
    if (!earlier) throw new Error(`${snapshot.path} is of another version: remove it to begin anew.`);
    clock.restore(earlier.clockOffsetMs);
    state.restore(earlier.state);
    idempotency.restore(earlier.idempotency);
    seedSpareCard(processor);
  }
  return { processor, snapshot, delivery, idempotency };
}
