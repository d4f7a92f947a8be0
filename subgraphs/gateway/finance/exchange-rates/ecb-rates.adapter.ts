import { DomainError } from "../../../../src/errors.ts";
import { fetchText } from "../../../../src/http/fetch-text.ts";
import type { Clock } from "../../../../src/time/clock.ts";
import { addDays } from "../../../../src/time/local-date.ts";
import { readEcbRates } from "./ecb-rates.ts";
import type { ReferenceRates, ReferenceRatesPort } from "./reference-rates.port.ts";

export interface EcbRatesOptions {
  baseUrl: string;
  clock: Clock;
  timeoutMs?: number;
  /** Maximum size of a file. */
  maxBytes?: number;
}

/** Files of the bank: the last 90 days, and all since 1999. New rates appear around 16:00 CET on working days. */
const recentFile = "eurofxref-hist-90d.xml";
const wholeFile = "eurofxref-hist.xml";
const recentDays = 85;
const maxAgeMs = { [recentFile]: 3_600_000, [wholeFile]: 86_400_000 };
/** After a failure the file is not asked for again for a while, and older rates serve. */
const retryAfterMs = 60_000;

interface Cached {
  rates: ReferenceRates | null;
  askedAt: number;
  reading: Promise<ReferenceRates> | null;
}

/**
 * Reference rates of the European Central Bank. Files are cached in memory, and simultaneous calls share one request. When
 * the bank cannot be reached, the rates that were read before are returned.
 */
export function createEcbRates({
  baseUrl,
  clock,
  timeoutMs = 10_000,
  maxBytes = 32 * 1_024 * 1_024,
}: EcbRatesOptions): ReferenceRatesPort {
  const cache = new Map<string, Cached>();
  const download = async (file: string): Promise<ReferenceRates> => {
    try {
      const accept = "application/xml, text/xml";
      const { status, text } = await fetchText(`${baseUrl}/${file}`, { accept, timeoutMs, maxBytes });
      if (status !== 200) throw unavailable(`status ${status}`);
      const rates = readEcbRates(text, clock.now());
      if (rates === null) throw unavailable("no rates");
      return rates;
    } catch (error) {
      throw error instanceof DomainError ? error : unavailable(error);
    }
  };
  const read = async (file: keyof typeof maxAgeMs): Promise<ReferenceRates> => {
    const now = clock.now().getTime();
    const cached = cache.get(file) ?? { rates: null, askedAt: -Infinity, reading: null };
    cache.set(file, cached);
    if (cached.reading !== null) return cached.reading;
    const isFresh = cached.rates !== null && now - cached.rates.fetchedAt.getTime() < maxAgeMs[file];
    if (isFresh || (cached.rates !== null && now - cached.askedAt < retryAfterMs)) return cached.rates!;
    cached.askedAt = now;
    const before = cached.rates;
    cached.reading = download(file).catch((error: unknown) => {
      if (before !== null) return before;
      throw error;
    });
    try {
      cached.rates = await cached.reading;
      return cached.rates;
    } finally {
      cached.reading = null;
    }
  };
  return {
    since: (day) => {
      const firstRecent = addDays(clock.now().toISOString().slice(0, 10), -recentDays);
      return read(day >= firstRecent ? recentFile : wholeFile);
    },
  };
}

function unavailable(cause: unknown): DomainError {
  return new DomainError(
    "UPSTREAM_FAILED",
    "Exchange rates are temporarily unavailable. Try again later, or set one with setExchangeRate.",
    { retryable: true },
    { cause },
  );
}
