/** A refusal of the bank. Codes and sentences are the processor's published ones. */
export interface Decline {
  /** The error's `code`. */
  code: string;
  declineCode: string | null;
  message: string;
  /** The processor's advice: retry later, with other data, or not at all. */
  advice: "try_again_later" | "confirm_card_data" | "do_not_try_again";
}

/**
 * When the bank requires the payer's confirmation: always, or once until the card was set up for later, or only
 * in person.
 */
export type AuthenticationRule = "never" | "always" | "unless_set_up" | "on_session";

export interface TestCard {
  number: string;
  brand: "visa" | "mastercard" | "amex";
  /** The bank's last word, after any confirmation. */
  decline: Decline | null;
  authentication: AuthenticationRule;
  /** False: the bank refuses the card already when it is saved. */
  canBeSaved: boolean;
  /** The payer's bank contests a payment as soon as it is made. */
  isContested: boolean;
  /** Refunds wait for the bank before they succeed. */
  hasPendingRefunds: boolean;
}

const generic = decline("card_declined", "generic_decline", "Your card was declined.");
const insufficientFunds = decline("card_declined", "insufficient_funds", "Your card has insufficient funds.");

/** The bank's answer to a payment without the payer, when it requires their confirmation. */
const authenticationRequired = decline(
  "authentication_required",
  "authentication_required",
  "Your card was declined. This transaction requires authentication.",
  "do_not_try_again",
);

/** The processor's published test cards (docs.stripe.com/testing) with the behaviour of each. */
const cards: readonly TestCard[] = [
  card("4242424242424242"),
  card("4000056655665556"),
  card("5555555555554444", { brand: "mastercard" }),
  card("378282246310005", { brand: "amex" }),
  card("4000000000000002", { decline: generic }),
  card("4000000000009995", { decline: insufficientFunds }),
  card("4000000000009987", { decline: hard("lost_card", "Your card was declined.") }),
  card("4000000000009979", { decline: hard("stolen_card", "Your card was declined.") }),
  card("4000000000000069", {
    decline: decline("expired_card", "expired_card", "Your card has expired.", "confirm_card_data"),
  }),
  card("4000000000000127", {
    decline: decline(
      "incorrect_cvc",
      "incorrect_cvc",
      "Your card's security code is incorrect.",
      "confirm_card_data",
    ),
  }),
  card("4000000000000119", {
    decline: decline(
      "processing_error",
      "processing_error",
      "An error occurred while processing your card. Try again in a little bit.",
    ),
  }),
  card("4000000000006975", {
    decline: decline(
      "card_declined",
      "card_velocity_exceeded",
      "Your card was declined for making repeated attempts too frequently or exceeding its amount limit.",
    ),
  }),
  card("4100000000000019", { decline: hard("fraudulent", "Your card was declined.") }),
  card("4000000000000341", { decline: generic, canBeSaved: true }),
  card("4000000000000259", { isContested: true }),
  card("4000000000007726", { hasPendingRefunds: true }),
  card("4000002500003155", { authentication: "unless_set_up" }),
  card("4000002760003184", { authentication: "always" }),
  card("4000003800000446", { authentication: "on_session" }),
  card("4000008260003178", { authentication: "always", decline: insufficientFunds, canBeSaved: true }),
  card("4000008400001629", { authentication: "always", decline: generic, canBeSaved: true }),
];

/** Ids of test cards, accepted wherever the id of a payment method is. */
const tokens: Readonly<Record<string, string>> = {
  pm_card_visa: "4242424242424242",
  pm_card_visa_debit: "4000056655665556",
  pm_card_mastercard: "5555555555554444",
  pm_card_amex: "378282246310005",
  pm_card_chargeDeclined: "4000000000000002",
  pm_card_visa_chargeDeclined: "4000000000000002",
  pm_card_chargeDeclinedInsufficientFunds: "4000000000009995",
  pm_card_visa_chargeDeclinedInsufficientFunds: "4000000000009995",
  pm_card_chargeDeclinedLostCard: "4000000000009987",
  pm_card_visa_chargeDeclinedLostCard: "4000000000009987",
  pm_card_chargeDeclinedStolenCard: "4000000000009979",
  pm_card_visa_chargeDeclinedStolenCard: "4000000000009979",
  pm_card_chargeDeclinedExpiredCard: "4000000000000069",
  pm_card_chargeDeclinedIncorrectCvc: "4000000000000127",
  pm_card_chargeDeclinedProcessingError: "4000000000000119",
  pm_card_chargeDeclinedFraudulent: "4100000000000019",
  pm_card_radarBlock: "4100000000000019",
  pm_card_visa_chargeDeclinedVelocityLimitExceeded: "4000000000006975",
  pm_card_chargeCustomerFail: "4000000000000341",
  pm_card_pendingRefund: "4000000000007726",
  pm_card_createDispute: "4000000000000259",
  pm_card_authenticationRequired: "4000002760003184",
  pm_card_authenticationRequiredOnSetup: "4000002500003155",
  pm_card_authenticationRequiredSetupForOffSession: "4000003800000446",
  pm_card_authenticationRequiredChargeDeclinedInsufficientFunds: "4000008260003178",
  pm_card_threeDSecure2Required: "4000002760003184",
};

/** The card of a number or of a token; null for any other. */
export function findTestCard(numberOrToken: string): TestCard | null {
  const number = tokens[numberOrToken] ?? numberOrToken.replace(/[\s-]/g, "");
  return cards.find((known) => known.number === number) ?? null;
}

/**
 * The bank's answer to a payment. Without the payer (`offSession`) a card that requires a confirmation is
 * refused; with the payer it waits for one, unless it was just given.
 */
export function authorizePayment(
  { authentication, decline: refusal }: TestCard,
  payment: { offSession: boolean; isSetUp: boolean; isAuthenticated: boolean },
): "approved" | "needs_action" | Decline {
  const { offSession, isSetUp, isAuthenticated } = payment;
  const isAsked: Record<AuthenticationRule, boolean> = {
    never: false,
    always: true,
    unless_set_up: !isSetUp,
    on_session: !offSession,
  };
  if (isAsked[authentication] && !isAuthenticated)
    return offSession ? authenticationRequired : "needs_action";
  return refusal ?? "approved";
}

function card(number: string, more: Partial<TestCard> = {}): TestCard {
  const canBeSaved = !more.decline;
  return {
    number,
    brand: "visa",
    decline: null,
    authentication: "never",
    canBeSaved,
    isContested: false,
    hasPendingRefunds: false,
    ...more,
  };
}

function decline(
  code: string,
  declineCode: string,
  message: string,
  advice: Decline["advice"] = "try_again_later",
): Decline {
  return { code, declineCode, message, advice };
}

function hard(declineCode: string, message: string): Decline {
  return decline("card_declined", declineCode, message, "do_not_try_again");
}
