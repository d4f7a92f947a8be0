import { z } from "zod";

/** Settings of exchange rates, for the one schema of the configuration. */
export const exchangeRateShape = {
  EXCHANGE_RATES_BASE_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      "Reference exchange rates: URL of a folder with the files of the European Central Bank. Default: the bank's own; in demo mode the sandbox",
    ),
};

const officialUrl = "https://www.ecb.europa.eu/stats/eurofxref";

/** Where the files with reference rates are. */
export function exchangeRatesUrl(settings: {
  EXCHANGE_RATES_BASE_URL?: string | undefined;
  DEMO: boolean;
  SANDBOX_PORT: number;
}): string {
  const fallback = settings.DEMO ? `http://127.0.0.1:${settings.SANDBOX_PORT}/exchangerates` : officialUrl;
  return (settings.EXCHANGE_RATES_BASE_URL ?? fallback).replace(/\/$/, "");
}
