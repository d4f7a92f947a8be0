import { z } from "zod";

/** One external service: its URL and our credentials there. */
export interface ExternalServiceSettings {
  /** Null: the official URL of the vendor's own SDK. */
  baseUrl: string | null;
  /** Null: the service is not configured, so features that need it are refused. */
  secret: string | null;
  /** True when it is the sandbox's stand-in. */
  isSandbox: boolean;
}

/** Setting names of each service: its URL and its secret, and its path in the sandbox. */
const serviceTable = {
  processor: ["PROCESSOR_BASE_URL", "PROCESSOR_SECRET_KEY", "processor", "Payment processor"],
  pricing: ["PRICING_BASE_URL", "PRICING_API_KEY", "pricing", "Pricing service"],
  botcheck: ["BOTCHECK_BASE_URL", "BOTCHECK_SECRET", "botcheck", "Bot check"],
  openai: ["OPENAI_BASE_URL", "OPENAI_API_KEY", "openai/v1", "OpenAI"],
  anthropic: ["ANTHROPIC_BASE_URL", "ANTHROPIC_API_KEY", "anthropic", "Anthropic"],
  google: ["GOOGLE_AI_BASE_URL", "GOOGLE_AI_API_KEY", "google", "Google AI"],
  mistral: ["MISTRAL_BASE_URL", "MISTRAL_API_KEY", "mistral", "Mistral"],
  photos: ["PHOTOS_BASE_URL", "PHOTOS_ACCESS_KEY", "photos", "Stock photos"],
  bank: ["BANK_BASE_URL", "BANK_SECRET", "bank", "Bank aggregation"],
  taxfiling: ["TAXFILING_BASE_URL", "TAXFILING_SECRET", "taxfiling", "Tax filing"],
  efile: ["EFILE_BASE_URL", "EFILE_SECRET", "efile", "E-file service for Form 2290"],
  carrier: ["CARRIER_BASE_URL", "CARRIER_SECRET", "carrier", "SMS and call carrier"],
} as const;

export type ExternalServiceName = keyof typeof serviceTable;
export type ExternalServices = Readonly<Record<ExternalServiceName, ExternalServiceSettings>>;

type Entries = (typeof serviceTable)[ExternalServiceName];
type UrlName = Entries[0];
type SecretName = Entries[1];

/** The settings of all external services, for the one schema of the configuration. */
export const externalServiceShape = Object.fromEntries(
  Object.values(serviceTable).flatMap(([url, secret, , title]) => [
    [
      url,
      z
        .url({ protocol: /^https?$/ })
        .optional()
        .describe(`${title}: base URL. Default in demo mode: the sandbox`),
    ],
    [secret, z.string().min(1).optional().describe(`${title}: API secret of the platform`)],
  ]),
) as unknown as Record<UrlName, z.ZodOptional<z.ZodURL>> & Record<SecretName, z.ZodOptional<z.ZodString>>;

/** Names of settings that are never shown. */
export const externalServiceSecrets: readonly string[] = Object.values(serviceTable).map(
  ([, secret]) => secret,
);

/** The settings of each external service. In demo mode the sandbox replaces services that are not configured. */
export function readExternalServices(
  given: Partial<Record<UrlName | SecretName, string | undefined>>,
  sandboxUrl: string | null,
): ExternalServices {
  const entries = Object.entries(serviceTable).map(([name, [urlName, secretName, path]]) => {
    const baseUrl = given[urlName]?.replace(/\/$/, "") ?? null;
    const secret = given[secretName] ?? null;
    const stands = baseUrl === null && secret === null && sandboxUrl !== null;
    const settings: ExternalServiceSettings = stands
      ? { baseUrl: `${sandboxUrl}/${path}`, secret: `sk_test_sandbox_${name}`, isSandbox: true }
      : {
          baseUrl,
          // A stand-in with a URL only accepts any secret.
          secret: secret ?? (sandboxUrl !== null && baseUrl !== null ? `sk_test_${name}` : null),
          isSandbox: sandboxUrl !== null && (baseUrl?.startsWith(`${sandboxUrl}/`) ?? false),
        };
    return [name, settings];
  });
  return Object.fromEntries(entries) as ExternalServices;
}

/** Names of the external services that are neither configured nor replaced by a stand-in. */
export function unconfiguredServices(externalServices: ExternalServices): string[] {
  return Object.entries(externalServices).flatMap(([name, { secret }]) => (secret === null ? [name] : []));
}
