import type { PayrollSource } from "./exports/payroll-source.port.ts";
import type { ChannelListener } from "../../src/db/channel-listener.ts";
import type { RequestContext } from "../../src/context.ts";
import type { KeyRing } from "../../src/crypto/crypto.ts";
import type { FileSigningKey } from "../../src/config/file-settings.ts";
import type { EventFanOut } from "../../src/jobs/event-fan-out.ts";
import type { ConnectedCalendars } from "./connected-calendars/connected-calendars.port.ts";
import type { ConnectedDrives } from "./files/connected-files.port.ts";
import type { ConnectedContactsServices } from "./crm/connected-contacts/connected-contacts.port.ts";
import type { ConnectedMailServices } from "./crm/mails/connected-mail.port.ts";
import type { BulkMail } from "../../src/mail/bulk-mail.port.ts";
import type { MailPort } from "../../src/mail/mail.port.ts";
import type { Dns } from "./account-domains/dns.port.ts";
import type { BankProvider } from "./banking/bank.port.ts";
import type { BotCheck } from "./bot-check/bot-check.port.ts";
import type { BotPolicy } from "./bot-check/bot-verdict.ts";
import type { AiPorts } from "./ai/ai.port.ts";
import type { ImageProvider } from "./ai/images/image-provider.port.ts";
import type { PhotoLibrary } from "./ai/photos/photo-library.port.ts";
import type { ProviderBreakers } from "./ai/text/provider-breakers.service.ts";
import type { CarrierPorts } from "./crm/carrier/carrier.port.ts";
import type { MessageTokens } from "./crm/messages/message-tokens.ts";
import type { FileStorage } from "./files/file-storage.port.ts";
import type { PrincipalRows } from "./identity/principal.rows.ts";
import type { OauthProviders } from "./oauth/oauth.port.ts";
import type { IssuerSessions } from "./sessions/issuer-sessions.port.ts";
import type { SessionRecorder } from "./sessions/session-recorder.service.ts";
import type { PricingService } from "./pricing/pricing.port.ts";
import type { PaymentProcessor } from "./processor/processor.port.ts";
import type { RemoteBooksServices } from "./accounting/exports/remote-books.port.ts";
import type { AutoReloads } from "./subscriptions/auto-reloads.port.ts";
import type { LedgerSources } from "./accounting/app-postings/ledger-source.port.ts";
import type { TaxPorts } from "./tax/tax.port.ts";
import type { WebhookSender } from "./webhooks/webhook-sender.port.ts";

/** External services and settings of the hub. */
export interface HubPorts {
  /** Pepper of the keyed hash that API keys are stored as. */
  keyPepper: string;
  /** Older peppers of stored hashes; such a key is rehashed when it is used. */
  olderKeyPeppers: readonly string[];
  /** Seals what must not be readable in the database, and signs page cursors. */
  keyRing: KeyRing;
  mail: MailPort;
  /** SMTP server for campaigns. */
  bulkMail: BulkMail;
  /** Services that send mail from people's own mailboxes. */
  connectedMail: ConnectedMailServices;
  /** Services with people's files. */
  connectedDrives: ConnectedDrives;
  connectedCalendars: ConnectedCalendars;
  /** Services with people's address books. */
  connectedContacts: ConnectedContactsServices;
  /** Accounting programs that people connect. */
  remoteBooks: RemoteBooksServices;
  /** Makes and reads the links of messages. */
  messageTokens: MessageTokens;
  /** Any of them signs the mail server's reports. */
  mailReportSecrets: readonly string[];
  /** Sends texts and places calls. */
  phone: CarrierPorts;
  /** Takes payments and bills subscriptions. */
  processor: PaymentProcessor;
  /** Reaches people's banks. */
  bank: BankProvider;
  /** Outside services that people can connect. */
  oauth: OauthProviders;
  /** Reads what happened in the apps, for the books. */
  ledgerSources: LedgerSources;
  /** Knows whether auto-reload needs the default payment method. */
  autoReloads: AutoReloads;
  /** Payslips of the payroll app. */
  payrollSource: PayrollSource;
  /** Files tax forms. */
  tax: TaxPorts;
  /** Reads the records that verify domains of organizations. */
  dns: Dns;
  /** Knows what apps' plans cost. */
  pricing: PricingService;
  /** Bot check, and its policy. */
  botCheck: BotCheck;
  botPolicy: BotPolicy;
  /** True outside production: payers may return to http://localhost. */
  allowsLocalhost?: boolean;
  /** Counts what became of an event of the processor, for the metrics. */
  countProcessorEvent?: (labels: { type: string; status: string }) => void;
  /** Reaches the receivers of webhooks. */
  webhooks: WebhookSender;
  /** True to register an unknown app by its first use. */
  appsOpen?: boolean;
  /** Who may spend credits: every principal for themselves, or backends only. Default: `user`. */
  creditsConsume?: "user" | "backend";
  /** Whether a paused subscription still gives access. Default: true. */
  pauseKeepsAccess?: boolean;
  /** Text and image providers. */
  ai: AiPorts;
  /** Storage of files, and the keys of their links: the first key signs, all verify. */
  files: { storage: FileStorage; signingKeys: readonly FileSigningKey[] };
  /** The configured image providers, in the order of their use. */
  imageProviders: readonly ImageProvider[];
  /** Null when no photo library is configured. */
  photos: PhotoLibrary | null;
  /** How these have done lately, in all processes. */
  breakers: ProviderBreakers;
  /** The rows behind credentials that this process remembers. */
  callers: PrincipalRows;
  /** Notes the sessions that requests come from. */
  sessions: SessionRecorder;
  /** The same sessions at the identity provider. */
  issuerSessions: IssuerSessions;
  /** Resolves when audit rows that were committed before are in the trail, as far as this process has them. */
  flushAudit?: () => Promise<void>;
  /** Database notifications (LISTEN) of the hub. */
  notices: ChannelListener;
  /** Wakes who waits for committed events. */
  events: EventFanOut;
}

/** A request as the hub's resolvers and use cases see it. */
export interface HubContext extends RequestContext {
  ports: HubPorts;
}
