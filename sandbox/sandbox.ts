import type { FastifyBaseLogger } from "fastify";
import type { AddressInfo } from "node:net";
import type { Clock } from "../src/time/clock.ts";
import { createBankStandIn, type BankOptions } from "./bank/bank.ts";
import { createBotCheckStandIn } from "./botcheck.ts";
import { createCarrierStandIn, type CarrierOptions } from "./carrier/carrier.ts";
import { createEfileStandIn, type EfileOptions } from "./efile/efile.ts";
import { createAiStandIns } from "./ai-providers.ts";
import { ControlPlane } from "./control-plane.ts";
import { createDnsStandIn } from "./dns.ts";
import { createExchangeRatesStandIn } from "./exchange-rates.ts";
import { createIdentityStandIn } from "./identity.ts";
import type { StandIn } from "./stand-in.ts";
import { Inbox } from "./mail/inbox.ts";
import { MailReports, type MailReportOptions } from "./mail/mail-reports.ts";
import { createOauthStandIn, type OauthOptions } from "./oauth/oauth.ts";
import { createPhotosStandIn } from "./photos.ts";
import { createOpenDataStandIn, type OpenDataOptions } from "./property/open-data.ts";
import { createPricingStandIn } from "./pricing.ts";
import { createProcessorStandIn, type ProcessorOptions } from "./processor/processor.ts";
import { createReceiverStandIn } from "./receiver.ts";
import { createSecurityPricesStandIn } from "./security-prices.ts";
import { createSandboxServer } from "./server.ts";
import { startSmtp } from "./mail/smtp.ts";
import { createTaxBanditsStandIn, type TaxBanditsOptions } from "./taxbandits/taxbandits.ts";
import { createTaxFilingStandIn, type TaxFilingOptions } from "./taxfiling/taxfiling.ts";

export interface SandboxOptions {
  /** 0 takes any free port. */
  port: number;
  host?: string;
  /** 0, the default, takes any free port. */
  smtpPort?: number;
  /** The audience of the issuer's tokens unless a request names another. */
  audience: string;
  log: FastifyBaseLogger;
  clock: Clock;
  /** A private directory for keys that must survive a restart. */
  keyDir: string;
  /** Decides dropped connections; in [0, 1). */
  random?: () => number;
  /** The tables of the building data publishers. Default: not served. */
  opendata?: OpenDataOptions;
  /** Where the payment processor's events go; without it nowhere. */
  processor?: ProcessorOptions;
  /** Where the bank provider's webhooks go that name no address; without it nowhere. */
  bank?: BankOptions;
  /** Event URL and automatic decisions of the tax-filing provider. Default: neither. */
  taxfiling?: TaxFilingOptions;
  /** Webhook URL and automatic decisions of TaxBandits. Default: neither. */
  taxbandits?: TaxBanditsOptions;
  /** Acknowledgement URL and automatic decisions on returns. Default: neither. */
  efile?: EfileOptions;
  /** URL for incoming texts, and the carrier's signing secret. Default: none. */
  carrier?: CarrierOptions;
  /** Report URL and automatic reports of the mail server. Default: neither. */
  mail?: MailReportOptions;
  /** The authorization servers of external services. Default: none. */
  oauth?: OauthOptions;
}

export interface Sandbox {
  url: string;
  issuer: string;
  smtpUrl: string;
  close(): Promise<void>;
}

/** Stand-ins without options. */
function plainStandIns(): StandIn[] {
  return [
    createPricingStandIn(),
    createExchangeRatesStandIn(),
    createSecurityPricesStandIn(),
    createBotCheckStandIn(),
    ...createAiStandIns(),
    createPhotosStandIn(),
    createReceiverStandIn(),
  ];
}

/**
 * Stand-ins for all external services on one loopback server, each under `/{party}`, with their control plane
 * under `/control` and the mail inbox under `/mail`. Refuses any address except loopback, because it issues
 * tokens to any client.
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { port, host = "127.0.0.1", smtpPort = 0, audience, clock, log, keyDir, random } = options;
  const { processor = { webhook: null }, bank = { webhookUrl: null } } = options;
  const { taxfiling = { webhook: null, decideAfterMs: null } } = options;
  const { taxbandits = { webhookUrl: null, decideAfterMs: null } } = options;
  const { oauth = { publicUrl: "", servers: [] } } = options;
  const { opendata = { tables: async () => ({ files: {}, isSynthetic: true }) } } = options;
  const { efile = { webhook: null, decideAfterMs: null } } = options;
  const { carrier = { inboundUrl: null, token: "none" } } = options;
  const { mail = { webhook: null, isAutomatic: false } } = options;
  if (!/^(127(\.\d{1,3}){3}|::1|localhost)$/.test(host))
    throw new Error("The sandbox listens on loopback only.");
  const dns = createDnsStandIn();
  const standIns = [
    dns,
    createIdentityStandIn(audience),
    createProcessorStandIn(processor),
    createBankStandIn(bank),
    createTaxFilingStandIn(taxfiling),
    createTaxBanditsStandIn(taxbandits),
    createEfileStandIn(efile),
    createCarrierStandIn(carrier),
    createOauthStandIn(oauth),
    createOpenDataStandIn(opendata),
    ...plainStandIns(),
  ];
  const control = new ControlPlane({
    standIns: [...standIns.map(({ name }) => name), "smtp"],
    clock,
    random,
  });
  const inbox = new Inbox();
  const reports = new MailReports({ ...mail, clock, log });
  const app = createSandboxServer(log);
  control.attach(app);
  inbox.attach(app);
  reports.attach(app);
  // A stand-in may need its URL before the first request, and it is known unless any free port is used.
  let url = port === 0 ? "" : `http://${urlHost(host)}:${port}`;
  for (const party of standIns) {
    const fault = (path: string) => control.nextFault(party.name, path);
    const context = { url: () => `${url}/${party.name}`, clock, log, keyDir, fault };
    app.register(async (scope) => party.register(scope, context), { prefix: `/${party.name}` });
  }
  const smtp = await startSmtp({ host, port: smtpPort, clock, control, inbox, reports });
  let nameServer: { close(): Promise<void> } | undefined;
  const close = async () => {
    await Promise.all([app.close(), smtp.close(), reports.close(), nameServer?.close()]);
  };
  try {
    await app.listen({ port, host });
    const { port: boundPort } = app.server.address() as AddressInfo;
    nameServer = await dns.listen({ host, port: boundPort, control });
  } catch (thrown) {
    await close();
    throw thrown;
  }
  url = `http://${urlHost(host)}:${(app.server.address() as AddressInfo).port}`;
  return { url, issuer: `${url}/identity`, smtpUrl: `smtp://${urlHost(host)}:${smtp.port}`, close };
}

function urlHost(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}
