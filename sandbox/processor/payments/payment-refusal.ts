import type { Stripe } from "stripe";
import type { Decline } from "./cards.ts";
import { badRequest } from "../processor-error.ts";

/** The payer refused, or failed, to confirm the payment at the bank. */
export const authenticationFailed: Decline = {
  code: "payment_intent_authentication_failure",
  declineCode: null,
  message:
    "We are unable to authenticate your payment method. Please choose a different payment method and try again.",
  advice: "try_again_later",
};

/** The bank of a payment that was processing refused it in the end. */
export const bankRefused: Decline = {
  code: "payment_method_provider_decline",
  declineCode: null,
  message: "The payment failed at the payer's bank.",
  advice: "try_again_later",
};

/** The last error of an intent. */
export function lastErrorOf(
  { code, declineCode, message, advice }: Decline,
  charge: Stripe.Charge,
  method: Stripe.PaymentMethod,
): Stripe.PaymentIntent.LastPaymentError {
  return {
    type: "card_error",
    advice_code: advice,
    charge: charge.id,
    code,
    ...(declineCode === null ? {} : { decline_code: declineCode }),
    doc_url: `https://docs.stripe.com/error-codes/${code.replaceAll("_", "-")}`,
    message,
    payment_method: structuredClone(method),
  };
}

/** Throws 400 for the method of another customer. */
export function checkOwner(intent: Stripe.PaymentIntent, method: Stripe.PaymentMethod): void {
  if (method.customer === null || method.customer === intent.customer) return;
  const message =
    intent.customer === null
      ? `The PaymentMethod ${method.id} belongs to a Customer: include the Customer in the 'customer' parameter.`
      : `The PaymentMethod ${method.id} does not belong to the Customer of this PaymentIntent.`;
  throw badRequest(message, "payment_method");
}
