import { readConfig } from "../../../src/config/config.ts";
import type { TestApp } from "../../support/app.ts";
import { settled } from "../../support/processor.ts";
import type { Sample } from "./door-samples.ts";

const fixed = (input: Record<string, unknown>) => () => Promise.resolve(input);
const overlong = `https://a.example/${"x".repeat(2_048)}`;

/** A second card of the demo's Sam, made anew at the processor. */
async function newCard(app: TestApp): Promise<{ paymentMethodId: string }> {
  const { secret } = readConfig({}).externalServices.processor;
  const response = await fetch(`${app.sandboxUrl}/processor/v1/payment_methods/pm_card_mastercard/attach`, {
    method: "POST",
    headers: { authorization: `Bearer ${secret}`, "content-type": "application/x-www-form-urlencoded" },
    body: "customer=cus_demo_sam",
  });
  const { id } = (await response.json()) as { id: string };
  // Waits for the processor's webhook, which creates the row.
  await settled(app);
  return { paymentMethodId: id };
}

/** A subscription that is already as the operation would have it, so that calls of it have no echo of the processor's. */
const already = (operation: "cancel" | "pause") => async (app: TestApp, headers: Record<string, string>) => {
  await app.post(`/subscriptions/${operation}/central`, {}, headers);
  await settled(app);
  return { appId: "central" };
};

/** Sam and Pia have a plan of the app central, and a card. */
export const subscriptionSamples: Record<string, Sample> = {
  CreateBillingPortal: {
    input: fixed({}),
    bad: { input: { returnUrl: overlong }, paths: ["returnUrl"] },
    as: "sam",
  },
  PaymentMethods: { input: fixed({}), as: "sam" },
  SetDefaultPaymentMethod: {
    input: fixed({ paymentMethodId: "pm_demo_sam" }),
    bad: { input: { paymentMethodId: "" }, paths: ["paymentMethodId"] },
    foreign: "PAYMENT_METHOD_NOT_FOUND",
    as: "sam",
  },
  DetachPaymentMethod: { input: newCard, foreign: "PAYMENT_METHOD_NOT_FOUND", as: "sam" },
  BillingInvoices: {
    input: fixed({ limit: 1 }),
    bad: { input: { limit: 101 }, paths: ["limit"] },
    as: "sam",
  },
  UpcomingInvoice: { input: fixed({ appId: "central" }), as: "sam" },
  RetryBillingInvoice: {
    input: fixed({ invoiceId: "in_demo_sam" }),
    foreign: "INVOICE_NOT_FOUND",
    as: "sam",
  },
  CreateSubscriptionCheckout: {
    input: fixed({ appId: "payroll", planId: "starter" }),
    bad: {
      input: { appId: "", planId: "", priceId: "", interval: "weekly", successUrl: overlong },
      paths: ["appId", "planId", "priceId", "interval", "successUrl"],
    },
    as: "sam",
  },
  SubscriptionStatus: { input: fixed({}), as: "sam" },
  AppSubscriptionStatus: { input: fixed({ appId: "central" }), as: "sam" },
  Subscriptions: { input: fixed({}), as: "sam" },
  CancelSubscription: {
    input: already("cancel"),
    bad: { input: { appId: "central", cancelAtPeriodEnd: "yes" }, paths: ["cancelAtPeriodEnd"] },
    as: "sam",
  },
  ReactivateSubscription: { input: fixed({ appId: "central" }), as: "pia" },
  PauseSubscription: {
    input: already("pause"),
    bad: { input: { appId: "central", resumeAt: "tomorrow" }, paths: ["resumeAt"] },
    as: "sam",
  },
  ResumeSubscription: { input: fixed({ appId: "central" }), as: "pia" },
  SubscriptionChangePreview: {
    input: fixed({ appId: "central", newPriceId: "price_central_business_monthly" }),
    bad: {
      input: { appId: "central", newPriceId: "", prorationBehavior: "maybe" },
      paths: ["newPriceId", "prorationBehavior"],
    },
    as: "sam",
  },
  UpdateSubscription: {
    input: fixed({ appId: "central", newPriceId: "price_central_starter_monthly" }),
    bad: {
      input: { appId: "central", newPriceId: "", prorationBehavior: "maybe" },
      paths: ["newPriceId", "prorationBehavior"],
    },
    as: "sam",
  },
};
