import type { Logger } from "pino";
import { guardApprovals } from "../../src/access/approvals.ts";
import { auditMutations } from "../../src/access/audit.ts";
import { chargeFields } from "../../src/access/charge.ts";
import { buildSubgraph, type SubgraphGraph } from "../../src/graphql/build-subgraph.ts";
import type { SubgraphExecutor } from "../../src/graphql/local-executor.ts";
import {
  type DatabaseSettings,
  openSubgraph,
  type RunningSubgraph,
} from "../../src/graphql/open-subgraph.ts";
import { scalars } from "../../src/graphql/scalars.ts";
import type { AnyJob } from "../../src/jobs/define-job.ts";
import type { JobContext } from "../../src/jobs/job-context.ts";
import { createSmtpMail } from "../../src/mail/smtp.adapter.ts";
import type { AllAppsContext, AllPorts } from "./all-apps.types.ts";
import { autoReloadApp } from "./auto-reload/auto-reload.app.ts";
import { createReloadHub } from "./auto-reload/reload-hub.adapter.ts";
import { reportReloadState } from "./auto-reload/report-reload-state.service.ts";
import { foreignFeature } from "./base/foreign.feature.ts";
import type { GatewayApp } from "./base/gateway-app.ts";
import type { GatewayContext } from "./base/gateway.context.ts";
import { bookingApp } from "./booking/booking.app.ts";
import { createHttpCalendarFiles } from "./booking/calendar-subscriptions/http-calendar-files.adapter.ts";
import { createHubPhoneNotices } from "./booking/reminders/hub-phone-notices.adapter.ts";
import { createHubCalendars } from "./booking/calendar-syncs/hub-calendars.adapter.ts";
import { createHubApprovals } from "./charging/approvals.adapter.ts";
import { createHubCredits } from "./charging/credits.adapter.ts";
import { pricedFeatures } from "./charging/default-prices.ts";
import { settleChargeJob, settleLater } from "./charging/settle-charge.job.ts";
import { financeApp } from "./finance/finance.app.ts";
import { createBankConnections } from "./finance/imports/bank-connections.adapter.ts";
import { createBankFeed } from "./finance/imports/bank-feed.adapter.ts";
import { hvutApp } from "./hvut/hvut.app.ts";
import { invoicingApp } from "./invoicing/invoicing.app.ts";
import { createInvoicingLoaders } from "./invoicing/invoices/invoicing.loaders.ts";
import { createAccountFiles, type FileContents } from "./invoicing/seller-profile/account-files.adapter.ts";
import { createTesseractReader } from "./invoicing/receipts/tesseract.adapter.ts";
import { ledgerFactsFeature } from "./ledger-facts/ledger-facts.feature.ts";
import { exportedPayrollFeature } from "./payroll/exporting/exported-payroll.feature.ts";
import { payrollApp } from "./payroll/payroll.app.ts";
import { annualStateTax } from "./payroll/taxes/annual-state-tax.ts";
import { taxTablesFeature } from "./tax-tables/tax-tables.feature.ts";
import { createGatewayOperations } from "./voice/agent-tools/gateway-operations.adapter.ts";
import { createHubLanguageModel } from "./voice/conversation/hub-language-model.adapter.ts";
import { createRecordingFiles, type FileStore } from "./voice/recordings/recording-files.adapter.ts";
import { voiceApp } from "./voice/voice.app.ts";

const apps: readonly GatewayApp[] = [
  autoReloadApp,
  invoicingApp,
  payrollApp,
  bookingApp,
  hvutApp,
  voiceApp,
  financeApp,
];

export const gatewayJobs: readonly AnyJob<JobContext>[] = [
  settleChargeJob,
  ...apps.flatMap(({ jobs }) => jobs),
];

let graph: SubgraphGraph | undefined;

/** The graph of the child apps, built once per process. Charges for priced fields, whichever door or router a call came through. */
export function buildGatewayGraph(): SubgraphGraph {
  return (graph ??= buildSubgraph({
    name: "gateway",
    features: [
      foreignFeature,
      taxTablesFeature,
      ledgerFactsFeature,
      exportedPayrollFeature,
      ...apps.flatMap(pricedFeatures),
    ],
    scalars,
    inside: (schema, rules) =>
      guardApprovals(schema, rules, {
        subgraph: "gateway",
        approvals: (ctx) => (ctx as GatewayContext).ports.approvals,
        keyRing: (ctx) => (ctx as GatewayContext).ports.keyRing,
        wrap: () =>
          chargeFields(schema, rules, {
            credits: (ctx) => (ctx as GatewayContext).ports.creditsWithReloads(ctx),
            settleLater,
            chargedWithin: new Set(apps.flatMap(({ chargedWithin = [] }) => chargedWithin)),
          }),
      }),
    outside: auditMutations,
  }));
}

export interface GatewayOptions
  extends
    DatabaseSettings,
    Pick<
      AllPorts,
      | "keyRing"
      | "efile"
      | "payouts"
      | "voice"
      | "processor"
      | "taxRateService"
      | "referenceRates"
      | "securityPrices"
    > {
  /** The hub subgraph, which holds the ledger. */
  hub: SubgraphExecutor;
  /** Contents of the files that the hub knows. */
  files: FileContents & FileStore;
  /** Null where no mail server is configured. */
  smtpUrl: string | null;
  mailFrom: string;
  /** Calendars of connected accounts. Default: by the hub. */
  connectedCalendars?: AllPorts["connectedCalendars"] | undefined;
  /** Calendars at URLs that clients name. Default: public ones. */
  calendarFiles?: AllPorts["calendarFiles"] | undefined;
  log: Logger;
}

/** Migrates and opens the gateway. */
export async function openGateway(options: GatewayOptions): Promise<RunningSubgraph> {
  const {
    hub,
    files,
    keyRing,
    smtpUrl,
    mailFrom,
    efile,
    payouts,
    connectedCalendars,
    calendarFiles,
    voice,
    processor,
    taxRateService,
    referenceRates,
    securityPrices,
    ...database
  } = options;
  const credits = createHubCredits(hub);
  const ports: AllPorts = {
    credits,
    approvals: createHubApprovals(hub),
    creditsWithReloads: (ctx) => reportReloadState(credits, ctx),
    reloads: createReloadHub(hub),
    mail: createSmtpMail({ smtpUrl, from: mailFrom }),
    keyRing,
    taxTables: apps.flatMap(({ taxTables }) => taxTables ?? []),
    ledgerSources: apps.flatMap(({ ledgerSource }) => ledgerSource ?? []),
    paymentTakers: apps.flatMap(({ paymentTaker }) => paymentTaker ?? []),
    receiptReader: createTesseractReader(),
    accountFiles: createAccountFiles(hub, files),
    efile,
    payouts,
    bankFeed: createBankFeed(hub),
    bankConnections: createBankConnections(hub),
    connectedCalendars: connectedCalendars ?? createHubCalendars(hub),
    calendarFiles: calendarFiles ?? createHttpCalendarFiles(),
    phoneNotices: createHubPhoneNotices(hub),
    voice,
    languageModel: createHubLanguageModel(hub),
    recordingFiles: createRecordingFiles(hub, files),
    accountOperations: createGatewayOperations((request) => gateway.execute(request)),
    processor,
    taxRateService,
    referenceRates,
    securityPrices,
    stateIncomeTax: { annualTax: annualStateTax },
  };
  const gateway = await openSubgraph({
    ...database,
    graph: buildGatewayGraph(),
    entities: apps.flatMap(({ entities }) => entities),
    ports,
    loaders: (ctx) => createInvoicingLoaders(ctx as AllAppsContext),
  });
  return gateway;
}
