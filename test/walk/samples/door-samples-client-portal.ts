import type { TestApp } from "../../support/app.ts";
import { issueInvoice, saveMethod } from "../../gateway/support/online-payments.ts";
import { newId } from "../../../src/ids.ts";
import type { Sample } from "./door-samples.ts";
import { call, newClient, newPayment } from "./door-samples-invoicing.ts";

type Headers = Record<string, string>;

const overlong = "x".repeat(501);

async function newLink(app: TestApp, headers: Headers, clientId?: string) {
  const client = clientId ? { clientId } : await newClient(app, headers);
  const { body } = await call(app, "POST", `/clients/${client.clientId}/portal-link`, headers, {});
  return { token: (body.url as string).split("/portal/clients/")[1]! };
}

async function newReceipt(app: TestApp, headers: Headers) {
  const { paymentId } = await newPayment(app, headers);
  const { body } = await call(app, "GET", `/invoice-payments/${paymentId}`, headers);
  return { ...(await newLink(app, headers, body.clientId as string)), paymentId };
}

/** Pages that clients open by a link. */
export const clientPortalSamples: Record<string, Sample> = {
  CreateClientPortalLink: {
    input: newClient,
    bad: { input: { clientId: "cli_x", expiresInDays: 366 }, paths: ["expiresInDays"] },
    foreign: "NOT_FOUND",
  },
  RevokeClientPortalLink: { input: newClient, foreign: "NOT_FOUND" },
  ClientPortalPage: { input: (app, headers) => newLink(app, headers) },
  UpdatePortalContact: {
    input: async (app, headers) => ({
      ...(await newLink(app, headers)),
      name: "Ana Ltd",
      phone: "+1 217 555 0100",
    }),
    bad: { input: { token: "x", name: " ", billingAddress: overlong }, paths: ["name", "billingAddress"] },
  },
  RemovePortalPaymentMethod: {
    input: async (app, headers) => {
      const own = { "x-app-id": "invoicer", ...headers };
      const { clientId, methodId } = await saveMethod(app, own, { client: `${newId("c")}@client.example` });
      return { ...(await newLink(app, headers, clientId)), methodId };
    },
  },
  ClientPortalReceipt: { input: newReceipt },
  InvoicePdfByLink: {
    input: async (app, headers) => {
      const { token } = await issueInvoice(app, { "x-app-id": "invoicer", ...headers });
      return { token };
    },
  },
  QuotationPdfByLink: {
    input: async (app, headers) => {
      const { body } = await call(app, "POST", "/quotations", headers, {
        client: "sample@client.example",
        items: [{ description: "sample", amount: 10 }],
      });
      return { token: (body.portalLink as string).split("/quotations/")[1]! };
    },
  },
};
