import type { Stripe } from "stripe";
import { newObjectId } from "../stored-objects.ts";

/** A new wish to save a payment method for later. */
export function newSetupIntent(
  id: string,
  created: number,
  given: Pick<Stripe.SetupIntent, "customer" | "description" | "metadata" | "payment_method" | "usage">,
): Stripe.SetupIntent {
  return {
    id,
    object: "setup_intent",
    allowed_payment_method_types: null,
    application: null,
    automatic_payment_methods: { allow_redirects: "always", enabled: true },
    cancellation_reason: null,
    client_secret: `${id}_secret_${newObjectId("s", 25).slice(2)}`,
    created,
    customer_account: null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    next_action: null,
    on_behalf_of: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ["card", "us_bank_account"],
    single_use_mandate: null,
    status: given.payment_method ? "requires_confirmation" : "requires_payment_method",
    ...given,
  };
}
