import { clientPortalSamples } from "./door-samples-client-portal.ts";
import { onlinePaymentSamples } from "./door-samples-online-payments.ts";
import { newId } from "../../../src/ids.ts";
import { eventBody, signatureOf } from "../../hub/processor-events/signed-events.ts";
import type { TestApp } from "../../support/app.ts";
import { accountDataSamples } from "./door-samples-account-data.ts";
import { accountDomainSamples } from "./door-samples-account-domains.ts";
import { accountSamples } from "./door-samples-accounts.ts";
import { accountingSamples } from "./door-samples-accounting.ts";
import { administrationSamples } from "./door-samples-administration.ts";
import { approvalSamples } from "./door-samples-approvals.ts";
import { requestSamples } from "./door-samples-requests.ts";
import { closingSamples } from "./door-samples-closing.ts";
import { fileSamples, newFile } from "./door-samples-files.ts";
import { ledgerExportSamples } from "./door-samples-ledger-exports.ts";
import { bankRuleSamples } from "./door-samples-bank-rules.ts";
import { bankingSamples } from "./door-samples-banking.ts";
import { blogSamples } from "./door-samples-blog.ts";
import { bookingPageSamples, bookingRecordSamples, eventPageSamples } from "./door-samples-booking-pages.ts";
import { bookingPlaceSamples } from "./door-samples-booking-places.ts";
import { bookingSamples } from "./door-samples-booking.ts";
import { callerSamples } from "./door-samples-caller.ts";
import { campaignSamples } from "./door-samples-campaigns.ts";
import { crmSamples } from "./door-samples-crm.ts";
import { dealSamples } from "./door-samples-deals.ts";
import { workSamples } from "./door-samples-work.ts";
import { calendarSyncSamples } from "./door-samples-calendar-sync.ts";
import { oauthSamples } from "./door-samples-oauth.ts";
import {
  financeAccountSamples,
  financeCheckSamples,
  financeExportSamples,
  financeLabelSamples,
} from "./door-samples-finance-records.ts";
import { financePlanningSamples } from "./door-samples-finance-planning.ts";
import { financeSamples } from "./door-samples-finance.ts";
import { wealthSamples } from "./door-samples-wealth.ts";
import { hvutSamples } from "./door-samples-hvut.ts";
import {
  clientRecordSamples,
  documentRecordSamples,
  invoiceRecordSamples,
  moneyRecordSamples,
  scheduleSamples,
} from "./door-samples-invoice-records.ts";
import { invoicingSamples, picture } from "./door-samples-invoicing.ts";
import { payrollSamples } from "./door-samples-payroll.ts";
import { scoringSamples } from "./door-samples-scoring.ts";
import { sourceSamples } from "./door-samples-sources.ts";
import { subscriptionSamples } from "./door-samples-subscriptions.ts";
import { reportSamples } from "./door-samples-reports.ts";
import { taxSamples } from "./door-samples-tax.ts";

/** How one operation is called in the table test of the doors. */
export interface Sample {
  /** Input that succeeds for a caller; made anew for each door, since some calls use something up. */
  input(app: TestApp, headers: Record<string, string>): Promise<Record<string, unknown>>;
  /** Input that breaks rules, and the paths of all its faults. */
  bad?: { input: Record<string, unknown>; paths: string[] };
  /** The code that answers another tenant who sends the same input. */
  foreign?: string;
  /** Who must call it: a demo identity, or a user of this id. Default: a user with all scopes. */
  as?: string;
  /** The organization that the caller acts for. Default: the caller's own account. */
  account?: string;
  /** Audit rows of a write that succeeds. Default: 1. */
  audits?: number;
}

/** Headers of who must call an operation, or the given ones. */
export async function callerOf(
  app: TestApp,
  operation: string,
  anybody: Record<string, string>,
): Promise<Record<string, string>> {
  const { as: name, account } = samples[operation] ?? {};
  const acting: Record<string, string> = account === undefined ? {} : { "x-account-id": account };
  if (name === undefined) return { ...anybody, ...acting };
  if (!name.startsWith("usr_")) return { ...(await app.as(name)), ...acting };
  return { authorization: `Bearer ${await app.tokenFor({ sub: name })}`, ...acting };
}

const fixed = (input: Record<string, unknown>) => () => Promise.resolve(input);
const overlong = "x".repeat(600);

async function newHold(app: TestApp, headers: Record<string, string>): Promise<{ holdId: string }> {
  const answer = await app.post(
    "/credits/holds",
    { appId: "central", amount: 1, description: "sample" },
    headers,
  );
  return { holdId: answer.body.holdId as string };
}

async function newInvoice(app: TestApp, headers: Record<string, string>): Promise<string> {
  const body = { client: "sample@client.example", items: [{ description: "sample", amount: 10 }] };
  const answer = await app.post("/invoices", body, { "x-app-id": "invoicer", ...headers });
  return answer.body.invoiceId as string;
}

const newDraft = async (app: TestApp, headers: Record<string, string>) => ({
  invoiceId: await newInvoice(app, headers),
});

async function newSentInvoice(app: TestApp, headers: Record<string, string>) {
  const draft = await newDraft(app, headers);
  await app.post(`/invoices/${draft.invoiceId}/mark-sent`, {}, { "x-app-id": "invoicer", ...headers });
  return draft;
}

const quotationItems = [{ description: "sample", quantity: 1, unitPrice: 10 }];

async function newQuotation(app: TestApp, headers: Record<string, string>) {
  const body = { client: "sample@client.example", items: quotationItems };
  const answer = await app.post("/quotations", body, { "x-app-id": "invoicer", ...headers });
  return { id: answer.body.id as string, portalLink: answer.body.portalLink as string };
}

const newQuotationId = async (app: TestApp, headers: Record<string, string>) => ({
  quotationId: (await newQuotation(app, headers)).id,
});

async function newSentQuotation(app: TestApp, headers: Record<string, string>) {
  const { id: quotationId, portalLink } = await newQuotation(app, headers);
  await app.post(`/quotations/${quotationId}/send`, {}, { "x-app-id": "invoicer", ...headers });
  return { quotationId, token: portalLink.split("/quotations/")[1]! };
}

async function newAcceptedQuotation(app: TestApp, headers: Record<string, string>) {
  const { quotationId } = await newSentQuotation(app, headers);
  await app.post(`/quotations/${quotationId}/accept`, {}, { "x-app-id": "invoicer", ...headers });
  return { quotationId };
}

async function anyProperty(app: TestApp, headers: Record<string, string>): Promise<string> {
  const answer = await app.get("/v1/properties/search?pageSize=1", headers);
  return answer.body.properties[0].id as string;
}

const webhookBody = { url: "https://hooks.sample.example/hub", eventTypes: ["webhook.test"] };

async function newWebhookEndpoint(app: TestApp, headers: Record<string, string>) {
  const answer = await app.post("/webhooks/endpoints", webhookBody, headers);
  return { endpointId: answer.body.id as string };
}

/** An endpoint to which nothing is ever sent, so that it looks the same at each door. */
async function quietWebhookEndpoint(app: TestApp, headers: Record<string, string>) {
  const { body } = await app.get("/webhooks/endpoints?limit=1", headers);
  const [first] = body.endpoints as { id: string }[];
  return first ? { endpointId: first.id } : newWebhookEndpoint(app, headers);
}

async function newDeadDelivery(app: TestApp, headers: Record<string, string>) {
  const { endpointId } = await quietWebhookEndpoint(app, headers);
  const [eventId, deliveryId] = [newId("evt"), newId("dlv")];
  await app.database.query(
    `WITH event AS (
       INSERT INTO hub.webhook_events (id, owner_id, type, body, created_at)
       SELECT $2, owner_id, 'webhook.test', '{}', now() FROM hub.webhook_endpoints WHERE id = $1 RETURNING owner_id)
     INSERT INTO hub.webhook_deliveries (id, owner_id, endpoint_id, event_id, event_type, status, created_at, completed_at)
     SELECT $3, owner_id, $1, $2, 'webhook.test', 'exhausted', now(), now() FROM event`,
    [endpointId, eventId, deliveryId],
  );
  return { deliveryId };
}

/** A user who has made one request, so that administrators find them. */
async function newPerson(app: TestApp): Promise<{ userId: string }> {
  const userId = newId("usr");
  await app.get("/auth/me", { authorization: `Bearer ${await app.tokenFor({ sub: userId })}` });
  return { userId };
}

const appTexts = { name: "Sample", tagline: "A sample", description: "For tests.", category: "test" };

const packageTexts = { appId: "central", name: "Sample", description: "For tests.", credits: 10, price: 5 };

/** An event that the processor signs with the secret of demo mode. */
function newProcessorEvent(): { body: string; signature: string } {
  const body = eventBody({ type: "sample.happened" });
  return { body, signature: signatureOf(body, "whsec_demo_not_for_production") };
}

async function newKeptEvent(app: TestApp): Promise<{ eventId: string }> {
  const { body, signature } = newProcessorEvent();
  const response = await app.running.router.server.inject({
    method: "POST",
    url: "/payments/processor/webhook",
    headers: { "content-type": "application/json", "stripe-signature": signature },
    payload: body,
  });
  return { eventId: (response.json() as { eventId: string }).eventId };
}

/** One key, made anew under the name of the samples. */
async function newApiKey(app: TestApp, headers: Record<string, string>): Promise<{ id: string }> {
  const body = await samples["CreateApiKey"]!.input(app, headers);
  return { id: (await app.post("/api-keys", body, headers)).body.apiKey.id as string };
}

/** An uploaded picture. */
async function newLogo(app: TestApp, headers: Record<string, string>): Promise<{ logoFileId: string }> {
  const { fileId } = await newFile(app, headers, Buffer.from(picture, "base64"));
  return { logoFileId: fileId };
}

/** One sample an operation, by its name. */
export const samples: Record<string, Sample> = {
  Profile: { input: fixed({}), as: "pia" },
  UpdateProfile: {
    input: fixed({ locale: "en-GB", timezone: "Europe/London" }),
    bad: {
      input: { name: "", picture: "http://a.example/b.png", locale: "no tag", timezone: "Mars/Base" },
      paths: ["name", "picture", "locale", "timezone"],
    },
    as: "pia",
  },
  DeleteAccount: { input: fixed({}), as: "usr_leaver" },
  RestoreAccount: { input: fixed({}), as: "usr_returner" },
  Users: {
    input: fixed({ query: "demo-bo", limit: 1 }),
    bad: { input: { limit: 0, offset: -1 }, paths: ["limit", "offset"] },
    as: "ada",
  },
  User: { input: fixed({ userId: "demo-bo" }), as: "ada" },
  SuspendUser: {
    input: async (app) => ({ ...(await newPerson(app)), reason: "sample" }),
    bad: { input: { userId: "usr_x", reason: "no" }, paths: ["reason"] },
    as: "ada",
  },
  RestoreUser: {
    input: newPerson,
    bad: { input: { userId: "usr_x", reason: overlong }, paths: ["reason"] },
    as: "ada",
  },
  GrantRole: {
    input: async (app) => ({ ...(await newPerson(app)), role: "admin" }),
    bad: { input: { userId: "usr_x", role: "king" }, paths: ["role"] },
    as: "ada",
  },
  RevokeRole: {
    input: async (app) => ({ ...(await newPerson(app)), role: "admin" }),
    bad: { input: { userId: "usr_x", role: "king" }, paths: ["role"] },
    as: "ada",
  },
  AppRegistry: { input: fixed({}), as: "ada" },
  RegisteredApp: { input: fixed({ appId: "invoicer" }), as: "ada" },
  CreateApp: {
    input: () => Promise.resolve({ ...appTexts, appId: newId("app").replace("_", "-") }),
    bad: {
      input: { ...appTexts, appId: "No App", allowedOrigins: ["https://a.example/"], slug: "a--b" },
      paths: ["appId", "allowedOrigins.0", "slug"],
    },
    as: "ada",
  },
  UpdateApp: {
    input: fixed({ appId: "hvut", category: "tax" }),
    bad: {
      input: { appId: "hvut", name: "", allowedOrigins: ["*"], defaultUrl: "ftp://a.example" },
      paths: ["name", "allowedOrigins.0", "defaultUrl"],
    },
    as: "ada",
  },
  OperationCosts: { input: fixed({ appId: "central" }) },
  CreditPackageRegistry: { input: fixed({ appId: "central" }), as: "ada" },
  CreateCreditPackage: {
    input: () => Promise.resolve({ ...packageTexts, packageId: `pkg_${newId("s").slice(2).toLowerCase()}` }),
    bad: {
      input: { ...packageTexts, packageId: "starter", credits: 0, price: 0, validityDays: 0 },
      paths: ["packageId", "credits", "price", "validityDays"],
    },
    as: "ada",
  },
  UpdateCreditPackage: {
    input: fixed({ packageId: "pkg_bulk", description: "10,000 credits for teams" }),
    bad: {
      input: { packageId: "bulk", name: "", price: -1, sortOrder: 1001 },
      paths: ["packageId", "name", "price", "sortOrder"],
    },
    as: "ada",
  },
  SetOperationCost: {
    input: fixed({ operation: "report.monthly", description: "A monthly report" }),
    bad: { input: { operation: "no operation", cost: -1, unit: "" }, paths: ["operation", "cost", "unit"] },
    as: "ada",
  },
  // A page that the calls of this test do not move.
  AuditLogs: {
    input: fixed({ actor: "nobody", limit: 1 }),
    bad: {
      input: { actor: "", from: "yesterday", cursor: "", limit: 201 },
      paths: ["actor", "from", "cursor", "limit"],
    },
    as: "ada",
  },
  VerifyAuditLogs: {
    input: fixed({ to: "2020-01-01T00:00:00.000Z" }),
    bad: { input: { from: "yesterday", to: "tomorrow" }, paths: ["from", "to"] },
    as: "ada",
  },
  MarketplaceApps: {
    input: fixed({ visibility: "coming_soon" }),
    bad: { input: { visibility: "hidden" }, paths: ["visibility"] },
  },
  CreditBalance: { input: fixed({ appId: "central" }) },
  ConsumeCredits: {
    input: fixed({ appId: "central", amount: 0.5, description: "sample" }),
    bad: {
      input: { appId: "central", amount: 0, description: overlong },
      paths: ["amount", "description"],
    },
  },
  CreditHistory: {
    input: async (app, headers) => {
      // Doors are compared on a page that no other call of this test moves.
      await app.get("/credits/balance/central", headers);
      return { appId: "finance", limit: 5 };
    },
    bad: { input: { appId: "central", limit: 0, offset: -1 }, paths: ["limit", "offset"] },
  },
  CreditUsage: {
    // Of an app that no other call of this test moves, so that it looks the same at each door.
    input: fixed({ appId: "finance", from: "2026-01-01T00:00:00.000Z", to: "2026-01-02T00:00:00.000Z" }),
    bad: { input: { from: "yesterday", granularity: "week" }, paths: ["from", "granularity"] },
  },
  AccountOverview: { input: fixed({}), as: "fay" },
  CreditPackages: { input: fixed({ appId: "central" }) },
  OperationCost: { input: fixed({ appId: "central", operation: "invoice.create" }) },
  CheckSufficientCredits: { input: fixed({ appId: "finance", requiredAmount: 10 }) },
  PurchaseCredits: {
    input: fixed({ appId: "central", packageId: "pkg_starter" }),
    bad: { input: { appId: "central", packageId: "" }, paths: ["packageId"] },
  },
  BuyCredits: {
    input: fixed({ appId: "central", packageId: "pkg_starter", credits: 100 }),
    bad: {
      input: { appId: "central", packageId: "pkg_starter", credits: 0, currency: "dollars" },
      paths: ["credits", "currency"],
    },
  },
  CreatePaymentIntent: {
    input: fixed({ appId: "central", amount: 12.5, recaptchaToken: "test-pass" }),
    bad: {
      input: { appId: "", amount: 0.49, currency: "dollars", recaptchaToken: "", description: overlong },
      paths: ["appId", "amount", "currency", "recaptchaToken", "description"],
    },
  },
  CreateCheckoutSession: {
    input: fixed({ appId: "central", amount: 50, currency: "jpy", recaptchaToken: "test-pass" }),
    bad: {
      input: { appId: "central", amount: 1_000_000, recaptchaToken: "" },
      paths: ["amount", "recaptchaToken"],
    },
  },
  PaymentTransactions: {
    input: fixed({ page: 1, limit: 2, appId: "central" }),
    bad: { input: { page: 0, limit: 101 }, paths: ["page", "limit"] },
  },
  Plans: { input: fixed({ appId: "central" }), bad: { input: {}, paths: ["appId"] } },
  PlaceCreditHold: {
    input: fixed({ appId: "central", amount: 1, description: "sample" }),
    bad: {
      input: { appId: "central", amount: 0, description: "x", ttlSeconds: 59 },
      paths: ["amount", "ttlSeconds"],
    },
  },
  CaptureCreditHold: { input: newHold, foreign: "HOLD_NOT_FOUND" },
  ReleaseCreditHold: { input: newHold, foreign: "HOLD_NOT_FOUND" },
  SetAutoReload: {
    // Off, since a caller of this test has nothing to pay with.
    input: fixed({ enabled: false, thresholdCredits: 20, packageId: "pkg_starter", monthlyCap: 5000 }),
    bad: {
      input: { enabled: true, thresholdCredits: -1, packageId: "", monthlyCap: -1, webhookUrl: "" },
      paths: ["thresholdCredits", "packageId", "monthlyCap", "webhookUrl"],
    },
  },
  AutoReload: { input: fixed({}) },
  AutoReloadHistory: {
    input: fixed({ limit: 5, status: "succeeded" }),
    bad: { input: { limit: 101, status: "lost" }, paths: ["limit", "status"] },
  },
  CreateWebhookEndpoint: {
    input: fixed(webhookBody),
    bad: {
      input: { url: "", eventTypes: [], description: overlong },
      paths: ["url", "eventTypes", "description"],
    },
  },
  RevealOneTimeSecret: {
    input: async (app, headers) => {
      const { endpointId } = await newWebhookEndpoint(app, headers);
      const { body } = await app.tool("rotate_webhook_secret", { endpointId }, headers);
      return { secretId: (body.secret.secretUrl as string).split("/").at(-1)! };
    },
    bad: { input: { secretId: "x".repeat(65) }, paths: ["secretId"] },
    foreign: "NOT_FOUND",
  },
  ListWebhookEndpoints: {
    input: fixed({ limit: 1 }),
    bad: { input: { limit: 0, offset: -1 }, paths: ["limit", "offset"] },
  },
  GetWebhookEndpoint: { input: quietWebhookEndpoint, foreign: "WEBHOOK_ENDPOINT_NOT_FOUND" },
  UpdateWebhookEndpoint: {
    input: async (app, headers) => ({ ...(await quietWebhookEndpoint(app, headers)), description: "sample" }),
    bad: { input: { endpointId: "whe_1", url: "", eventTypes: [] }, paths: ["url", "eventTypes"] },
    foreign: "WEBHOOK_ENDPOINT_NOT_FOUND",
  },
  DeleteWebhookEndpoint: { input: newWebhookEndpoint, foreign: "WEBHOOK_ENDPOINT_NOT_FOUND" },
  RotateWebhookSecret: { input: quietWebhookEndpoint, foreign: "WEBHOOK_ENDPOINT_NOT_FOUND" },
  TestWebhookEndpoint: { input: newWebhookEndpoint, foreign: "WEBHOOK_ENDPOINT_NOT_FOUND" },
  RecoverWebhookEndpoint: {
    input: async (app, headers) => ({
      ...(await quietWebhookEndpoint(app, headers)),
      since: "2100-01-01T00:00:00.000Z",
    }),
    bad: { input: { endpointId: "whe_1", since: "yesterday" }, paths: ["since"] },
    foreign: "WEBHOOK_ENDPOINT_NOT_FOUND",
  },
  ListWebhookDeliveries: {
    input: fixed({ status: "succeeded" }),
    bad: { input: { limit: 0, offset: -1 }, paths: ["limit", "offset"] },
  },
  GetWebhookDelivery: { input: newDeadDelivery, foreign: "WEBHOOK_DELIVERY_NOT_FOUND" },
  ReplayWebhookDelivery: { input: newDeadDelivery, foreign: "WEBHOOK_DELIVERY_NOT_FOUND" },
  ReceiveProcessorEvent: { input: () => Promise.resolve({ ...newProcessorEvent() }) },
  // A page that the calls of this test do not move.
  ListProcessorEvents: {
    input: fixed({ type: "nothing.happened", limit: 1 }),
    bad: { input: { type: "", from: "yesterday", limit: 0 }, paths: ["type", "from", "limit"] },
    as: "ada",
  },
  ReplayProcessorEvent: { input: newKeptEvent, as: "ada" },
  CreateInvoice: {
    input: fixed({ client: "sample@client.example", items: [{ description: "sample", amount: 10 }] }),
    bad: { input: { client: "nobody", items: [] }, paths: ["client", "items"] },
  },
  GetInvoice: {
    input: async (app, headers) => ({ invoiceId: await newInvoice(app, headers) }),
    foreign: "INVOICE_NOT_FOUND",
  },
  ListInvoices: { input: fixed({ limit: 1 }), bad: { input: { limit: 101 }, paths: ["limit"] } },
  SendInvoice: {
    input: newDraft,
    bad: { input: { invoiceId: "inv_x", to: [], message: "x".repeat(5001) }, paths: ["to", "message"] },
    foreign: "INVOICE_NOT_FOUND",
  },
  MarkInvoiceSent: {
    input: newDraft,
    bad: { input: { invoiceId: "inv_x", sentAt: "yesterday" }, paths: ["sentAt"] },
    foreign: "INVOICE_NOT_FOUND",
  },
  MarkInvoicePaid: { input: newSentInvoice, foreign: "INVOICE_NOT_FOUND" },
  CancelInvoice: {
    input: async (app, headers) => ({ ...(await newSentInvoice(app, headers)), reason: "sample" }),
    bad: { input: { invoiceId: "inv_x", reason: " " }, paths: ["reason"] },
    foreign: "INVOICE_NOT_FOUND",
  },
  UpdateInvoice: {
    input: async (app, headers) => ({ ...(await newDraft(app, headers)), taxRate: 13, notes: "sample" }),
    bad: {
      input: { invoiceId: "inv_x", customerEmail: "nobody", items: [], taxRate: 101 },
      paths: ["customerEmail", "items", "taxRate"],
    },
    foreign: "INVOICE_NOT_FOUND",
  },
  DeleteDraftInvoice: { input: newDraft, foreign: "INVOICE_NOT_FOUND" },
  GetInvoiceSettings: { input: fixed({}) },
  UpdateInvoiceSettings: {
    input: async (app, headers) => ({ timezone: "UTC", ...(await newLogo(app, headers)) }),
    bad: {
      input: { timezone: "+02:00", lateFee: { percent: 101 } },
      paths: ["timezone", "lateFee.percent"],
    },
    foreign: "FILE_NOT_FOUND",
  },
  GetSellerProfile: { input: fixed({}) },
  UpdateSellerProfile: {
    input: async (app, headers) => ({
      legalName: "Sample Ltd",
      locale: "de-DE",
      ...(await newLogo(app, headers)),
    }),
    foreign: "FILE_NOT_FOUND",
    bad: {
      input: { email: "nobody", locale: "xx", color: "red", taxIds: [{ kind: "eu_vat", value: " " }] },
      paths: ["email", "locale", "color", "taxIds.0.value"],
    },
  },
  UpdateSellerBankDetails: {
    input: fixed({ accountHolder: "Sample Ltd", iban: "DE89370400440532013000" }),
    bad: { input: { routingNumber: "1", accountNumber: "x" }, paths: ["routingNumber", "accountNumber"] },
  },
  CreateExternalInvoice: {
    input: fixed({ customerName: "Sample Ltd", items: quotationItems, taxRate: 13, dueDate: "2031-01-31" }),
    bad: {
      input: { customerName: " ", customerEmail: "nobody", items: [{ description: "x" }], taxRate: -1 },
      paths: ["customerName", "customerEmail", "items.0.quantity", "items.0.unitPrice", "taxRate"],
    },
  },
  GetExternalInvoices: {
    input: fixed({ limit: 1, status: "overdue" }),
    bad: { input: { limit: 101, status: "lost" }, paths: ["limit", "status"] },
  },
  CreateQuotation: {
    input: fixed({ client: "sample@client.example", items: quotationItems, validUntil: "2031-01-31" }),
    bad: { input: { client: "nobody", items: [] }, paths: ["client", "items"] },
  },
  GetQuotation: { input: newQuotationId, foreign: "QUOTATION_NOT_FOUND" },
  ListQuotations: {
    input: fixed({ limit: 1, status: "declined" }),
    bad: { input: { limit: 0 }, paths: ["limit"] },
  },
  UpdateQuotation: {
    input: async (app, headers) => ({ ...(await newQuotationId(app, headers)), notes: "sample" }),
    bad: { input: { quotationId: "quo_x", items: [], version: "1" }, paths: ["items", "version"] },
    foreign: "QUOTATION_NOT_FOUND",
  },
  DeleteDraftQuotation: { input: newQuotationId, foreign: "QUOTATION_NOT_FOUND" },
  SendQuotation: {
    input: newQuotationId,
    bad: { input: { quotationId: "quo_x", to: "nobody" }, paths: ["to"] },
    foreign: "QUOTATION_NOT_FOUND",
  },
  AcceptQuotation: {
    input: async (app, headers) => ({ quotationId: (await newSentQuotation(app, headers)).quotationId }),
    foreign: "QUOTATION_NOT_FOUND",
  },
  DeclineQuotation: {
    input: async (app, headers) => ({ quotationId: (await newSentQuotation(app, headers)).quotationId }),
    bad: { input: { quotationId: "quo_x", reason: overlong }, paths: ["reason"] },
    foreign: "QUOTATION_NOT_FOUND",
  },
  ConvertQuotationToInvoice: { input: newAcceptedQuotation, foreign: "QUOTATION_NOT_FOUND" },
  CreateExternalQuotation: {
    input: fixed({ customerName: "Sample Ltd", items: quotationItems, validUntil: "2031-01-31" }),
    bad: {
      input: { items: [], currency: "dollars", taxRate: 1 },
      paths: ["customerName", "items", "currency", "taxRate"],
    },
  },
  GetExternalQuotations: {
    input: fixed({ limit: 1, status: "declined" }),
    bad: { input: { limit: 0, status: "lost" }, paths: ["limit", "status"] },
  },
  QuotationPortalPage: {
    input: async (app, headers) => ({ token: (await newSentQuotation(app, headers)).token }),
  },
  AcceptQuotationByLink: {
    input: async (app, headers) => ({ token: (await newSentQuotation(app, headers)).token, note: "Ana" }),
    bad: { input: { token: "x", note: overlong }, paths: ["note"] },
  },
  DeclineQuotationByLink: {
    input: async (app, headers) => ({ token: (await newSentQuotation(app, headers)).token }),
  },
  SearchProperties: {
    input: fixed({ q: "tower", pageSize: 3 }),
    bad: { input: { page: 0, pageSize: 101 }, paths: ["page", "pageSize"] },
  },
  SuggestProperties: { input: fixed({ q: "tow" }) },
  Property: { input: async (app, headers) => ({ id: await anyProperty(app, headers) }) },
  SavedProperties: { input: fixed({ pageSize: 1 }), bad: { input: { page: 0 }, paths: ["page"] } },
  SaveProperty: {
    input: async (app, headers) => ({ propertyId: await anyProperty(app, headers), note: "sample" }),
    bad: { input: { propertyId: 7, note: overlong }, paths: ["propertyId", "note"] },
  },
  UnsaveProperty: {
    input: async (app, headers) => {
      const propertyId = await anyProperty(app, headers);
      await app.post("/v1/saved-properties", { propertyId }, headers);
      return { propertyId };
    },
  },
  InvoicePaymentPage: {
    input: async (app, headers) => {
      const body = { client: "sample@client.example", items: [{ description: "sample", amount: 10 }] };
      const answer = await app.post("/invoices", body, { "x-app-id": "invoicer", ...headers });
      return { token: (answer.body.paymentLink as string).split("/pay/")[1]! };
    },
  },
  ApiKeys: {
    input: fixed({ limit: 5 }),
    as: "eve",
    bad: { input: { limit: 0, offset: -1 }, paths: ["limit", "offset"] },
  },
  CreateApiKey: {
    as: "eve",
    // Ended at once, since an account has 20 at most.
    input: async (app, headers) => {
      const { apiKeys } = (await app.get("/api-keys?status=active&limit=100", headers)).body;
      for (const { id, name } of apiKeys) {
        if (name === "sample") await app.send("DELETE", `/api-keys/${id}`, headers);
      }
      return { name: "sample", scopes: ["read:credits"] };
    },
    bad: { input: { name: "", scopes: [], expiresInDays: 0 }, paths: ["name", "scopes", "expiresInDays"] },
  },
  ApiKey: { input: newApiKey, foreign: "API_KEY_NOT_FOUND", as: "eve" },
  UpdateApiKey: {
    input: async (app, headers) => ({ ...(await newApiKey(app, headers)), allowedIps: ["10.0.0.0/8"] }),
    bad: {
      input: { id: "key_x", name: "", allowedIps: Array(21).fill("10.0.0.1") },
      paths: ["name", "allowedIps"],
    },
    foreign: "API_KEY_NOT_FOUND",
    as: "eve",
  },
  RotateApiKey: {
    input: newApiKey,
    bad: { input: { id: "key_x", graceSeconds: -1 }, paths: ["graceSeconds"] },
    foreign: "API_KEY_NOT_FOUND",
    as: "eve",
  },
  RevokeApiKey: { input: newApiKey, foreign: "API_KEY_NOT_FOUND", as: "eve" },
  AccountKeyUsage: {
    input: fixed({ from: "2026-01-01T00:00:00.000Z", to: "2026-01-02T00:00:00.000Z" }),
    bad: { input: { to: "tomorrow", granularity: "week" }, paths: ["to", "granularity"] },
    as: "eve",
  },
  ApiKeyUsage: { input: newApiKey, foreign: "API_KEY_NOT_FOUND", as: "eve" },
  GenerateText: {
    input: fixed({ prompt: "Say something." }),
    bad: {
      input: { prompt: "", maxTokens: 8001, temperature: 2.1, timeout: 999 },
      paths: ["maxTokens", "prompt", "temperature", "timeout"],
    },
  },
  AiProvidersStatus: { input: fixed({}) },
  ListAiGenerations: {
    input: fixed({ kind: "text", limit: 5 }),
    bad: { input: { kind: "video", limit: 101 }, paths: ["kind", "limit"] },
  },
  AiUsage: { input: fixed({ appId: "hvut" }), as: "ada" },
  ...accountDataSamples,
  ...accountDomainSamples,
  ...accountSamples,
  ...accountingSamples,
  ...bankRuleSamples,
  ...ledgerExportSamples,
  ...administrationSamples,
  ...approvalSamples,
  ...requestSamples,
  ...closingSamples,
  ...fileSamples,
  ...scoringSamples,
  ...subscriptionSamples,
  ...bankingSamples,
  ...campaignSamples,
  ...blogSamples,
  ...crmSamples,
  ...dealSamples,
  ...workSamples,
  ...oauthSamples,
  ...calendarSyncSamples,
  ...invoicingSamples,
  ...invoiceRecordSamples,
  ...onlinePaymentSamples,
  ...clientPortalSamples,
  ...clientRecordSamples,
  ...documentRecordSamples,
  ...scheduleSamples,
  ...moneyRecordSamples,
  ...payrollSamples,
  ...hvutSamples,
  ...callerSamples,
  ...financeSamples,
  ...financeAccountSamples,
  ...financeCheckSamples,
  ...financeLabelSamples,
  ...financeExportSamples,
  ...financePlanningSamples,
  ...wealthSamples,
  ...taxSamples,
  ...sourceSamples,
  ...reportSamples,
  ...bookingSamples,
  ...bookingPageSamples,
  ...eventPageSamples,
  ...bookingRecordSamples,
  ...bookingPlaceSamples,
  ServiceAccounts: { input: fixed({}), as: "ada" },
  CreateServiceAccount: {
    input: fixed({ name: "sample", environment: "development", scopes: ["read:credits"] }),
    bad: {
      input: { name: "", environment: "development", scopes: [], expiresInDays: 366 },
      paths: ["name", "scopes", "expiresInDays"],
    },
    as: "ada",
  },
  RevokeServiceAccount: {
    input: async (app) => {
      const body = { name: "sample", environment: "development", scopes: ["read:credits"] };
      return {
        id: (await app.post("/admin/service-accounts", body, await app.as("ada"))).body.serviceAccount
          .id as string,
      };
    },
    as: "ada",
  },
};
