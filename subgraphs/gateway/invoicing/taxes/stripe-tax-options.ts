import type { Logger } from "pino";

/** How Stripe Tax is reached. */
export interface StripeTaxOptions {
  /** Null when no processor is configured: then every call throws PROCESSOR_ERROR. */
  secretKey: string | null;
  /** Null for the official address. */
  baseUrl: string | null;
  log: Logger;
}
