import { z } from "zod";

/** Settings of security prices, for the one schema of the configuration. */
export const securityPriceShape = {
  SECURITY_PRICES_BASE_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      "Security prices: base URL of a service with daily CSV files, such as https://stooq.com or https://www.alphavantage.co. Default: none, so prices are set by hand; in demo mode the sandbox",
    ),
  SECURITY_PRICES_FORMAT: z
    .enum(["stooq", "alphavantage"])
    .default("stooq")
    .describe("Security prices: whose paths and files the service has"),
  SECURITY_PRICES_API_KEY: z.string().min(1).optional().describe("Security prices: API key of the platform"),
};

/** Names of settings that are never shown. */
export const securityPriceSecrets: readonly string[] = ["SECURITY_PRICES_API_KEY"];

/** Where daily prices are; a null URL where they are set by hand. In demo mode the sandbox speaks Stooq's format. */
export function securityPriceSource(settings: {
  SECURITY_PRICES_BASE_URL?: string | undefined;
  SECURITY_PRICES_FORMAT: "stooq" | "alphavantage";
  SECURITY_PRICES_API_KEY?: string | undefined;
  DEMO: boolean;
  SANDBOX_PORT: number;
}): { baseUrl: string | null; format: "stooq" | "alphavantage"; apiKey: string | null } {
  const apiKey = settings.SECURITY_PRICES_API_KEY ?? null;
  if (settings.SECURITY_PRICES_BASE_URL !== undefined) {
    const baseUrl = settings.SECURITY_PRICES_BASE_URL.replace(/\/$/, "");
    return { baseUrl, format: settings.SECURITY_PRICES_FORMAT, apiKey };
  }
  const baseUrl = settings.DEMO ? `http://127.0.0.1:${settings.SANDBOX_PORT}/securityprices` : null;
  return { baseUrl, format: "stooq", apiKey: null };
}
