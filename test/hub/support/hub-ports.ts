import { deriveKeyRing } from "../../../src/crypto/crypto.ts";
import { fileSigningKeys } from "../../../src/config/file-settings.ts";
import { createPooledSmtp } from "../../../src/mail/pooled-smtp.adapter.ts";
import { createSmtpMail } from "../../../src/mail/smtp.adapter.ts";
import { createUnconfiguredBank } from "../../../subgraphs/hub/banking/plaid/unconfigured-bank.ts";
import { createRecaptcha } from "../../../subgraphs/hub/bot-check/recaptcha.adapter.ts";
import { createHttpCarrier } from "../../../subgraphs/hub/crm/carrier/carrier-http.adapter.ts";
import { createMessageTokens } from "../../../subgraphs/hub/crm/messages/message-tokens.ts";
import { createHttpPricing } from "../../../subgraphs/hub/pricing/http-pricing.adapter.ts";
import { createStripeProcessor } from "../../../subgraphs/hub/processor/stripe.adapter.ts";
import type { HubOptions } from "../../../subgraphs/hub/subgraph.ts";
import { createHttpTaxFiling } from "../../../subgraphs/hub/tax/service/http-taxfiling.adapter.ts";
import { createHttpWebhookSender } from "../../../subgraphs/hub/webhooks/http-webhook-sender.adapter.ts";
import { silentLog } from "../../support/silent-log.ts";
import { createMemoryStorage } from "./memory-storage.ts";

export const keyPepper = "pepper-of-the-hub-tests";

export const processorWebhookSecret = "whsec_of_the_hub_tests";

/** The hub's external services in a test; webhook receivers may be on loopback. */
export function createHubPorts(overrides: Partial<HubOptions["ports"]> = {}): HubOptions["ports"] {
  return {
    keyPepper,
    olderKeyPeppers: [],
    ai: { textProviders: [], dailyBudgetMicroUsd: null, logsContent: false },
    imageProviders: [],
    photos: null,
    files: { storage: createMemoryStorage(), signingKeys: fileSigningKeys([], "secret-of-the-hub-tests") },
    keyRing: deriveKeyRing("secret-of-the-hub-tests"),
    mail: createSmtpMail({ smtpUrl: null, from: "hub@hub.example" }),
    bulkMail: createPooledSmtp({ smtpUrl: null, from: "hub@hub.example" }),
    connectedMail: new Map(),
    connectedContacts: new Map(),
    connectedDrives: new Map(),
    remoteBooks: new Map(),
    connectedCalendars: new Map(),
    messageTokens: createMessageTokens(["key-of-the-hub-tests"]),
    mailReportSecrets: [],
    phone: {
      carrier: createHttpCarrier({ baseUrl: null, accountSid: "AC0", authToken: null, from: "+15005550006" }),
      signingToken: null,
    },
    processor: createStripeProcessor({
      secretKey: null,
      baseUrl: null,
      webhookSecrets: [processorWebhookSecret],
      log: silentLog,
    }),
    bank: createUnconfiguredBank(),
    oauth: new Map(),
    ledgerSources: { readFacts: () => Promise.resolve([]), readOpenItems: () => Promise.resolve([]) },
    autoReloads: { isOn: () => Promise.resolve(false) },
    payrollSource: { readPayroll: () => Promise.reject(new Error("No payroll app in this test")) },
    tax: {
      provider: createHttpTaxFiling({ baseUrl: null, apiKey: null }),
      environment: "sandbox",
      webhookSecrets: [],
      taxBandits: null,
      thresholds: new Map(),
    },
    dns: { findTexts: () => Promise.resolve([]) },
    pricing: createHttpPricing({ baseUrl: null, apiKey: null }),
    botCheck: createRecaptcha({ baseUrl: null, secret: null, isStandIn: false }),
    botPolicy: { minScore: 0.5, hostnames: null, failOpen: false },
    issuerSessions: { end: async () => "not_supported", close: async () => undefined },
    webhooks: createHttpWebhookSender({ allowHosts: ["127.0.0.1"] }),
    ...overrides,
  };
}
