export interface ReferenceRates {
  /** When the file was read. */
  fetchedAt: Date;
  /** By day, oldest first; days without rates are weekends and holidays. */
  days: readonly string[];
  /** Units of each currency for one euro by day, in 1e-8. */
  byCurrency: ReadonlyMap<string, ReadonlyMap<string, number>>;
}

/** Reference exchange rates of the euro. */
export interface ReferenceRatesPort {
  /** Rates that reach back at least to a day. Throws UPSTREAM_FAILED where they cannot be read. */
  since(day: string): Promise<ReferenceRates>;
}
