import { z } from "zod";

/** One publisher of building data over the network. */
export interface NetworkSource {
  /** Null: the source is not configured. */
  baseUrl: string | null;
  /** Null where the source is read without one. */
  token: string | null;
  /** True when it is the sandbox's stand-in. */
  isSandbox: boolean;
}

/** Setting names of each publisher: its address and its token, its path in the sandbox, its title and where it is. */
const sourceTable = {
  seattle: ["SEATTLE_DATA_BASE_URL", "SEATTLE_DATA_APP_TOKEN", "seattle", "Seattle's open data portal"],
  chicago: ["CHICAGO_DATA_BASE_URL", "CHICAGO_DATA_APP_TOKEN", "chicago", "Chicago's open data portal"],
  newYork: ["NYC_DATA_BASE_URL", "NYC_DATA_APP_TOKEN", "nyc", "New York City's open data portal"],
  arcgis: [
    "FEMA_NRI_BASE_URL",
    "FEMA_NRI_TOKEN",
    "arcgis/FeatureServer/0",
    "FEMA's risk index (feature layer)",
  ],
  openfema: ["OPENFEMA_BASE_URL", "OPENFEMA_TOKEN", "openfema", "OpenFEMA"],
  geocoder: ["GEOCODER_BASE_URL", "GEOCODER_TOKEN", "geocoder", "The Census Bureau's geocoder"],
  portfolioManager: [
    "PORTFOLIO_MANAGER_BASE_URL",
    "PORTFOLIO_MANAGER_PASSWORD",
    "espm",
    "Portfolio Manager's web services",
  ],
} as const;

export type NetworkSourceName = keyof typeof sourceTable;
export type NetworkSources = Readonly<Record<NetworkSourceName, NetworkSource>>;

type Entries = (typeof sourceTable)[NetworkSourceName];
type UrlName = Entries[0];
type TokenName = Entries[1];

const dataset = (fallback: string) =>
  z
    .string()
    .regex(/^[a-z0-9]{4}-[a-z0-9]{4}(,[a-z0-9]{4}-[a-z0-9]{4})*$/, "must be dataset IDs separated by commas")
    .default(fallback)
    .transform((text) => text.split(","));

/** Settings of building-data sources, for the one schema of the configuration. */
export const propertySourceShape = {
  ...(Object.fromEntries(
    Object.values(sourceTable).flatMap(([url, token, , title]) => [
      [
        url,
        z
          .url({ protocol: /^https?$/ })
          .optional()
          .describe(`${title}: base URL. Default: not used, in demo mode the sandbox`),
      ],
      [token, z.string().min(1).optional().describe(`${title}: token or password of the platform`)],
    ]),
  ) as unknown as Record<UrlName, z.ZodOptional<z.ZodURL>> & Record<TokenName, z.ZodOptional<z.ZodString>>),
  PORTFOLIO_MANAGER_USER: z
    .string()
    .min(1)
    .default("demo-portfolio")
    .describe("Portfolio Manager's web services: user name of the platform"),
  SEATTLE_DATASETS: dataset("h7rm-fz6m,2bpz-gwpy").describe(
    "IDs of Seattle's benchmarking datasets, separated by commas",
  ),
  CHICAGO_DATASETS: dataset("xq83-jr8c").describe(
    "IDs of Chicago's benchmarking datasets, separated by commas",
  ),
  NYC_DATASETS: dataset("355w-xvp2").describe(
    "IDs of New York City's energy grade datasets, separated by commas",
  ),
  PROPERTY_SOURCE_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(100)
    .max(120_000)
    .default(15_000)
    .describe("Timeout of one request to a source of building data, in milliseconds"),
};

/** Names of settings that are never shown. */
export const propertySourceSecrets: readonly string[] = Object.values(sourceTable).map(([, token]) => token);

/** The settings of each source. In demo mode the sandbox replaces sources without a URL. */
export function readNetworkSources(
  given: Partial<Record<UrlName | TokenName, string | undefined>>,
  sandboxUrl: string | null,
): NetworkSources {
  const entries = Object.entries(sourceTable).map(([name, [urlName, tokenName, path]]) => {
    const baseUrl = given[urlName]?.replace(/\/$/, "") ?? null;
    const token = given[tokenName] ?? null;
    const source: NetworkSource =
      baseUrl === null && sandboxUrl !== null
        ? { baseUrl: `${sandboxUrl}/opendata/${path}`, token: token ?? "sandbox-token", isSandbox: true }
        : {
            baseUrl,
            token,
            isSandbox: sandboxUrl !== null && (baseUrl?.startsWith(`${sandboxUrl}/`) ?? false),
          };
    return [name, source];
  });
  return Object.fromEntries(entries) as NetworkSources;
}
