import { z } from "zod";

/** One outside party: where it is, and what it knows us by. */
export interface PartySettings {
  /** Null: the official address of the party's own SDK. */
  baseUrl: string | null;
  /** Null: nobody has set the party up, so what needs it is refused. */
  secret: string | null;
  /** True when the sandbox stands in for it. */
  isSandbox: boolean;
}

/** Setting names of each party: its address and its secret, and its path in the sandbox. */
const partyTable = {
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
  efile: ["EFILE_BASE_URL", "EFILE_SECRET", "efile", "E-file service of Form 2290"],
  carrier: ["CARRIER_BASE_URL", "CARRIER_SECRET", "carrier", "Carrier of SMS and calls"],
} as const;

export type ConfiguredParty = keyof typeof partyTable;
export type Parties = Readonly<Record<ConfiguredParty, PartySettings>>;

type Entries = (typeof partyTable)[ConfiguredParty];
type UrlName = Entries[0];
type SecretName = Entries[1];

/** The settings of all parties, for the one schema of the configuration. */
export const partyShape = Object.fromEntries(
  Object.values(partyTable).flatMap(([url, secret, , title]) => [
    [
      url,
      z
        .url({ protocol: /^https?$/ })
        .optional()
        .describe(`${title}: address; the sandbox's in demo mode`),
    ],
    [secret, z.string().min(1).optional().describe(`${title}: our secret there`)],
  ]),
) as unknown as Record<UrlName, z.ZodOptional<z.ZodURL>> & Record<SecretName, z.ZodOptional<z.ZodString>>;

/** Names of settings that are never shown. */
export const partySecrets: readonly string[] = Object.values(partyTable).map(([, secret]) => secret);

/** What the settings say of each party. In demo mode the sandbox stands in for whoever is not set up. */
export function readParties(
  given: Partial<Record<UrlName | SecretName, string | undefined>>,
  sandboxUrl: string | null,
): Parties {
  const entries = Object.entries(partyTable).map(([name, [urlName, secretName, path]]) => {
    const baseUrl = given[urlName]?.replace(/\/$/, "") ?? null;
    const secret = given[secretName] ?? null;
    const stands = baseUrl === null && secret === null && sandboxUrl !== null;
    const settings: PartySettings = stands
      ? { baseUrl: `${sandboxUrl}/${path}`, secret: `sk_test_sandbox_${name}`, isSandbox: true }
      : {
          baseUrl,
          // A stand-in that is named by its address alone asks for no particular secret.
          secret: secret ?? (sandboxUrl !== null && baseUrl !== null ? `sk_test_${name}` : null),
          isSandbox: sandboxUrl !== null && (baseUrl?.startsWith(`${sandboxUrl}/`) ?? false),
        };
    return [name, settings];
  });
  return Object.fromEntries(entries) as Parties;
}

/** Names of the parties that nobody has set up and nobody stands in for. */
export function unconfiguredParties(parties: Parties): string[] {
  return Object.entries(parties).flatMap(([name, { secret }]) => (secret === null ? [name] : []));
}
