import type { Logger } from "pino";
import { guardApprovals } from "../../src/access/approvals.ts";
import { auditMutations } from "../../src/access/audit.ts";
import { openChannelListener } from "../../src/db/channel-listener.ts";
import { openLogin } from "../../src/db/login-role.ts";
import { buildSubgraph, type FeatureGraph, type SubgraphGraph } from "../../src/graphql/build-subgraph.ts";
import {
  type DatabaseSettings,
  openSubgraph,
  type RunningSubgraph,
} from "../../src/graphql/open-subgraph.ts";
import { scalars } from "../../src/graphql/scalars.ts";
import type { AnyJob } from "../../src/jobs/define-job.ts";
import { EventFanOut } from "../../src/jobs/event-fan-out.ts";
import type { JobContext } from "../../src/jobs/job-context.ts";
import { accountingJobs } from "./accounting/app-postings/auto-posting.jobs.ts";
import { ledgerExportJobs } from "./accounting/exports/ledger-export.jobs.ts";
import { accountingFeature } from "./accounting/accounting.feature.ts";
import { accountDomainsFeature } from "./account-domains/account-domains.feature.ts";
import { accountDomainJobs } from "./account-domains/account-domains.jobs.ts";
import { accountAdministrationFeature } from "./account-administration/account-administration.feature.ts";
import { accountsFeature } from "./accounts/accounts.feature.ts";
import { sendInvitationJob } from "./accounts/accounts.jobs.ts";
import { agentSignInFeature } from "./agent-sign-in/agent-sign-in.feature.ts";
import { purgeSignInRecordsJob } from "./agent-sign-in/agent-sign-in.jobs.ts";
import { aiFeature } from "./ai/ai.feature.ts";
import { probeProvidersJob, purgeBudgetsJob } from "./ai/ai.jobs.ts";
import { ImageCreditsScalar } from "./ai/images/image.types.ts";
import { ProviderBreakers } from "./ai/text/provider-breakers.service.ts";
import { apiKeysFeature } from "./api-keys/api-keys.feature.ts";
import { expiringKeysJob, forgetSecretsJob } from "./api-keys/api-keys.jobs.ts";
import { closingFeature } from "./closing/closing.feature.ts";
import { closingJobs } from "./closing/closing.jobs.ts";
import { approvalsFeature } from "./approvals/approvals.feature.ts";
import { approvalJobs } from "./approvals/approvals.jobs.ts";
import { localApprovals } from "./approvals/demand.service.ts";
import { auditFeature } from "./audit/audit.feature.ts";
import { appsFeature } from "./apps/apps.feature.ts";
import { backgroundJobsFeature } from "./background-jobs/background-jobs.feature.ts";
import { bankingFeature } from "./banking/banking.feature.ts";
import { bankingJobs } from "./banking/banking.jobs.ts";
import { crmFeature } from "./crm/crm.feature.ts";
import { crmJobs } from "./crm/crm.jobs.ts";
import { blogFeature } from "./blog/blog.feature.ts";
import { blogJobs } from "./blog/blog.jobs.ts";
import { campaignFeature } from "./crm/campaigns/campaign.feature.ts";
import { activitiesFeature } from "./crm/activities/activities.feature.ts";
import { companiesFeature } from "./crm/companies/companies.feature.ts";
import { dealsFeature } from "./crm/deals/deals.feature.ts";
import { tasksFeature } from "./crm/tasks/tasks.feature.ts";
import { taskJobs } from "./crm/tasks/tasks.jobs.ts";
import { RecipientScalar } from "./crm/campaigns/campaign.types.ts";
import { creditPricesFeature } from "./credit-prices/credit-prices.feature.ts";
import { creditsFeature } from "./credits/credits.feature.ts";
import { expireCreditsJob, expiringCreditsJob } from "./credits/credits.jobs.ts";
import { exportsFeature } from "./exports/exports.feature.ts";
import { dataExportsFeature } from "./data-exports/data-exports.feature.ts";
import { exportDataJob } from "./data-exports/data-exports.jobs.ts";
import { mailFinanceAlertJob } from "./finance-alerts/mail-finance-alert.job.ts";
import { filesFeature } from "./files/files.feature.ts";
import { purgeFilesJob } from "./files/files.jobs.ts";
import type { HubContext, HubPorts } from "./hub.context.ts";
import { PrincipalRows } from "./identity/principal.rows.ts";
import { eraseAccountsJob } from "./erasure/erase-accounts.job.ts";
import { identityFeature } from "./identity/identity.feature.ts";
import { limitsFeature } from "./limits/limits.feature.ts";
import { marketplaceFeature } from "./marketplace/marketplace.feature.ts";
import { requestsFeature } from "./requests/requests.feature.ts";
import { purgeRequestsJob } from "./requests/requests.jobs.ts";
import { purgeBotTokensJob } from "./bot-check/bot-check.jobs.ts";
import { notificationsFeature } from "./notifications/notifications.feature.ts";
import { oauthFeature } from "./oauth/oauth.feature.ts";
import { oauthJobs } from "./oauth/oauth.jobs.ts";
import { connectedCalendarsFeature } from "./connected-calendars/connected-calendars.feature.ts";
import { oneTimeSecretsFeature } from "./one-time-secrets/one-time-secrets.feature.ts";
import { purgeOneTimeSecretsJob } from "./one-time-secrets/one-time-secrets.jobs.ts";
import { paymentsFeature } from "./payments/payments.feature.ts";
import { reconcilePaymentsJob } from "./payments/reconcile.job.ts";
import { reloadChargeFeature } from "./payments/reload-charge.feature.ts";
import { plansFeature } from "./plans/plans.feature.ts";
import { pricingFeature } from "./pricing/pricing.feature.ts";
import { processorEventsFeature } from "./processor-events/processor-events.feature.ts";
import { retryProcessorEventsJob } from "./processor-events/processor-events.jobs.ts";
import { SessionRecorder } from "./sessions/session-recorder.service.ts";
import { sessionsFeature } from "./sessions/sessions.feature.ts";
import { purgeSessionsJob } from "./sessions/sessions.jobs.ts";
import { serviceAccountsFeature } from "./service-accounts/service-accounts.feature.ts";
import { subscriptionsFeature } from "./subscriptions/subscriptions.feature.ts";
import { reconcileSubscriptionsJob, subscriptionLapsesJob } from "./subscriptions/subscriptions.jobs.ts";
import { taxFeature } from "./tax/tax.feature.ts";
import { refreshTaxFormsJob } from "./tax/tax.jobs.ts";
import { webhooksFeature } from "./webhooks/webhooks.feature.ts";
import { purgeWebhooksJob, notifyOwnersJob } from "./webhooks/webhooks.jobs.ts";

export const hubJobs: readonly AnyJob<JobContext>[] = [
  expireCreditsJob,
  expiringCreditsJob,
  eraseAccountsJob,
  purgeSessionsJob,
  purgeSignInRecordsJob,
  purgeOneTimeSecretsJob,
  purgeRequestsJob,
  sendInvitationJob,
  ...accountDomainJobs,
  ...approvalJobs,
  ...closingJobs,
  purgeWebhooksJob,
  notifyOwnersJob,
  expiringKeysJob,
  forgetSecretsJob,
  probeProvidersJob,
  purgeBudgetsJob,
  purgeFilesJob,
  exportDataJob,
  retryProcessorEventsJob,
  reconcilePaymentsJob,
  purgeBotTokensJob,
  subscriptionLapsesJob,
  ...accountingJobs,
  ...ledgerExportJobs,
  ...bankingJobs,
  ...blogJobs,
  ...crmJobs,
  ...taskJobs,
  mailFinanceAlertJob,
  ...oauthJobs,
  refreshTaxFormsJob,
  reconcileSubscriptionsJob,
];

// Built once per process: nothing of a request or a database is in it.
let graph: SubgraphGraph | undefined;

const features: readonly FeatureGraph[] = [
  identityFeature,
  sessionsFeature,
  oneTimeSecretsFeature,
  connectedCalendarsFeature,
  agentSignInFeature,
  accountsFeature,
  accountDomainsFeature,
  accountAdministrationFeature,
  approvalsFeature,
  requestsFeature,
  closingFeature,
  appsFeature,
  marketplaceFeature,
  creditsFeature,
  creditPricesFeature,
  auditFeature,
  backgroundJobsFeature,
  webhooksFeature,
  apiKeysFeature,
  serviceAccountsFeature,
  limitsFeature,
  aiFeature,
  filesFeature,
  processorEventsFeature,
  paymentsFeature,
  pricingFeature,
  plansFeature,
  reloadChargeFeature,
  subscriptionsFeature,
  exportsFeature,
  dataExportsFeature,
  notificationsFeature,
  bankingFeature,
  oauthFeature,
  taxFeature,
  campaignFeature,
  crmFeature,
  accountingFeature,
  companiesFeature,
  dealsFeature,
  activitiesFeature,
  tasksFeature,
  blogFeature,
];

/** The hub's graph: identity, apps and credits. Needs no database. */
export function buildHubGraph(): SubgraphGraph {
  return (graph ??= buildSubgraph({
    name: "hub",
    features,
    scalars: [
      ...scalars,
      { type: ImageCreditsScalar, scalar: ImageCreditsScalar },
      { type: RecipientScalar, scalar: RecipientScalar },
    ],
    inside: (schema, rules) =>
      guardApprovals(schema, rules, {
        subgraph: "hub",
        approvals: () => localApprovals,
        keyRing: (ctx) => (ctx as HubContext).ports.keyRing,
      }),
    outside: auditMutations,
  }));
}

export interface HubOptions extends DatabaseSettings {
  ports: Omit<HubPorts, "callers" | "notices" | "events" | "breakers" | "sessions">;
  log: Logger;
}

/** Migrates and opens the hub, and subscribes to its database notifications. */
export async function openHub(options: HubOptions): Promise<RunningSubgraph> {
  const { databaseUrl, login = "derived" } = options;
  // First: what cannot be built must leave nothing open.
  const hubGraph = buildHubGraph();
  // It listens and nothing more, so its role has no rights.
  const url = login === "given" ? databaseUrl : await openLogin(databaseUrl, "listener_app");
  const notices = await openChannelListener({ url, log: options.log });
  const callers = new PrincipalRows(notices);
  const events = new EventFanOut(notices);
  const breakers = new ProviderBreakers(notices, options.log);
  const sessions = new SessionRecorder({ log: options.log });
  const hub = await openSubgraph({
    ...options,
    ports: { ...options.ports, callers, notices, events, breakers, sessions },
    graph: hubGraph,
    entities: [],
  }).catch(async (error: unknown) => {
    await notices.close();
    throw error;
  });
  sessions.start(() => hub.database.fork());
  return {
    ...hub,
    notices,
    close: async () => {
      await sessions.close();
      callers.close();
      events.close();
      await breakers.close();
      await notices.close();
      await options.ports.webhooks.close();
      await options.ports.issuerSessions.close();
      await options.ports.bulkMail.close();
      await hub.close();
    },
  };
}
