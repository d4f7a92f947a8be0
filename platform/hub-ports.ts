import type { Logger } from "pino";
import type { Config } from "../src/config/config.ts";
import { deriveKeyRing } from "../src/crypto/crypto.ts";
import type { Metrics } from "../src/observability/metrics.ts";
import { receiverHooksUrl } from "../sandbox/receiver-address.ts";
import { createPooledSmtp } from "../src/mail/pooled-smtp.adapter.ts";
import { createSmtpMail } from "../src/mail/smtp.adapter.ts";
import { mailReportSecrets, messageLinkKeys } from "../src/config/crm-settings.ts";
import type { SubgraphExecutor } from "../src/graphql/local-executor.ts";
import { createGatewaySources } from "../subgraphs/hub/accounting/app-postings/gateway-sources.adapter.ts";
import { createQuickbooks } from "../subgraphs/hub/accounting/exports/quickbooks.adapter.ts";
import type { RemoteBooks } from "../subgraphs/hub/accounting/exports/remote-books.port.ts";
import { createXero } from "../subgraphs/hub/accounting/exports/xero.adapter.ts";
import { createNodeDns } from "../subgraphs/hub/account-domains/node-dns.adapter.ts";
import { createPlaidBank } from "../subgraphs/hub/banking/plaid/plaid.adapter.ts";
import { createHttpCarrier } from "../subgraphs/hub/crm/carrier/carrier-http.adapter.ts";
import { createMessageTokens } from "../subgraphs/hub/crm/messages/message-tokens.ts";
import { createPayrollSource } from "../subgraphs/hub/exports/payroll-source.adapter.ts";
import { createRecaptcha } from "../subgraphs/hub/bot-check/recaptcha.adapter.ts";
import type { ConnectedContacts } from "../subgraphs/hub/crm/connected-contacts/connected-contacts.port.ts";
import { createGoogleContacts } from "../subgraphs/hub/crm/connected-contacts/google-contacts.adapter.ts";
import { createMicrosoftContacts } from "../subgraphs/hub/crm/connected-contacts/microsoft-contacts.adapter.ts";
import type { ConnectedMail } from "../subgraphs/hub/crm/mails/connected-mail.port.ts";
import { createGoogleMail } from "../subgraphs/hub/crm/mails/google-mail.adapter.ts";
import { createMicrosoftMail } from "../subgraphs/hub/crm/mails/microsoft-mail.adapter.ts";
import type { ConnectedCalendar } from "../subgraphs/hub/connected-calendars/connected-calendars.port.ts";
import { createGoogleCalendar } from "../subgraphs/hub/connected-calendars/google-calendar.adapter.ts";
import { createMicrosoftCalendar } from "../subgraphs/hub/connected-calendars/microsoft-calendar.adapter.ts";
import type { ConnectedDrive } from "../subgraphs/hub/files/connected-files.port.ts";
import { createGoogleDrive } from "../subgraphs/hub/files/google-drive.adapter.ts";
import { createMicrosoftDrive } from "../subgraphs/hub/files/microsoft-drive.adapter.ts";
import { createOpenidProvider } from "../subgraphs/hub/oauth/openid.adapter.ts";
import { createHttpPricing } from "../subgraphs/hub/pricing/http-pricing.adapter.ts";
import { createStripeProcessor } from "../subgraphs/hub/processor/stripe.adapter.ts";
import type { HubOptions } from "../subgraphs/hub/subgraph.ts";
import { createGatewayAutoReloads } from "../subgraphs/hub/subscriptions/gateway-auto-reloads.adapter.ts";
import { createOpenidSessions } from "../subgraphs/hub/sessions/openid-sessions.adapter.ts";
import { createTaxBandits } from "../subgraphs/hub/tax/service/taxbandits.adapter.ts";
import { createHttpTaxFiling } from "../subgraphs/hub/tax/service/http-taxfiling.adapter.ts";
import { createHttpWebhookSender } from "../subgraphs/hub/webhooks/http-webhook-sender.adapter.ts";
import { fileSigningKeys } from "../src/config/file-settings.ts";
import { indexedThresholds, taxWebhookSecrets } from "../src/config/tax-settings.ts";
import { systemClock } from "../src/time/clock.ts";
import { aiPorts, imageProviders, photoLibrary } from "./ai-ports.ts";
import { fileStorage } from "./file-storage.ts";

/** Dependencies that only the current process knows. */
export interface HubSurroundings {
  smtpUrl: string | null;
  flushAudit(): Promise<void>;
  gateway(): SubgraphExecutor;
  log: Logger;
  /** Null in a process that shows none. */
  metrics: Metrics | null;
}

/** The hub's external services and secrets, as the configuration says. */
export function hubPorts(
  config: Config,
  { smtpUrl, flushAudit, gateway, log, metrics }: HubSurroundings,
): HubOptions["ports"] {
  return {
    keyPepper: config.KEY_PEPPER[0],
    olderKeyPeppers: config.KEY_PEPPER.slice(1),
    ai: aiPorts(config),
    imageProviders: imageProviders(config),
    photos: photoLibrary(config),
    files: {
      storage: fileStorage(config),
      signingKeys: fileSigningKeys(config.FILE_SIGNING_KEYS, config.ENCRYPTION_SECRET),
    },
    appsOpen: config.APPS_OPEN,
    creditsConsume: config.CREDITS_CONSUME,
    pauseKeepsAccess: config.PAUSE_KEEPS_ACCESS,
    flushAudit,
    keyRing: deriveKeyRing(config.ENCRYPTION_SECRET),
    mail: createSmtpMail({ smtpUrl, from: config.MAIL_FROM }),
    ...sendingPorts(config, smtpUrl),
    processor: createStripeProcessor({
      secretKey: config.externalServices.processor.secret,
      baseUrl: config.externalServices.processor.baseUrl,
      webhookSecrets: config.PROCESSOR_WEBHOOK_SECRET,
      log,
    }),
    oauth: new Map(
      config.oauthProviders.map((settings) => [settings.name, createOpenidProvider({ ...settings, log })]),
    ),
    ledgerSources: createGatewaySources(gateway),
    autoReloads: createGatewayAutoReloads(gateway),
    payrollSource: createPayrollSource(gateway),
    tax: taxPort(config),
    bank: createPlaidBank({
      clientId: config.BANK_CLIENT_ID,
      secret: config.externalServices.bank.secret,
      baseUrl: config.externalServices.bank.baseUrl,
      countryCodes: config.BANK_COUNTRY_CODES,
      redirectUri: config.BANK_REDIRECT_URI ?? null,
      timeoutMs: config.BANK_TIMEOUT_MS,
      log,
    }),
    dns: createNodeDns(config.DEMO ? [`127.0.0.1:${config.SANDBOX_PORT}`] : null),
    pricing: createHttpPricing({
      baseUrl: config.externalServices.pricing.baseUrl,
      apiKey: config.externalServices.pricing.secret,
    }),
    ...botPorts(config),
    issuerSessions: createOpenidSessions({ issuer: config.OIDC_ISSUER, log }),
    allowsLocalhost: !config.isProduction,
    countProcessorEvent: (labels) => metrics?.processorEvents.inc(labels),
    webhooks: createHttpWebhookSender({
      allowHosts: config.WEBHOOK_ALLOW_HOSTS,
      receiverUrl: config.DEMO ? receiverHooksUrl(config.SANDBOX_PORT) : null,
    }),
  };
}

/** APIs of the services that people connect, each at the vendor or at the sandbox's stand-in. */
function connectedPorts({ oauthProviders }: Config) {
  const mail = new Map<string, ConnectedMail>();
  const contacts = new Map<string, ConnectedContacts>();
  const drives = new Map<string, ConnectedDrive>();
  const books = new Map<string, RemoteBooks>();
  const calendars = new Map<string, ConnectedCalendar>();
  for (const { name, apiBaseUrl } of oauthProviders) {
    const at = (official: string) => ({ baseUrl: apiBaseUrl ?? official });
    if (name === "google") {
      mail.set(name, createGoogleMail(at("https://gmail.googleapis.com")));
      contacts.set(name, createGoogleContacts(at("https://people.googleapis.com")));
      drives.set(name, createGoogleDrive(at("https://www.googleapis.com")));
      calendars.set(name, createGoogleCalendar(at("https://www.googleapis.com")));
    }
    if (name === "microsoft") {
      mail.set(name, createMicrosoftMail(at("https://graph.microsoft.com")));
      contacts.set(name, createMicrosoftContacts(at("https://graph.microsoft.com")));
      drives.set(name, createMicrosoftDrive(at("https://graph.microsoft.com")));
      calendars.set(name, createMicrosoftCalendar(at("https://graph.microsoft.com")));
    }
    if (name === "quickbooks") books.set(name, createQuickbooks(at("https://quickbooks.api.intuit.com")));
    if (name === "xero") books.set(name, createXero(at("https://api.xero.com")));
  }
  return {
    connectedMail: mail,
    connectedContacts: contacts,
    connectedDrives: drives,
    connectedCalendars: calendars,
    remoteBooks: books,
  };
}

/** Ports for sending campaigns, texts and calls. */
function sendingPorts(config: Config, smtpUrl: string | null) {
  const { baseUrl, secret } = config.externalServices.carrier;
  return {
    bulkMail: createPooledSmtp({ smtpUrl, from: config.MAIL_FROM, maxConnections: config.MAIL_CONNECTIONS }),
    ...connectedPorts(config),
    messageTokens: createMessageTokens(messageLinkKeys(config.ENCRYPTION_SECRET)),
    mailReportSecrets: mailReportSecrets(config),
    phone: {
      carrier: createHttpCarrier({
        baseUrl,
        accountSid: config.CARRIER_ACCOUNT_SID,
        authToken: secret,
        from: config.CARRIER_FROM,
      }),
      signingToken: secret,
    },
  } satisfies Partial<HubOptions["ports"]>;
}

/** The bot check, and its policy. */
function botPorts(config: Config): Pick<HubOptions["ports"], "botCheck" | "botPolicy"> {
  const { baseUrl, secret, isSandbox: isStandIn } = config.externalServices.botcheck;
  return { botCheck: createRecaptcha({ baseUrl, secret, isStandIn }), botPolicy: botPolicy(config) };
}

/** Where no host is named, a demo takes any. */
function botPolicy(config: Config): HubOptions["ports"]["botPolicy"] {
  return {
    minScore: config.BOT_MIN_SCORE,
    hostnames: config.DEMO && config.BOT_HOSTNAMES.length === 0 ? null : config.BOT_HOSTNAMES,
    failOpen: config.BOT_FAIL_OPEN,
  };
}

function taxPort(config: Config): HubOptions["ports"]["tax"] {
  const { baseUrl, secret, isSandbox } = config.externalServices.taxfiling;
  const timeoutMs = config.TAXFILING_TIMEOUT_MS;
  const isTaxBandits = config.TAXFILING_PROVIDER === "taxbandits";
  const { isStandIn, ...access } = config.taxBandits;
  const isTest = isTaxBandits ? isStandIn || config.TAXBANDITS_ENVIRONMENT === "sandbox" : isSandbox;
  return {
    provider: isTaxBandits
      ? createTaxBandits({ ...access, clock: systemClock, timeoutMs })
      : createHttpTaxFiling({ baseUrl, apiKey: secret, timeoutMs }),
    environment: isTest ? "sandbox" : "production",
    webhookSecrets: taxWebhookSecrets(config),
    taxBandits: isTaxBandits || isStandIn ? access.credentials : null,
    thresholds: indexedThresholds(config),
  };
}
