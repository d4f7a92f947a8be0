/** Closing price of a day, in millionths of a major unit. */
export interface ClosingPrice {
  date: string;
  price: number;
}

export interface SecurityPrices {
  /** Oldest first. Null for a symbol that the service does not know. */
  prices: readonly ClosingPrice[] | null;
  /** When they were read. */
  fetchedAt: Date;
}

/** Daily closing prices of securities. */
export interface SecurityPricesPort {
  /** False where no service is configured. */
  isConfigured: boolean;
  /** Prices that reach back at least to a day. Throws UPSTREAM_FAILED where they cannot be read. */
  since(symbol: string, currency: string, day: string): Promise<SecurityPrices>;
}
