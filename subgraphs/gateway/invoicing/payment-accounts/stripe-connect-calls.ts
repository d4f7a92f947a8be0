import { Stripe } from "stripe";
import { translateTrouble, isMissing } from "../../../../src/stripe/processor-trouble.ts";
import { createStripeClient, toSeconds } from "../../../../src/stripe/stripe-client.ts";
import type {
  InvoiceProcessorCalls,
  NewAccount,
  NewCheckout,
} from "../../base/payments/payment-processor.port.ts";
import type { StripeConnectOptions } from "./stripe-connect-options.ts";
import * as map from "./stripe-connect-mapping.ts";
import type { Calls } from "./stripe-calls.ts";
import { createSavedMethodCalls } from "./stripe-saved-methods.ts";

const { errors } = Stripe;

/** Entries of a payout that are read; a payout of one day has fewer. */
const maxEntries = 1_000;

/** The calls of the port over the official SDK. */
export function createStripeConnectCalls({
  secretKey,
  baseUrl,
  clientId,
  log,
}: StripeConnectOptions & { secretKey: string }): InvoiceProcessorCalls {
  const stripe = createStripeClient({ secretKey, baseUrl });
  const run: Calls["run"] = (call) =>
    call().catch((error: unknown) => {
      throw error instanceof errors.StripeError ? translateTrouble(error, log) : error;
    });
  const find: Calls["find"] = (call) =>
    run(() =>
      call().catch((error: unknown) => {
        if (isMissing(error)) return null;
        throw error;
      }),
    );
  const calls = { run, find };
  return {
    ...createAccountCalls(stripe, calls, clientId),
    ...createPaymentCalls(stripe, calls),
    ...createSavedMethodCalls(stripe, calls),
    ...createPayoutCalls(stripe, calls),
  };
}

type AccountCalls = Pick<
  InvoiceProcessorCalls,
  "createAccount" | "createOnboardingLink" | "readAccount" | "disconnect"
>;

function createAccountCalls(stripe: Stripe, { run }: Calls, clientId: string | null): AccountCalls {
  return {
    createAccount: (account, idempotencyKey) =>
      run(async () => ({
        accountId: (await stripe.accounts.create(fromAccount(account), { idempotencyKey })).id,
      })),
    createOnboardingLink: ({ accountId, returnUrl, refreshUrl }) =>
      run(async () => {
        const { url, expires_at } = await stripe.accountLinks.create({
          account: accountId,
          return_url: returnUrl,
          refresh_url: refreshUrl,
          type: "account_onboarding",
          collection_options: { fields: "eventually_due" },
        });
        return { url, expiresAt: new Date(expires_at * 1000) };
      }),
    readAccount: (accountId) =>
      run(async () => {
        try {
          return map.toAccountState(await stripe.accounts.retrieve(accountId));
        } catch (error) {
          if (hasNoAccess(error)) return null;
          throw error;
        }
      }),
    disconnect: (accountId) =>
      run(async () => {
        if (clientId === null) return;
        try {
          await stripe.oauth.deauthorize({ client_id: clientId, stripe_user_id: accountId });
        } catch (error) {
          if (!hasNoAccess(error) && !isDisconnected(error)) throw error;
        }
      }),
  };
}

type PaymentCalls = Pick<
  InvoiceProcessorCalls,
  "createCheckout" | "readCheckout" | "expireCheckout" | "readPayment" | "createRefund"
>;

function createPaymentCalls(stripe: Stripe, { run, find }: Calls): PaymentCalls {
  return {
    createCheckout: (accountId, checkout, idempotencyKey) =>
      run(async () => {
        const options = { stripeAccount: accountId, idempotencyKey };
        return map.toCheckout(await stripe.checkout.sessions.create(fromCheckout(checkout), options));
      }),
    readCheckout: (stripeAccount, sessionId) =>
      find(async () =>
        map.toCheckout(await stripe.checkout.sessions.retrieve(sessionId, {}, { stripeAccount })),
      ),
    expireCheckout: (stripeAccount, sessionId) =>
      run(async () => {
        try {
          await stripe.checkout.sessions.expire(sessionId, {}, { stripeAccount });
          return "expired";
        } catch (error) {
          // It was paid or has expired in the meantime.
          if (!(error instanceof errors.StripeInvalidRequestError)) throw error;
          const { status } = await stripe.checkout.sessions.retrieve(sessionId, {}, { stripeAccount });
          return status === "complete" ? "complete" : "expired";
        }
      }),
    readPayment: (stripeAccount, paymentIntentId) =>
      find(() => readPayment(stripe, stripeAccount, paymentIntentId)),
    createRefund: (stripeAccount, { paymentIntentId, amount, reference, returnsFee }, idempotencyKey) =>
      run(async () => {
        const params = {
          payment_intent: paymentIntentId,
          amount,
          metadata: { refundId: reference },
          ...(returnsFee ? { refund_application_fee: true } : {}),
        };
        try {
          return map.toRefund(await stripe.refunds.create(params, { stripeAccount, idempotencyKey }));
        } catch (error) {
          // For good: it is disputed, or was refunded at the processor.
          if (error instanceof errors.StripeInvalidRequestError) return null;
          throw error;
        }
      }),
  };
}

type PayoutCalls = Pick<InvoiceProcessorCalls, "listPayouts" | "readPayout" | "listPayoutEntries">;

function createPayoutCalls(stripe: Stripe, { run, find }: Calls): PayoutCalls {
  return {
    listPayouts: (stripeAccount, { limit, after }) =>
      run(async () => {
        const params = { limit, ...(after === null ? {} : { starting_after: after }) };
        const { data, has_more } = await stripe.payouts.list(params, { stripeAccount });
        return { payouts: data.map(map.toPayout), hasMore: has_more };
      }),
    readPayout: (stripeAccount, payoutId) =>
      find(async () => map.toPayout(await stripe.payouts.retrieve(payoutId, {}, { stripeAccount }))),
    listPayoutEntries: (stripeAccount, payoutId) =>
      run(async () => {
        const params = { payout: payoutId, limit: 100 };
        const list = stripe.balanceTransactions.list(params, { stripeAccount });
        const entries = await list.autoPagingToArray({ limit: maxEntries });
        return entries.filter(({ type }) => type !== "payout").map(map.toPayoutEntry);
      }),
  };
}

async function readPayment(stripe: Stripe, stripeAccount: string, paymentIntentId: string) {
  const options = { stripeAccount };
  const expand = ["latest_charge.balance_transaction", "payment_method"];
  const intent = await stripe.paymentIntents.retrieve(paymentIntentId, { expand }, options);
  const of = { payment_intent: paymentIntentId, limit: 100 };
  const charge = typeof intent.latest_charge === "object" ? intent.latest_charge : null;
  const wasPaid = charge?.paid === true;
  const refunds = wasPaid ? (await stripe.refunds.list(of, options)).data : [];
  const disputes = wasPaid && charge.disputed ? (await stripe.disputes.list(of, options)).data : [];
  return map.toPayment(intent, { refunds, disputes });
}

/** The business is the merchant: it pays the fees, bears its losses and has the whole dashboard. */
function fromAccount({ country, email, businessName, metadata }: NewAccount): Stripe.AccountCreateParams {
  return {
    country,
    ...(email === null ? {} : { email }),
    ...(businessName === null ? {} : { business_profile: { name: businessName } }),
    controller: {
      fees: { payer: "account" },
      losses: { payments: "stripe" },
      requirement_collection: "stripe",
      stripe_dashboard: { type: "full" },
    },
    capabilities: { card_payments: { requested: true }, transfers: { requested: true } },
    metadata,
  };
}

function fromCheckout(checkout: NewCheckout): Stripe.Checkout.SessionCreateParams {
  const { amount, applicationFee, currency, description, email, reference, savesMethod } = checkout;
  const metadata = { onlinePaymentId: reference };
  const price_data = {
    currency: currency.toLowerCase(),
    unit_amount: amount,
    product_data: { name: description },
  };
  return {
    mode: "payment",
    line_items: [{ quantity: 1, price_data }],
    payment_intent_data: {
      description,
      metadata,
      ...(applicationFee > 0 ? { application_fee_amount: applicationFee } : {}),
      ...(savesMethod ? { setup_future_usage: "off_session" as const } : {}),
    },
    ...(savesMethod ? { customer_creation: "always" as const } : {}),
    client_reference_id: reference,
    metadata,
    ...(email === null ? {} : { customer_email: email }),
    locale: map.checkoutLanguage(checkout.language),
    success_url: checkout.successUrl,
    cancel_url: checkout.cancelUrl,
    expires_at: toSeconds(checkout.expiresAt),
  };
}

function hasNoAccess(error: unknown): boolean {
  return error instanceof errors.StripePermissionError || codeOf(error) === "account_invalid";
}

/** What the OAuth routes answer for an account that is not connected. */
function isDisconnected(error: unknown): boolean {
  return error instanceof errors.StripeInvalidClientError;
}

function codeOf(error: unknown): string | null {
  return error instanceof errors.StripeError ? (error.code ?? null) : null;
}
