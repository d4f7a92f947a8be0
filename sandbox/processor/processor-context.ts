import type { FastifyBaseLogger } from "fastify";
import type { Stripe } from "stripe";
import type { ProcessorClock } from "./clock.ts";
import type { EventLog } from "./events/events.ts";
import type { Expansion } from "./expansion.ts";
import type { ReplyFaultPlan } from "./reply-faults.ts";
import type { ProcessorState } from "./state.ts";
import type { WebhookDelivery } from "./events/webhook-delivery.ts";
import type { ProcessorScope } from "./wire.ts";

/**
 * Dependencies of every file of the processor. A resource is one file that exports `xRoutes: ProcessorRoutes`
 * and has one line in the list of `processor.ts`; the content of a new processor is a `ProcessorSeed` with a
 * line there too.
 *
 * - A route returns an object of the state: `scope.get("/v1/customers/:customer", ({ params, input }) => …)`.
 *   Read the parameters with `input` (`input.allow(...)` first: an unknown one is refused), throw
 *   `ProcessorError`s. Authentication, idempotency keys, `expand[]` and error bodies are handled around it.
 *   Work is synchronous: no other request runs between its steps.
 * - A list is `listPage(input, state.list(kind, isWanted), url)`; allow `...listParams` for it.
 * - A new object is `state.add({ id: newObjectId("cus"), object: "customer", … })` of the SDK's type; a change
 *   is `state.change(object, {…})`. References are ids. Data of the stand-in alone goes to `state.setAside(id,
 *   {…})`.
 * - `events.emit(type, object, previous?)` after the change emits its event.
 * - A field that is present only on request is `expansion.include(kind, field, make)`.
 * - Timed steps use `clock.onMove(listener)`; times come from `clock.seconds()`.
 * - Payments are made with `payment-flow.ts`: `openIntent`, `confirmIntent` (which never throws for a decline:
 *   check the intent's status and `last_payment_error`, or throw `declineOf(intent)`), `cancelIntent`. Methods
 *   are created and saved with `payment-method-store.ts`.
 * - Controls of the stand-in are `scope.control(path, zodSchema, answer)`: POST, JSON, exempt from faults.
 */
export interface Processor {
  readonly state: ProcessorState;
  readonly clock: ProcessorClock;
  readonly events: EventLog;
  readonly delivery: WebhookDelivery;
  readonly expansion: Expansion;
  readonly replyFaults: ReplyFaultPlan;
  /**
   * Called after a payment intent reached another status, with its events emitted; updates invoices and
   * checkouts.
   */
  readonly onIntentMoved: ((intent: Stripe.PaymentIntent) => void)[];
  /** Called before a customer is deleted: their subscriptions end too. */
  readonly onCustomerDeleted: ((customer: Stripe.Customer) => void)[];
  readonly log: FastifyBaseLogger;
  /** The base address, `{sandboxUrl}/processor`. Known once the server listens: call it in a route. */
  url(): string;
}

export type ProcessorRoutes = (scope: ProcessorScope, processor: Processor) => void;

/** Fills a processor that has no file yet. Emits no events. */
export type ProcessorSeed = (processor: Processor) => void;
