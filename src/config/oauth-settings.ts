import { z } from "zod";

/** Outside services that people can connect, by neutral names. */
export const oauthProviderNames = [
  "google",
  "microsoft",
  "github",
  "slack",
  "accounting",
  "crm",
  "calendar",
  "storage",
  "quickbooks",
  "xero",
] as const;
export type OauthProviderName = (typeof oauthProviderNames)[number];

/** How to reach one provider's authorization server, and which scopes may be requested from its users. */
export interface OauthProviderSettings {
  name: OauthProviderName;
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Scopes that apps may request. */
  allowedScopes: readonly string[];
  /** Scopes that are requested when an app names none. */
  defaultScopes: readonly string[];
  /** Metadata of a server without discovery (RFC 8414); null: discovered at the issuer. */
  metadata: Readonly<Record<string, unknown>> | null;
  /** Further parameters of the authorization request. */
  parameters: Readonly<Record<string, string>>;
  /** The sandbox's stand-in for the service's API, where its authorization server is the sandbox's; null: the real one. */
  apiBaseUrl: string | null;
}

const identityScopes = "openid email profile";
const googleApi = (names: string) =>
  names
    .split(" ")
    .map((name) => `https://www.googleapis.com/auth/${name}`)
    .join(" ");

/** Allowed scopes, default scopes, and further parameters that the provider requires. */
const defaults: Record<OauthProviderName, { allowed: string; asked: string; parameters?: string }> = {
  google: {
    allowed: `${identityScopes} ${googleApi(
      "calendar calendar.readonly contacts.readonly drive.file drive.readonly gmail.readonly gmail.send spreadsheets",
    )}`,
    asked: identityScopes,
    // Without these the provider gives no refresh token, or only the first time.
    parameters: "access_type=offline&prompt=consent",
  },
  microsoft: {
    allowed: `${identityScopes} offline_access User.Read Mail.Read Mail.Send Calendars.Read Calendars.ReadWrite Contacts.Read Files.Read Files.ReadWrite`,
    asked: `${identityScopes} offline_access`,
  },
  github: {
    allowed: `${identityScopes} read:user user:email read:org repo gist`,
    asked: "read:user user:email",
  },
  slack: {
    allowed: `${identityScopes} users:read users:read.email channels:read channels:history chat:write files:write`,
    asked: identityScopes,
  },
  accounting: {
    allowed: `${identityScopes} offline_access accounting.read accounting.write contacts.read contacts.write`,
    asked: `${identityScopes} offline_access accounting.read`,
  },
  crm: {
    allowed: `${identityScopes} offline_access contacts.read contacts.write deals.read deals.write`,
    asked: `${identityScopes} offline_access contacts.read`,
  },
  calendar: {
    allowed: `${identityScopes} offline_access calendar.read calendar.write`,
    asked: `${identityScopes} offline_access calendar.read`,
  },
  storage: {
    allowed: `${identityScopes} offline_access files.read files.write`,
    asked: `${identityScopes} offline_access files.read`,
  },
  quickbooks: {
    allowed: `${identityScopes} com.intuit.quickbooks.accounting`,
    asked: `${identityScopes} com.intuit.quickbooks.accounting`,
  },
  xero: {
    allowed: `${identityScopes} offline_access accounting.transactions accounting.manualjournals accounting.settings accounting.settings.read`,
    asked: `${identityScopes} offline_access accounting.transactions accounting.settings.read`,
  },
};

const scopeList = z
  .string()
  .regex(/^[\x21\x23-\x5b\x5d-\x7e]+( [\x21\x23-\x5b\x5d-\x7e]+)*$/, "must be scopes separated by spaces");
const metadata = z.string().refine((text) => readMetadata(text) !== null, "must be a JSON object");
/** Codes and tokens travel to this address: in the clear at most on this machine. */
const issuer = z
  .url({ protocol: /^https?$/ })
  .refine(
    (url) => !URL.canParse(url) || url.startsWith("https:") || isLoopback(url),
    "must be an https URL, or http on localhost",
  );

function shapeOf(name: OauthProviderName) {
  const prefix = `OAUTH_${name.toUpperCase()}`;
  const { allowed, asked, parameters = "" } = defaults[name];
  return {
    [`${prefix}_ISSUER`]: issuer
      .optional()
      .describe(`OAuth ${name}: issuer URL of the authorization server. Default in demo mode: the sandbox`),
    [`${prefix}_CLIENT_ID`]: z
      .string()
      .min(1)
      .optional()
      .describe(`OAuth ${name}: client ID of the platform`),
    [`${prefix}_CLIENT_SECRET`]: z
      .string()
      .min(1)
      .optional()
      .describe(`OAuth ${name}: client secret of the platform`),
    [`${prefix}_SCOPES`]: scopeList
      .default(allowed)
      .describe(`OAuth ${name}: allowed scopes, separated by spaces`),
    [`${prefix}_DEFAULT_SCOPES`]: scopeList
      .default(asked)
      .describe(`OAuth ${name}: default scopes, separated by spaces`),
    [`${prefix}_METADATA`]: metadata
      .optional()
      .describe(`OAuth ${name}: server metadata (RFC 8414) as JSON, for a server without discovery`),
    [`${prefix}_PARAMETERS`]: z
      .string()
      .default(parameters)
      .describe(`OAuth ${name}: extra parameters of the authorization request, as a query string`),
  };
}

/** Settings of the connections to outside services, for the one schema of the configuration. */
export const oauthShape = Object.assign({}, ...oauthProviderNames.map(shapeOf)) as Record<
  `OAUTH_${Uppercase<OauthProviderName>}_CLIENT_SECRET`,
  z.ZodOptional<z.ZodString>
>;

/** Names of settings that are never shown. */
export const oauthSecrets: readonly string[] = oauthProviderNames.map(
  (name) => `OAUTH_${name.toUpperCase()}_CLIENT_SECRET`,
);

/**
 * The configured providers. In demo mode the sandbox replaces providers that have neither a URL nor
 * credentials; a stand-in with a URL only uses the sandbox's credentials.
 */
export function readOauthProviders(
  settings: Readonly<Record<string, unknown>>,
  sandboxUrl: string | null,
): OauthProviderSettings[] {
  return oauthProviderNames.flatMap((name) => {
    const given = (word: string) => settings[`OAUTH_${name.toUpperCase()}_${word}`];
    const known = given("METADATA") === undefined ? null : readMetadata(given("METADATA") as string);
    const scopes = (word: string) => [...new Set((given(word) as string).split(" "))];
    const own = (given("ISSUER") ?? known?.["issuer"] ?? null) as string | null;
    const isOwn = own !== null || given("CLIENT_ID") !== undefined || given("CLIENT_SECRET") !== undefined;
    const demo = sandboxUrl === null ? null : sandboxClientOf(name);
    const provider = {
      name,
      issuer: own ?? (isOwn || sandboxUrl === null ? null : `${sandboxUrl}/oauth/${name}`),
      clientId: (given("CLIENT_ID") ?? demo?.clientId ?? null) as string | null,
      clientSecret: (given("CLIENT_SECRET") ?? demo?.clientSecret ?? null) as string | null,
      allowedScopes: scopes("SCOPES"),
      defaultScopes: scopes("DEFAULT_SCOPES"),
      metadata: known,
      parameters: Object.fromEntries(new URLSearchParams(given("PARAMETERS") as string)),
    };
    const isSandbox = sandboxUrl !== null && provider.issuer?.startsWith(`${sandboxUrl}/oauth/`) === true;
    const apiBaseUrl = isSandbox ? `${sandboxUrl}/oauth/apis/${name}` : null;
    return isComplete(provider) ? [{ ...provider, apiBaseUrl }] : [];
  });
}

function readMetadata(text: string): Record<string, unknown> | null {
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(text));
  } catch {
    return null;
  }
}

function isComplete(
  provider: Omit<OauthProviderSettings, "issuer" | "clientId" | "clientSecret" | "apiBaseUrl"> &
    Record<"issuer" | "clientId" | "clientSecret", string | null>,
): provider is Omit<OauthProviderSettings, "apiBaseUrl"> {
  return provider.issuer !== null && provider.clientId !== null && provider.clientSecret !== null;
}

/** Our client credentials at the sandbox's authorization servers. */
export function sandboxClientOf(name: OauthProviderName): { clientId: string; clientSecret: string } {
  return { clientId: `hub-${name}`, clientSecret: `sandbox-client-secret-of-${name}` };
}

/** True for an address on this machine's loopback. */
export function isLoopback(url: string): boolean {
  const { hostname } = new URL(url);
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);
}
