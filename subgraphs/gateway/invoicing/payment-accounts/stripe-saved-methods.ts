import { Stripe } from "stripe";
import { isMissing } from "../../../../src/stripe/processor-trouble.ts";
import type {
  ChargeOutcome,
  InvoiceProcessorCalls,
  SavedCharge,
} from "../../base/payments/payment-processor.port.ts";
import type { Calls } from "./stripe-calls.ts";

const { errors } = Stripe;

/** Calls for methods that were saved: charges without the payer, and their end. */
export function createSavedMethodCalls(
  stripe: Stripe,
  { run, find }: Calls,
): Pick<InvoiceProcessorCalls, "chargeSaved" | "removeMethod"> {
  return {
    chargeSaved: (stripeAccount, charge, idempotencyKey) =>
      run(async () => {
        try {
          const options = { stripeAccount, idempotencyKey };
          const { id, status } = await stripe.paymentIntents.create(fromCharge(charge), options);
          return { paymentIntentId: id, outcome: status === "processing" ? "processing" : "succeeded" };
        } catch (error) {
          return outcomeOf(error);
        }
      }),
    async removeMethod(stripeAccount, methodId) {
      await find(() => detach(stripe, methodId, { stripeAccount }));
    },
  };
}

/**
 * Takes a method from its customer. One that was taken before, as by a call whose answer was lost, has no customer any more. The
 * methods of an account that was disconnected are out of reach: nobody can charge them from here.
 */
async function detach(stripe: Stripe, methodId: string, options: Stripe.RequestOptions): Promise<void> {
  try {
    await stripe.paymentMethods.detach(methodId, {}, options);
  } catch (error) {
    if (error instanceof errors.StripeError && error.code === "account_invalid") return;
    if (!(error instanceof errors.StripeInvalidRequestError)) throw error;
    const { customer } = await stripe.paymentMethods.retrieve(methodId, {}, options);
    if (customer !== null) throw error;
  }
}

function fromCharge(charge: SavedCharge): Stripe.PaymentIntentCreateParams {
  const { amount, currency, applicationFee, description, customerId, methodId, reference } = charge;
  return {
    amount,
    currency: currency.toLowerCase(),
    customer: customerId,
    payment_method: methodId,
    off_session: true,
    confirm: true,
    description,
    metadata: { onlinePaymentId: reference },
    ...(applicationFee > 0 ? { application_fee_amount: applicationFee } : {}),
  };
}

/** What became of a charge that was refused. Throws what is no refusal. */
function outcomeOf(error: unknown): ChargeOutcome {
  if (isMissing(error)) return { paymentIntentId: null, outcome: "method_gone" };
  if (!(error instanceof errors.StripeCardError)) throw error;
  const outcome = error.code === "authentication_required" ? "authentication_required" : "declined";
  return { paymentIntentId: error.payment_intent?.id ?? null, outcome };
}
