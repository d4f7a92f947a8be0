import { signWebhook } from "../../../src/crypto/webhook-signature.ts";
import { demoWebhookSecrets } from "../../../src/config/demo-webhook-secrets.ts";
import type { TestApp } from "../../support/app.ts";
import { atProcessor, settled } from "../../support/processor.ts";
import {
  connectAccount,
  issueInvoice,
  payOnline,
  saveMethod,
} from "../../gateway/support/online-payments.ts";
import type { Sample } from "./door-samples.ts";
import { fixed, newClient } from "./door-samples-invoicing.ts";

type Headers = Record<string, string>;

const inInvoicer = (headers: Headers) => ({ "x-app-id": "invoicer", ...headers });

/** A payout with a payment in it. */
async function newPayout(app: TestApp, headers: Headers) {
  const own = inInvoicer(headers);
  const account = await connectAccount(app, own);
  await payOnline(app, own, await issueInvoice(app, own));
  const url = `${app.sandboxUrl}/processor/accounts/${account}/payout`;
  const answer = await fetch(url, { method: "POST" });
  return { payoutId: ((await answer.json()) as { id: string }).id };
}

/** Payments of clients at the payment processor. */
export const onlinePaymentSamples: Record<string, Sample> = {
  GetPaymentAccount: { input: fixed({}) },
  StartPaymentOnboarding: {
    input: fixed({ country: "US" }),
    bad: { input: { country: "USA", returnUrl: "ftp://x" }, paths: ["country", "returnUrl"] },
  },
  UpdatePaymentAccount: {
    input: async (app, headers) => {
      await connectAccount(app, inInvoicer(headers));
      return { allowsPartialPayments: true };
    },
    bad: { input: { acceptsPayments: "no" }, paths: ["acceptsPayments"] },
  },
  DisconnectPaymentAccount: {
    input: async (app, headers) => {
      await connectAccount(app, inInvoicer(headers));
      return {};
    },
  },
  ListOnlinePayments: {
    input: fixed({ limit: 5 }),
    bad: { input: { limit: 101 }, paths: ["limit"] },
  },
  ListPaymentPayouts: {
    input: fixed({ limit: 5 }),
    bad: { input: { limit: 101, after: "x y" }, paths: ["limit", "after"] },
  },
  GetPaymentPayout: {
    input: newPayout,
    bad: { input: { payoutId: "po x" }, paths: ["payoutId"] },
    foreign: "NOT_FOUND",
  },
  LookUpTaxRates: {
    input: async (app, headers) => {
      await connectAccount(app, inInvoicer(headers));
      return { ...(await newClient(app, headers)), country: "CA", state: "QC", amount: 80 };
    },
    bad: {
      input: { country: "Canada", amount: -1, taxCode: "books" },
      paths: ["country", "amount", "taxCode"],
    },
    foreign: "NOT_FOUND",
  },
  ListSavedPaymentMethods: { input: newClient, foreign: "NOT_FOUND" },
  RemoveSavedPaymentMethod: {
    input: async (app, headers) => {
      const { methodId } = await saveMethod(app, inInvoicer(headers));
      // An event that met another one of its payment is sent again after a pause: not while states are compared.
      await settled(app);
      await atProcessor(app, "/webhooks/retry");
      await settled(app);
      return { methodId };
    },
    foreign: "NOT_FOUND",
  },
  ListAutoCharges: {
    input: fixed({ limit: 5 }),
    bad: { input: { limit: 101 }, paths: ["limit"] },
  },
  PayInvoiceOnline: {
    input: async (app, headers) => {
      const own = inInvoicer(headers);
      await connectAccount(app, own);
      return { token: (await issueInvoice(app, own)).token, amount: 20 };
    },
    bad: { input: { token: "none", amount: 0 }, paths: ["amount"] },
  },
  ReceiveConnectEvent: {
    input: () => {
      const body = JSON.stringify({
        id: "evt_sample",
        object: "event",
        type: "account.updated",
        created: 1,
        livemode: false,
        account: "acct_none",
        data: { object: { id: "acct_none" } },
      });
      return Promise.resolve({ body, signature: signWebhook(body, demoWebhookSecrets.connect, new Date()) });
    },
  },
};
