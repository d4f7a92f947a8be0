import type { Stripe } from "stripe";
import { findTestCard } from "../payments/cards.ts";
import { changedFields } from "../changed-fields.ts";
import { detailsOf, type CheckoutLine } from "./checkout-object.ts";
import { newCustomer } from "../payments/customers.ts";
import { followIntent, linkPayment } from "../invoices/invoice-payment.ts";
import {
  cancelIntent,
  completeAction,
  confirmIntent,
  isCancelable,
  openIntent,
} from "../payments/payment-flow.ts";
import { attachMethod, createTestMethod, takeMethod } from "../payments/payment-method-store.ts";
import type { Processor } from "../processor-context.ts";
import { badRequest, ProcessorError } from "../processor-error.ts";
import { idOf, newObjectId } from "../stored-objects.ts";
import { startSubscription } from "../subscriptions/subscription-start.ts";

/** The objects that a session will create. Stored beside it as plain data. */
export interface CheckoutPlan {
  lines: CheckoutLine[];
  intent: {
    description: string | null;
    metadata: Record<string, string>;
    fee?: number | null;
    usage?: "off_session" | "on_session" | null;
  };
  subscription: { description: string | null; metadata: Record<string, string>; trialDays: number | null };
}

/** How the payer pays. */
export interface CheckoutPayment {
  /**
   * A test card's number or id, or a saved method. Default: the customer's default method, otherwise a valid
   * card.
   */
  card: string | null;
  /** The bank's simulated answer; `unpaid` is a debit that settles later. */
  outcome: "paid" | "declined" | "unpaid" | null;
  /** The payer's answer to a question of the bank. Null where the payer answers on the bank's page. */
  authentication: "succeeded" | "failed" | null;
}

/** What became of an attempt: the session is complete, was refused, or waits for the payer on the bank's page. */
export type CheckoutAttempt =
  | { is: "complete" }
  | { is: "refused"; error: Stripe.PaymentIntent.LastPaymentError }
  | { is: "waiting"; url: string };

const goodCard = "4242424242424242";
const cardsOfOutcomes = { paid: goodCard, declined: "4000000000000341" };

export function planOfCheckout({ state }: Processor, { id }: Stripe.Checkout.Session): CheckoutPlan {
  return state.aside(id)["plan"] as CheckoutPlan;
}

/**
 * Pays an open session. It is complete when the bank approves or answers later. A refusal leaves it open, and so does a bank
 * that asks the payer (3-D Secure): the session completes when the payer has confirmed. Throws 400 for a session that is closed.
 */
export function payCheckout(
  processor: Processor,
  session: Stripe.Checkout.Session,
  payment: CheckoutPayment,
): CheckoutAttempt {
  const { state } = processor;
  requireOpen(processor, session);
  const customer = customerOf(processor, session);
  const method = chooseMethod(processor, customer, payment);
  if (session.amount_total === 0) {
    if (customer) attachMethod(processor, method, customer);
    return complete(processor, session, { customer, method, intent: null });
  }
  const intent = intentOf(processor, session, customer);
  const behaved = state.aside(method.id)["number"];
  const forced = payment.outcome === "unpaid" ? null : payment.outcome;
  if (forced) state.setAside(method.id, { number: cardsOfOutcomes[forced] });
  try {
    const returnUrl = `${processor.url()}/checkout/${session.id}/authenticated`;
    confirmIntent(processor, intent, { method, offSession: false, returnUrl });
    if (intent.status === "requires_action") {
      if (payment.authentication === null) return waitForPayer(processor, session, intent);
      completeAction(processor, intent, payment.authentication);
    }
  } finally {
    if (forced) state.setAside(method.id, { number: behaved });
  }
  if (intent.last_payment_error) return { is: "refused", error: intent.last_payment_error };
  return complete(processor, session, { customer, method, intent });
}

/** The last refusal of an open session's payment; null without one. */
export function refusalOf(
  { state }: Processor,
  { id }: Stripe.Checkout.Session,
): Stripe.PaymentIntent.LastPaymentError | null {
  const intentId = state.aside(id)["intent"] as string | undefined;
  return state.find("payment_intent", intentId ?? null)?.last_payment_error ?? null;
}

function waitForPayer(
  { state }: Processor,
  session: Stripe.Checkout.Session,
  intent: Stripe.PaymentIntent,
): CheckoutAttempt {
  state.setAside(session.id, { isWaiting: true });
  return { is: "waiting", url: intent.next_action!.redirect_to_url!.url! };
}

/** The bank's late answer to a session that was paid by a debit. Called for every payment. */
export function followCheckout(processor: Processor, intent: Stripe.PaymentIntent): void {
  const { state, events } = processor;
  const id = state.aside(intent.id)["checkout"];
  const session = typeof id === "string" ? state.find("checkout.session", id) : null;
  if (session?.status === "open" && state.aside(session.id)["isWaiting"] === true)
    followAuthentication(processor, session, intent);
  if (session?.status !== "complete" || session.payment_status !== "unpaid") return;
  if (intent.status === "succeeded") {
    state.change(session, { payment_status: "paid" });
    makeDefault(processor, session, state.find("payment_method", idOf(intent.payment_method)));
    events.emit("checkout.session.async_payment_succeeded", session);
  } else if (intent.status === "requires_payment_method") {
    events.emit("checkout.session.async_payment_failed", session);
  }
}

/** The payer has answered the bank: the session completes whether their browser comes back or not. */
function followAuthentication(
  processor: Processor,
  session: Stripe.Checkout.Session,
  intent: Stripe.PaymentIntent,
): void {
  const { state } = processor;
  if (intent.status === "requires_action") return;
  state.setAside(session.id, { isWaiting: false });
  if (intent.status !== "succeeded") return;
  const customer = state.find("customer", idOf(session.customer));
  const method = state.require("payment_method", idOf(intent.payment_method)!);
  complete(processor, session, { customer, method, intent });
}

/** The session cannot be paid any more: a payment that has not started, or waits for its payer, is canceled with it. */
export function expireCheckout(processor: Processor, session: Stripe.Checkout.Session): void {
  const { state, events } = processor;
  state.setAside(session.id, { isWaiting: false });
  const intentId = state.aside(session.id)["intent"] as string | undefined;
  const intent = state.find("payment_intent", intentId ?? null);
  if (intent && isCancelable(intent)) cancelIntent(processor, intent);
  state.change(session, { status: "expired", url: null });
  events.emit("checkout.session.expired", session);
}

/** Throws 400 for a session that is complete or expired. One whose time is over expires now. */
export function requireOpen(processor: Processor, session: Stripe.Checkout.Session): void {
  const isLate = session.expires_at <= processor.clock.seconds();
  if (session.status === "open" && isLate) expireCheckout(processor, session);
  if (session.status === "open") return;
  const message = `This Checkout Session is ${session.status}. Only open sessions can be paid or expired.`;
  throw new ProcessorError(400, "invalid_request_error", message);
}

interface Paid {
  customer: Stripe.Customer | null;
  method: Stripe.PaymentMethod;
  /** Null where nothing was due. */
  intent: Stripe.PaymentIntent | null;
}

function complete(processor: Processor, session: Stripe.Checkout.Session, paid: Paid): CheckoutAttempt {
  const { state, events } = processor;
  const { customer, method, intent } = paid;
  if (intent?.status !== "processing") makeDefault(processor, session, method);
  if (session.mode === "subscription") subscribe(processor, session, paid);
  else state.change(session, { payment_intent: intent?.id ?? null });
  const name = customer?.name ?? null;
  const email = customer?.email ?? session.customer_email ?? "payer@sandbox.example";
  state.change(session, {
    customer_details: detailsOf(email, name),
    payment_status: !intent ? "no_payment_required" : intent.status === "succeeded" ? "paid" : "unpaid",
    status: "complete",
    url: null,
  });
  events.emit("checkout.session.completed", session);
  return { is: "complete" };
}

/** The subscription that was bought, its first invoice paid by the payment that was just made. */
function subscribe(processor: Processor, session: Stripe.Checkout.Session, paid: Paid): void {
  const { state, clock } = processor;
  const { lines, subscription: wanted } = planOfCheckout(processor, session);
  const { price, quantity } = lines[0]!;
  const { customer, method, intent } = paid;
  const at = clock.seconds();
  const isDefault = customer!.invoice_settings.default_payment_method === method.id;
  const subscription = startSubscription(processor, {
    customerId: customer!.id,
    price,
    quantity,
    defaultPaymentMethodId: isDefault ? null : method.id,
    description: wanted.description,
    metadata: wanted.metadata,
    trialEnd: wanted.trialDays === null ? null : at + wanted.trialDays * 86_400,
    at,
    payment: null,
  });
  const invoice = state.require("invoice", idOf(subscription.latest_invoice)!);
  state.change(session, { subscription: subscription.id, invoice: invoice.id });
  if (!intent || invoice.status !== "open") return;
  linkPayment(processor, invoice, intent);
  followIntent(processor, intent);
}

/** A new buyer becomes a customer when their data must be stored. */
function customerOf(processor: Processor, session: Stripe.Checkout.Session): Stripe.Customer | null {
  const { state, clock, events } = processor;
  const known = state.find("customer", idOf(session.customer));
  if (known || (session.mode === "payment" && session.customer_creation !== "always")) return known;
  const email = session.customer_email ?? "payer@sandbox.example";
  const customer = state.add(newCustomer({ id: newObjectId("cus", 14), created: clock.seconds(), email }));
  events.emit("customer.created", customer);
  state.change(session, { customer: customer.id });
  return customer;
}

function chooseMethod(
  processor: Processor,
  customer: Stripe.Customer | null,
  { card, outcome }: CheckoutPayment,
): Stripe.PaymentMethod {
  const { state } = processor;
  if (outcome === "unpaid") return createTestMethod(processor, "pm_usBankAccount");
  const saved = state.find("payment_method", idOf(customer?.invoice_settings.default_payment_method));
  if (card === null) return saved ?? createTestMethod(processor, goodCard);
  if (findTestCard(card)) return createTestMethod(processor, card);
  const method = takeMethod(processor, card, "card");
  if (method.customer === null || method.customer === customer?.id) return method;
  throw badRequest("This payment method is another customer's.", "card");
}

/** One payment for all tries of a session. */
function intentOf(
  processor: Processor,
  session: Stripe.Checkout.Session,
  customer: Stripe.Customer | null,
): Stripe.PaymentIntent {
  const { state } = processor;
  const known = state.find(
    "payment_intent",
    (state.aside(session.id)["intent"] as string | undefined) ?? null,
  );
  if (known) return known;
  const { intent: wanted } = planOfCheckout(processor, session);
  const isSubscription = session.mode === "subscription";
  const intent = openIntent(processor, {
    amount: session.amount_total!,
    currency: session.currency!,
    customer: customer?.id ?? null,
    description: isSubscription ? "Subscription creation" : wanted.description,
    metadata: isSubscription ? {} : wanted.metadata,
    application_fee_amount: wanted.fee ?? null,
    receipt_email: null,
    // The payment method is saved for its customer.
    setup_future_usage: wanted.usage ?? (customer ? "off_session" : null),
  });
  state.setAside(intent.id, { checkout: session.id });
  state.setAside(session.id, { intent: intent.id });
  return intent;
}

/** The payment method becomes the customer's default if there is none. */
function makeDefault(
  { state, events }: Processor,
  session: Stripe.Checkout.Session,
  method: Stripe.PaymentMethod | null,
): void {
  const customer = state.find("customer", idOf(session.customer));
  if (!customer || method?.customer !== customer.id) return;
  if (customer.invoice_settings.default_payment_method !== null) return;
  const changes = {
    invoice_settings: { ...customer.invoice_settings, default_payment_method: method.id },
  };
  const previous = changedFields(customer, changes);
  state.change(customer, changes);
  events.emit("customer.updated", customer, previous);
}
