import { randomBytes } from "node:crypto";
import { parse, type GraphQLFormattedError } from "graphql";
import pg from "pg";
import { internalPrincipal, type Principal } from "../../../src/access/principal.ts";
import { fixedClock, systemClock } from "../../../src/time/clock.ts";
import { newMeter, type CallContext } from "../../../src/context.ts";
import { createKeyRing } from "../../../src/crypto/crypto.ts";
import type { RunningSubgraph } from "../../../src/graphql/open-subgraph.ts";
import { newId } from "../../../src/ids.ts";
import { startJobs } from "../../../src/jobs/jobs.ts";
import type { AllAppsContext } from "../../../subgraphs/gateway/all-apps.types.ts";
import { createVoiceCarrier } from "../../../subgraphs/gateway/voice/voice-carrier.adapter.ts";
import { createEcbRates } from "../../../subgraphs/gateway/finance/exchange-rates/ecb-rates.adapter.ts";
import { createPlaidTransfer } from "../../../subgraphs/gateway/payroll/payouts/plaid-transfer.adapter.ts";
import { createPriceCsv } from "../../../subgraphs/gateway/finance/market-prices/price-csv.adapter.ts";
import { createHttpEfile } from "../../../subgraphs/gateway/hvut/filings/http-efile.adapter.ts";
import { createStripeConnect } from "../../../subgraphs/gateway/invoicing/payment-accounts/stripe-connect.adapter.ts";
import { createStripeTax } from "../../../subgraphs/gateway/invoicing/taxes/stripe-tax.adapter.ts";
import type { StripeConnectOptions } from "../../../subgraphs/gateway/invoicing/payment-accounts/stripe-connect-options.ts";
import { gatewayJobs, openGateway } from "../../../subgraphs/gateway/subgraph.ts";
import { createTestDatabase, type TestDatabase } from "../../support/postgres.ts";
import { silentLog } from "../../support/silent-log.ts";
import { createFakeHub, type FakeHub } from "./fake-hub.ts";

export const publicUrl = "http://gateway.example";

/**
 * Principal and context of a request. By default an account of its own with every scope and the invoicer tier
 * `business`.
 */
export interface Caller extends Partial<Omit<CallContext, "principal">> {
  ownerId?: string | null;
  principal?: Partial<Principal>;
  at?: Date;
}

export interface GraphAnswer {
  // The shape is what the test is about.
  // oxlint-disable-next-line typescript/no-explicit-any
  data: any;
  error: GraphQLFormattedError | undefined;
  code: unknown;
  call: CallContext;
}

/** The gateway subgraph on a real database and queue, with a ledger that only remembers. */
export interface GatewayApp {
  gateway: RunningSubgraph;
  database: TestDatabase;
  hub: FakeHub;
  run(query: string, variables?: Record<string, unknown>, caller?: Caller): Promise<GraphAnswer>;
  /** The platform acting for an account, as jobs do. */
  contextFor(ownerId: string | null): AllAppsContext;
  /** Payloads of the jobs of one kind, oldest first. */
  jobsOf(name: string): Promise<Record<string, unknown>[]>;
  close(): Promise<void>;
}

export interface GatewayAppOptions {
  smtpUrl?: string | null;
  /** True to run jobs too; otherwise they stay in the queue. */
  work?: boolean;
  /** The payment processor of invoices. Default: none. */
  processor?: Partial<StripeConnectOptions>;
  /** Calendars of connected accounts. Default: those of a hub that has none. */
  connectedCalendars?: AllAppsContext["ports"]["connectedCalendars"];
  /** Calendars at URLs that clients name. Default: public ones. */
  calendarFiles?: AllAppsContext["ports"]["calendarFiles"];
  /** The service of security prices. Default: none. */
  pricesUrl?: string | null;
}

/** Starts the gateway on a database of its own, a copy of one that was migrated once a run. */
export async function createGatewayApp(options: GatewayAppOptions = {}): Promise<GatewayApp> {
  const database = await createTestDatabase({ template: { name: "gateway", prepare: prepareGateway } });
  const hub = createFakeHub();
  const { gateway, stop } = await open(database.url, hub, options);
  return {
    gateway,
    database,
    hub,
    run: async (query, variables = {}, caller = {}) => {
      const call = callOf(caller);
      const { data, errors } = await gateway.execute({ document: parse(query), variables, call });
      const error = errors?.[0]?.toJSON();
      return { data, error, code: error?.extensions?.["code"], call };
    },
    contextFor: (ownerId) => contextFor(gateway, ownerId),
    jobsOf: async (name) => {
      const sql = "SELECT data FROM jobs.job WHERE name = $1 ORDER BY created_on";
      return (await database.query<{ data: Record<string, unknown> }>(sql, [name])).map(({ data }) => data);
    },
    close: async () => {
      await stop();
      await database.drop();
    },
  };
}

function callOf({ ownerId = newId("usr"), principal, at, ...call }: Caller): CallContext {
  return {
    principal: {
      kind: ownerId === null ? "anonymous" : "user",
      id: ownerId ?? "anonymous",
      ownerId,
      email: null,
      name: null,
      isAdmin: false,
      plan: "free",
      invoicerTier: "business",
      scopes: ownerId === null ? [] : "all",
      appIds: "all",
      livemode: true,
      ...principal,
    },
    requestId: newId("req"),
    appId: null,
    idempotencyKey: null,
    clock: at ? fixedClock(at) : systemClock,
    log: silentLog,
    meter: newMeter(),
    publicUrl,
    ...call,
  };
}

function contextFor(gateway: RunningSubgraph, ownerId: string | null): AllAppsContext {
  const call = { ...callOf({ ownerId }), principal: internalPrincipal("gateway", ownerId) };
  return gateway.contextFor(call) as AllAppsContext;
}

async function open(
  url: string,
  hub: FakeHub,
  {
    smtpUrl = null,
    work = false,
    processor,
    connectedCalendars,
    calendarFiles,
    pricesUrl = null,
  }: GatewayAppOptions,
) {
  const keyRing = createKeyRing({
    currentKeyId: "test",
    keys: { test: randomBytes(32) },
    indexKey: randomBytes(32),
  });
  const gateway = await openGateway({
    databaseUrl: url,
    hub: hub.execute,
    files: { open: () => Promise.resolve(null), put: () => Promise.resolve() },
    keyRing,
    smtpUrl,
    mailFrom: "billing@gateway.example",
    connectedCalendars,
    calendarFiles,
    securityPrices: createPriceCsv({
      baseUrl: pricesUrl,
      format: "stooq",
      apiKey: null,
      clock: systemClock,
    }),
    referenceRates: createEcbRates({ baseUrl: "http://127.0.0.1:9", clock: systemClock }),
    efile: {
      service: createHttpEfile({ baseUrl: null, secret: null }),
      isSimulated: false,
      webhookSecrets: [],
    },
    payouts: createPlaidTransfer({
      clientId: "",
      secret: null,
      baseUrl: null,
      isStandIn: false,
      log: silentLog,
    }),
    voice: {
      carrier: createVoiceCarrier({ baseUrl: null, accountSid: "", authToken: null, from: "" }),
      signingToken: null,
      hasStreams: false,
    },
    processor: createStripeConnect({
      secretKey: null,
      baseUrl: null,
      clientId: null,
      webhookSecrets: [],
      feeBasisPoints: 0,
      log: silentLog,
      ...processor,
    }),
    taxRateService: createStripeTax({ secretKey: null, baseUrl: null, log: silentLog }),
    poolSize: 30,
    log: silentLog,
  });
  const jobs = await startJobs({
    url,
    databases: [gateway.database],
    jobs: gatewayJobs,
    work,
    context: {
      ownData: [],
      contextIn: (_name: string, ownerId: string | null = null) => contextFor(gateway, ownerId),
    },
    log: silentLog,
  });
  const stop = async () => {
    await jobs.stop();
    await gateway.close();
  };
  return { gateway, stop };
}

async function prepareGateway(url: string): Promise<void> {
  const { stop } = await open(url, createFakeHub(), {});
  await stop();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(everyAccountIsOpen);
  } finally {
    await client.end();
  }
}

/** What the hub's migrations put into the database, which has no hub here: every account is open but those of the table. */
const everyAccountIsOpen = `
  CREATE TABLE account_access.not_open (account text PRIMARY KEY);
  CREATE FUNCTION account_access.is_open(account text) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER AS
    'SELECT NOT EXISTS (SELECT 1 FROM account_access.not_open n WHERE n.account = is_open.account)'`;

/** Suspends an account, as the hub would. */
export async function suspendAccount({ database }: GatewayApp, accountId: string): Promise<void> {
  await database.query("INSERT INTO account_access.not_open VALUES ($1)", [accountId]);
}
