/** Codes for the payer; none reveals that a card is suspected stolen or a payment fraudulent. */
export type FailureCode =
  | "card_declined"
  | "insufficient_funds"
  | "expired_card"
  | "incorrect_number"
  | "incorrect_cvc"
  | "authentication_required"
  | "processing_error";

/**
 * Every decline code of the processor's published list (docs.stripe.com/declines/codes, 2026), with the code for the
 * payer. `hard`: the same card will be declined again.
 */
const declines: Readonly<Record<string, { failure: FailureCode; hard?: true }>> = {
  approve_with_id: { failure: "card_declined" },
  authentication_required: { failure: "authentication_required" },
  authentication_not_handled: { failure: "authentication_required" },
  call_issuer: { failure: "card_declined" },
  card_not_supported: { failure: "card_declined" },
  card_velocity_exceeded: { failure: "card_declined" },
  currency_not_supported: { failure: "card_declined" },
  do_not_honor: { failure: "card_declined" },
  do_not_try_again: { failure: "card_declined", hard: true },
  duplicate_transaction: { failure: "card_declined" },
  expired_card: { failure: "expired_card", hard: true },
  fraudulent: { failure: "card_declined", hard: true },
  generic_decline: { failure: "card_declined" },
  highest_risk_level: { failure: "card_declined", hard: true },
  incorrect_address: { failure: "card_declined" },
  incorrect_cvc: { failure: "incorrect_cvc" },
  incorrect_number: { failure: "incorrect_number", hard: true },
  incorrect_pin: { failure: "card_declined" },
  incorrect_zip: { failure: "card_declined" },
  insufficient_funds: { failure: "insufficient_funds" },
  invalid_account: { failure: "card_declined", hard: true },
  invalid_amount: { failure: "card_declined" },
  invalid_cvc: { failure: "incorrect_cvc" },
  invalid_expiry_month: { failure: "expired_card" },
  invalid_expiry_year: { failure: "expired_card" },
  invalid_number: { failure: "incorrect_number", hard: true },
  invalid_pin: { failure: "card_declined" },
  issuer_not_available: { failure: "processing_error" },
  lost_card: { failure: "card_declined", hard: true },
  merchant_blacklist: { failure: "card_declined", hard: true },
  mobile_device_authentication_required: { failure: "authentication_required" },
  new_account_information_available: { failure: "card_declined" },
  no_action_taken: { failure: "card_declined" },
  not_permitted: { failure: "card_declined" },
  offline_pin_required: { failure: "card_declined" },
  online_or_offline_pin_required: { failure: "card_declined" },
  pickup_card: { failure: "card_declined", hard: true },
  pin_try_exceeded: { failure: "card_declined" },
  previously_declined_do_not_retry: { failure: "card_declined", hard: true },
  processing_error: { failure: "processing_error" },
  reenter_transaction: { failure: "processing_error" },
  restricted_card: { failure: "card_declined", hard: true },
  revocation_of_all_authorizations: { failure: "card_declined", hard: true },
  revocation_of_authorization: { failure: "card_declined", hard: true },
  security_violation: { failure: "card_declined" },
  service_not_allowed: { failure: "card_declined" },
  stolen_card: { failure: "card_declined", hard: true },
  stop_payment_order: { failure: "card_declined", hard: true },
  testmode_decline: { failure: "card_declined", hard: true },
  transaction_not_allowed: { failure: "card_declined" },
  try_again_later: { failure: "processing_error" },
  withdrawal_count_limit_exceeded: { failure: "insufficient_funds" },
};

/** A refused payment in our words. */
export interface Decline {
  code: FailureCode;
  /** A code of the published list, or null; never other text of the processor. */
  declineCode: string | null;
  isHard: boolean;
  needsAction: boolean;
}

/** Maps a decline's `code` and `decline_code`; codes that are not on the published list are a plain decline. */
export function readDecline(given: {
  code?: string | null | undefined;
  decline_code?: string | null | undefined;
}): Decline {
  const known = [given.decline_code, given.code].find((code) => code && Object.hasOwn(declines, code));
  const decline = known ? declines[known]! : null;
  const isAction = (code: string | null | undefined) =>
    code === "payment_intent_authentication_failure" || code === "payment_intent_action_required";
  const code = isAction(given.code) ? "authentication_required" : (decline?.failure ?? "card_declined");
  return {
    code,
    declineCode: known ?? (given.decline_code ? "generic_decline" : null),
    isHard: decline?.hard ?? false,
    needsAction: code === "authentication_required",
  };
}
