import type { Stripe } from "stripe";
import { authorizePayment, type Decline } from "./cards.ts";
import { bookCharge, type BankWord } from "./charge-booking.ts";
import { bookPayment } from "../connect/account-balance.ts";
import { openDispute } from "./dispute-flow.ts";
import { authenticationFailed, bankRefused, checkOwner, lastErrorOf } from "./payment-refusal.ts";
import { newIntent, type IntentFacts } from "./payment-intent-object.ts";
import { attachMethod, cardBehind, checkUnspent } from "./payment-method-store.ts";
import type { Processor } from "../processor-context.ts";
import { ProcessorError } from "../processor-error.ts";
import { idOf, newObjectId } from "../stored-objects.ts";

/** How an intent is confirmed. */
export interface Confirmation {
  method: Stripe.PaymentMethod;
  /** The payer is not there: a card that wants a confirmation at the bank is refused. */
  offSession: boolean;
  /** Where the payer's browser goes after the bank's page. */
  returnUrl?: string | null;
}

const confirmable = ["requires_payment_method", "requires_confirmation", "requires_action"];

/** Makes a payment and says so. */
export function openIntent(processor: Processor, facts: IntentFacts): Stripe.PaymentIntent {
  const { state, clock, events } = processor;
  const intent = state.add(newIntent(newObjectId("pi"), clock.seconds(), facts));
  events.emit("payment_intent.created", intent);
  return intent;
}

/**
 * Tries to collect the money. The intent becomes succeeded, processing, waiting for the payer
 * (requires_action), or refused: then it waits for another method and `last_payment_error` has the reason.
 * Throws 400 only for an intent that cannot be tried.
 */
export function confirmIntent(
  processor: Processor,
  intent: Stripe.PaymentIntent,
  { method, offSession, returnUrl = null }: Confirmation,
): Stripe.PaymentIntent {
  const { state } = processor;
  if (!confirmable.includes(intent.status)) throw unexpectedState(intent, "confirm");
  checkOwner(intent, method);
  checkUnspent(processor, method);
  state.change(intent, { payment_method: method.id, last_payment_error: null, next_action: null });
  const card = cardBehind(processor, method);
  if (!card) return startProcessing(processor, intent, method);
  const isSetUp = state.aside(method.id)["isSetUp"] === true;
  const answer = authorizePayment(card, { offSession, isSetUp, isAuthenticated: false });
  if (answer === "needs_action") return requirePayer(processor, intent, returnUrl);
  return finish(processor, intent, { method, card, decline: answer === "approved" ? null : answer });
}

/** The payer's action at the bank's page. */
export function completeAction(
  processor: Processor,
  intent: Stripe.PaymentIntent,
  outcome: "succeeded" | "failed",
): Stripe.PaymentIntent {
  if (intent.status !== "requires_action") throw unexpectedState(intent, "authenticate");
  const method = processor.state.require("payment_method", idOf(intent.payment_method)!);
  const card = cardBehind(processor, method)!;
  const answer = authorizePayment(card, { offSession: false, isSetUp: false, isAuthenticated: true });
  const decline =
    outcome === "failed" ? authenticationFailed : answer === "approved" ? null : (answer as Decline);
  return finish(processor, intent, { method, card, decline, isAuthenticated: outcome === "succeeded" });
}

/** The bank's late answer to a payment that was processing. */
export function settleIntent(
  processor: Processor,
  intent: Stripe.PaymentIntent,
  outcome: "succeeded" | "failed",
): Stripe.PaymentIntent {
  if (intent.status !== "processing") throw unexpectedState(intent, "settle");
  const method = processor.state.require("payment_method", idOf(intent.payment_method)!);
  return finish(processor, intent, {
    method,
    card: null,
    decline: outcome === "failed" ? bankRefused : null,
  });
}

/** True for a payment that has not started, was refused, or waits for its payer. */
export function isCancelable({ status }: Stripe.PaymentIntent): boolean {
  return confirmable.includes(status);
}

/** Cancels a payment that has not started. Throws 400 for one that is finished or running. */
export function cancelIntent(
  processor: Processor,
  intent: Stripe.PaymentIntent,
  reason: Stripe.PaymentIntent.CancellationReason | null = null,
): Stripe.PaymentIntent {
  const { state, clock } = processor;
  if (!isCancelable(intent)) throw unexpectedState(intent, "cancel");
  state.change(intent, {
    status: "canceled",
    canceled_at: clock.seconds(),
    cancellation_reason: reason,
    next_action: null,
  });
  return moved(processor, intent, "payment_intent.canceled");
}

/** The 402 that a confirmation answers when the payment was refused. */
export function declineOf(intent: Stripe.PaymentIntent): ProcessorError {
  const { type: _, message, charge, ...rest } = intent.last_payment_error!;
  const details = { ...rest, ...(charge === undefined ? {} : { charge }), payment_intent: intent };
  return new ProcessorError(
    402,
    "card_error",
    message ?? "Your card was declined.",
    structuredClone(details),
  );
}

/** Books the bank's final answer: the charge, and the intent's new state. */
function finish(processor: Processor, intent: Stripe.PaymentIntent, word: BankWord): Stripe.PaymentIntent {
  const { state, events } = processor;
  const { method, decline } = word;
  const charge = bookCharge(processor, intent, word);
  if (decline) {
    events.emit("charge.failed", charge);
    state.change(intent, {
      status: "requires_payment_method",
      payment_method: null,
      next_action: null,
      processing: null,
      last_payment_error: lastErrorOf(decline, charge, method),
    });
    return moved(processor, intent, "payment_intent.payment_failed");
  }
  saveForLater(processor, intent, word);
  bookPayment(processor, intent, charge);
  events.emit("charge.succeeded", charge);
  state.change(intent, {
    status: "succeeded",
    amount_received: intent.amount,
    next_action: null,
    processing: null,
  });
  moved(processor, intent, "payment_intent.succeeded");
  if (word.card?.isContested) openDispute(processor, charge, { reason: "fraudulent" });
  return intent;
}

/** Saves the method if that was requested; an unsaved method cannot be used again. */
function saveForLater(processor: Processor, intent: Stripe.PaymentIntent, { method }: BankWord): void {
  const { state } = processor;
  const customer = state.find("customer", idOf(intent.customer));
  if (method.customer !== null) {
    if (intent.setup_future_usage) state.setAside(method.id, { isSetUp: true });
  } else if (customer && intent.setup_future_usage) {
    attachMethod(processor, method, customer);
    state.setAside(method.id, { isSetUp: true });
  } else {
    state.setAside(method.id, { isSpent: true });
  }
}

function startProcessing(
  processor: Processor,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
): Stripe.PaymentIntent {
  const charge = bookCharge(processor, intent, { method, card: null, decline: null }, true);
  processor.events.emit("charge.pending", charge);
  processor.state.change(intent, { status: "processing" });
  return moved(processor, intent, "payment_intent.processing");
}

function requirePayer(
  processor: Processor,
  intent: Stripe.PaymentIntent,
  returnUrl: string | null,
): Stripe.PaymentIntent {
  const url = `${processor.url()}/payment_intents/${intent.id}/authenticate`;
  const next_action: Stripe.PaymentIntent.NextAction =
    returnUrl === null
      ? { type: "use_stripe_sdk", use_stripe_sdk: { type: "three_d_secure_redirect", stripe_js: url } }
      : { type: "redirect_to_url", redirect_to_url: { url, return_url: returnUrl } };
  processor.state.change(intent, { status: "requires_action", next_action });
  return moved(processor, intent, "payment_intent.requires_action");
}

function moved(processor: Processor, intent: Stripe.PaymentIntent, type: string): Stripe.PaymentIntent {
  processor.events.emit(type, intent);
  for (const hear of processor.onIntentMoved) hear(intent);
  return intent;
}

export function unexpectedState(intent: Stripe.PaymentIntent, verb: string): ProcessorError {
  const message = `You cannot ${verb} this PaymentIntent because it has a status of ${intent.status}.`;
  return new ProcessorError(400, "invalid_request_error", message, {
    code: "payment_intent_unexpected_state",
    payment_intent: structuredClone(intent),
  });
}
