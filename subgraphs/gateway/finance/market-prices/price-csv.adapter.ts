import { DomainError } from "../../../../src/errors.ts";
import { fetchText } from "../../../../src/http/fetch-text.ts";
import type { Clock } from "../../../../src/time/clock.ts";
import { readPriceCsv } from "./price-csv.ts";
import type { SecurityPrices, SecurityPricesPort } from "./security-prices.port.ts";

export type PriceFormat = "stooq" | "alphavantage";

export interface PriceCsvOptions {
  /** Null where no service is configured. */
  baseUrl: string | null;
  format: PriceFormat;
  apiKey: string | null;
  clock: Clock;
  timeoutMs?: number;
  /** Maximum size of a file. */
  maxBytes?: number;
}

const maxAgeMs = 3_600_000;
/** Files that are kept in memory. */
const maxFiles = 500;

/**
 * Daily prices as CSV files, one per symbol: `q/d/l/?s=vti.us&i=d` (Stooq) or `query?function=TIME_SERIES_DAILY` (Alpha Vantage). Files are
 * cached in memory for an hour, and simultaneous calls share one request.
 */
export function createPriceCsv(options: PriceCsvOptions): SecurityPricesPort {
  const { baseUrl, clock, timeoutMs = 10_000, maxBytes = 4 * 1_024 * 1_024 } = options;
  const files = new Map<string, { askedAt: number; prices: Promise<SecurityPrices> }>();
  const download = async (url: string): Promise<SecurityPrices> => {
    const read = fetchText(url, { accept: "text/csv", timeoutMs, maxBytes });
    const { status, text } = await read.catch((error: unknown) => {
      throw unavailable(error);
    });
    if (status === 404) return { prices: null, fetchedAt: clock.now() };
    // Alpha Vantage answers limits and unknown symbols as JSON with status 200.
    const isRefusal = text.startsWith("{") && !text.includes("Error Message");
    if (status !== 200 || isRefusal) throw unavailable(`status ${status}`);
    return { prices: readPriceCsv(text), fetchedAt: clock.now() };
  };
  return {
    isConfigured: baseUrl !== null,
    since: (symbol, currency, day) => {
      if (baseUrl === null) throw unavailable("not configured");
      const now = clock.now().getTime();
      const url = `${baseUrl}/${pathOf(options, { symbol, currency, year: day.slice(0, 4) })}`;
      const known = files.get(url);
      if (known && now - known.askedAt < maxAgeMs) return known.prices;
      const prices = download(url);
      files.delete(url);
      files.set(url, { askedAt: now, prices });
      prices.catch(() => files.delete(url));
      for (const oldest of files.keys()) {
        if (files.size <= maxFiles) break;
        files.delete(oldest);
      }
      return prices;
    },
  };
}

interface Wanted {
  symbol: string;
  currency: string;
  year: string;
}

/** Files begin with a year, so that calls for different days of it share one. */
function pathOf({ format, apiKey }: PriceCsvOptions, { symbol, currency, year }: Wanted): string {
  const key: Record<string, string> = apiKey === null ? {} : { apikey: apiKey };
  if (format === "alphavantage") {
    const query = { function: "TIME_SERIES_DAILY", symbol, outputsize: "full", datatype: "csv", ...key };
    return `query?${new URLSearchParams(query).toString()}`;
  }
  // American symbols have a suffix at Stooq; other markets are named by the symbol itself: `cdr.pl`.
  const ticker = symbol.includes(".") || currency !== "USD" ? symbol : `${symbol}.us`;
  const query = { s: ticker.toLowerCase(), i: "d", d1: `${year}0101`, ...key };
  return `q/d/l/?${new URLSearchParams(query).toString()}`;
}

function unavailable(cause: unknown): DomainError {
  return new DomainError(
    "UPSTREAM_FAILED",
    "Security prices are temporarily unavailable. Try again later, or set one with setSecurityPrice.",
    { retryable: true },
    { cause },
  );
}
