import type { Stripe } from "stripe";
import type { CardChoice } from "../checkout/checkout-page.ts";
import type { Processor } from "../processor-context.ts";

/** Test cards that the pages offer, by their ids. */
export const offeredCards: readonly CardChoice[] = [
  choice("pm_card_visa", "Visa 4242 4242 4242 4242", "payment succeeds"),
  choice("pm_card_mastercard", "Mastercard 5555 5555 5555 4444", "payment succeeds"),
  choice(
    "pm_card_authenticationRequired",
    "Visa 4000 0027 6000 3184",
    "payment succeeds after authentication",
  ),
  choice("pm_card_chargeCustomerFail", "Visa 4000 0000 0000 0341", "can be saved, payments are declined"),
  choice("pm_card_chargeDeclined", "Visa 4000 0000 0000 0002", "is declined"),
  choice("pm_card_chargeDeclinedInsufficientFunds", "Visa 4000 0000 0000 9995", "has insufficient funds"),
  choice("pm_card_chargeDeclinedExpiredCard", "Visa 4000 0000 0000 0069", "has expired"),
  choice("pm_card_chargeDeclinedLostCard", "Visa 4000 0000 0000 9987", "was reported lost"),
];

/** The customer's saved methods, newest first. */
export function savedMethods({ state }: Processor, customerId: string | null): Stripe.PaymentMethod[] {
  if (customerId === null) return [];
  return state.list("payment_method", ({ customer }) => customer === customerId);
}

/** `Visa ending in 4242`, `Bank account ending in 6789`. */
export function nameOfMethod({ card, us_bank_account: bank }: Stripe.PaymentMethod): string {
  if (!card) return `Bank account ending in ${bank?.last4 ?? "?"}`;
  const brand = card.brand.slice(0, 1).toUpperCase() + card.brand.slice(1);
  return `${brand} ending in ${card.last4}`;
}

/** `12/2030`; null for methods without expiry. */
export function expiryOf({ card }: Stripe.PaymentMethod): string | null {
  return card ? `${String(card.exp_month).padStart(2, "0")}/${card.exp_year}` : null;
}

function choice(value: string, label: string, hint: string): CardChoice {
  return { value, label, hint };
}
