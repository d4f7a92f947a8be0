import { z } from "zod";
import type { TaxBanditsCredentials } from "../taxbandits/access-token.ts";
import { demoTaxBandits, demoWebhookSecrets } from "./demo-webhook-secrets.ts";
import { secretList, type SecretList } from "./secret-list.ts";

/** Settings of tax filing, for the one schema of the configuration. Address and secret are among the external services. */
export const taxShape = {
  TAXFILING_SEGMENT: z
    .string()
    .regex(/^[a-z0-9-]{1,32}$/)
    .optional()
    .describe("Alternative path segment for `taxfiling`. Default: none"),
  TAXFILING_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(100)
    .max(60_000)
    .default(15_000)
    .describe("Timeout of one request to the tax filing provider, in milliseconds"),
  TAXFILING_PROVIDER: z
    .enum(["generic", "taxbandits"])
    .default("generic")
    .describe(
      "Who files tax forms. generic: a service with the protocol of the tax filing guide. taxbandits: TaxBandits",
    ),
  TAXBANDITS_CLIENT_ID: z.string().min(1).max(200).optional().describe("TaxBandits: client ID"),
  TAXBANDITS_CLIENT_SECRET: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe("TaxBandits: client secret, which also signs its webhooks"),
  TAXBANDITS_USER_TOKEN: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe("TaxBandits: user token of the account that files"),
  TAXBANDITS_ENVIRONMENT: z
    .enum(["sandbox", "production"])
    .default("sandbox")
    .describe("TaxBandits: sandbox files nothing, production files with the agencies"),
  TAXBANDITS_BASE_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe("TaxBandits: base URL of the API, with its version. Default: that of the environment"),
  TAXBANDITS_AUTH_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe("TaxBandits: URL that issues access tokens. Default: that of the environment"),
  TAXFILING_WEBHOOK_SECRET: secretList(16)
    .optional()
    .describe("Webhook signing secrets of the tax filing provider, separated by commas during a rotation"),
  TAX_1099_NEC_THRESHOLDS: z
    .string()
    .default("")
    .transform((text) => text.split(",").flatMap((part) => part.trim() || []))
    .refine(
      (parts) => parts.every((part) => /^20\d\d:\d{1,6}$/.test(part)),
      "must be year:dollars pairs separated by commas",
    )
    .refine((parts) => parts.every((part) => part >= "2027"), "must have years from 2027")
    .describe(
      "Inflation-adjusted thresholds of Form 1099-NEC from 2027: `year:dollars` pairs, separated by commas. Default: none",
    ),
};

/** Names of settings that are never shown. */
export const taxSecrets: readonly string[] = [
  "TAXFILING_WEBHOOK_SECRET",
  "TAXBANDITS_CLIENT_SECRET",
  "TAXBANDITS_USER_TOKEN",
];

/** Signing secrets of the provider. None outside demo mode unless set; without one, every webhook is rejected. */
export function taxWebhookSecrets(settings: {
  TAXFILING_WEBHOOK_SECRET?: SecretList | undefined;
  DEMO: boolean;
}): readonly string[] {
  return settings.TAXFILING_WEBHOOK_SECRET ?? (settings.DEMO ? [demoWebhookSecrets.taxFiling] : []);
}

/** The indexed thresholds, in cents by tax year. */
export function indexedThresholds(settings: {
  TAX_1099_NEC_THRESHOLDS: readonly string[];
}): Map<number, number> {
  return new Map(
    settings.TAX_1099_NEC_THRESHOLDS.map((part) => {
      const [year, dollars] = part.split(":").map(Number) as [number, number];
      return [year, dollars * 100];
    }),
  );
}

interface TaxBanditsSettings {
  TAXFILING_PROVIDER: "generic" | "taxbandits";
  TAXBANDITS_CLIENT_ID?: string | undefined;
  TAXBANDITS_CLIENT_SECRET?: string | undefined;
  TAXBANDITS_USER_TOKEN?: string | undefined;
  TAXBANDITS_ENVIRONMENT: "sandbox" | "production";
  TAXBANDITS_BASE_URL?: string | undefined;
  TAXBANDITS_AUTH_URL?: string | undefined;
  DEMO: boolean;
}

/** Hosts of the vendor (developer.taxbandits.com, OAuth 2.0 Authentication; its SDKs for API 2.0.0). */
const hosts = {
  sandbox: {
    baseUrl: "https://testapi.taxbandits.com/v2.0.0",
    authUrl: "https://testoauth.expressauth.net/v2/tbsauth",
  },
  production: {
    baseUrl: "https://api.taxbandits.com/v2.0.0",
    authUrl: "https://oauth.expressauth.net/v2/tbsauth",
  },
} as const;

/** Where and as whom TaxBandits is called. */
export interface TaxBanditsAccess {
  credentials: TaxBanditsCredentials | null;
  baseUrl: string;
  authUrl: string;
  isStandIn: boolean;
}

/**
 * Access to TaxBandits: as configured, or at the sandbox's stand-in in demo mode. Without credentials nothing is filed, and
 * every webhook is rejected.
 */
export function taxBanditsAccess(settings: TaxBanditsSettings, sandboxUrl: string | null): TaxBanditsAccess {
  const {
    TAXBANDITS_CLIENT_ID: clientId,
    TAXBANDITS_CLIENT_SECRET: clientSecret,
    TAXBANDITS_USER_TOKEN: userToken,
  } = settings;
  const own = clientId && clientSecret && userToken ? { clientId, clientSecret, userToken } : null;
  const isStandIn = own === null && settings.DEMO && sandboxUrl !== null;
  const standIn = {
    baseUrl: `${sandboxUrl}/taxbandits/v2.0.0`,
    authUrl: `${sandboxUrl}/taxbandits/v2/tbsauth`,
  };
  const { baseUrl, authUrl } = isStandIn ? standIn : hosts[settings.TAXBANDITS_ENVIRONMENT];
  return {
    credentials: isStandIn ? demoTaxBandits : own,
    baseUrl: settings.TAXBANDITS_BASE_URL?.replace(/\/$/, "") ?? baseUrl,
    authUrl: settings.TAXBANDITS_AUTH_URL ?? authUrl,
    isStandIn,
  };
}
