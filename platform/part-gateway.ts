import type { Logger } from "pino";
import type { Config } from "../src/config/config.ts";
import { deriveKeyRing } from "../src/crypto/crypto.ts";
import { connectClientId, connectWebhookSecrets } from "../src/config/connect-settings.ts";
import { exchangeRatesUrl } from "../src/config/exchange-rate-settings.ts";
import { securityPriceSource } from "../src/config/security-price-settings.ts";
import { efileWebhookSecrets } from "../src/config/efile-settings.ts";
import { systemClock } from "../src/time/clock.ts";
import { createVoiceCarrier } from "../subgraphs/gateway/voice/voice-carrier.adapter.ts";
import type { VoicePorts } from "../subgraphs/gateway/voice/voice-carrier.port.ts";
import { createEcbRates } from "../subgraphs/gateway/finance/exchange-rates/ecb-rates.adapter.ts";
import { createPriceCsv } from "../subgraphs/gateway/finance/market-prices/price-csv.adapter.ts";
import { createHttpEfile } from "../subgraphs/gateway/hvut/filings/http-efile.adapter.ts";
import { createStripeConnect } from "../subgraphs/gateway/invoicing/payment-accounts/stripe-connect.adapter.ts";
import { createStripeTax } from "../subgraphs/gateway/invoicing/taxes/stripe-tax.adapter.ts";
import type { PayoutProvider } from "../subgraphs/gateway/payroll/payouts/payouts.port.ts";
import { createPlaidTransfer } from "../subgraphs/gateway/payroll/payouts/plaid-transfer.adapter.ts";
import { gatewayOwnData } from "../subgraphs/gateway/own-data.ts";
import { gatewayJobs, openGateway } from "../subgraphs/gateway/subgraph.ts";
import { fileStorage } from "./file-storage.ts";
import type { Part } from "./part.ts";

export const gatewayPart: Part = {
  jobs: gatewayJobs,
  ownData: gatewayOwnData,
  open: ({ config, database, log, smtpUrl, hub }) =>
    openGateway({
      ...database,
      log,
      hub: hub(),
      files: fileStorage(config),
      keyRing: deriveKeyRing(config.ENCRYPTION_SECRET),
      smtpUrl,
      mailFrom: config.MAIL_FROM,
      efile: {
        service: createHttpEfile(config.externalServices.efile),
        isSimulated: config.externalServices.efile.isSandbox,
        webhookSecrets: efileWebhookSecrets(config),
      },
      payouts: payoutProvider(config, log),
      voice: voicePorts(config),
      securityPrices: createPriceCsv({ ...securityPriceSource(config), clock: systemClock }),
      referenceRates: createEcbRates({ baseUrl: exchangeRatesUrl(config), clock: systemClock }),
      processor: createStripeConnect({
        secretKey: config.externalServices.processor.secret,
        baseUrl: config.externalServices.processor.baseUrl,
        clientId: connectClientId(config),
        webhookSecrets: connectWebhookSecrets(config),
        feeBasisPoints: Math.round(config.PROCESSOR_APPLICATION_FEE_PERCENT * 100),
        log,
      }),
      taxRateService: createStripeTax({
        secretKey: config.externalServices.processor.secret,
        baseUrl: config.externalServices.processor.baseUrl,
        log,
      }),
    }),
};

/** Plaid Transfer where it is switched on. In a demo the stand-in is. */
function payoutProvider(config: Config, log: Logger): PayoutProvider {
  const { baseUrl, secret, isSandbox } = config.externalServices.bank;
  const isOn = config.PAYROLL_PAYOUTS === undefined ? isSandbox : config.PAYROLL_PAYOUTS === "plaid";
  return createPlaidTransfer({
    clientId: config.BANK_CLIENT_ID,
    secret: isOn ? secret : null,
    baseUrl,
    timeoutMs: config.BANK_TIMEOUT_MS,
    isStandIn: isSandbox,
    log,
  });
}

/** Ports for calls of the voice app. */
function voicePorts(config: Config): VoicePorts {
  const { baseUrl, secret: authToken } = config.externalServices.carrier;
  const { CARRIER_ACCOUNT_SID: accountSid, CARRIER_FROM: from } = config;
  return {
    carrier: createVoiceCarrier({ baseUrl, accountSid, authToken, from }),
    signingToken: authToken,
    hasStreams: config.AI_SPEECH_ORDER.some((name) => config.externalServices[name].secret !== null),
  };
}
