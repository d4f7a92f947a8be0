import type { Logger } from "pino";

/** How the payment processor of invoices is reached. */
export interface StripeConnectOptions {
  /** Null when no processor is configured: then only signatures can be checked. */
  secretKey: string | null;
  /** Null for the official address. */
  baseUrl: string | null;
  /** The platform's ID as an application; null where accounts cannot be disconnected at the processor. */
  clientId: string | null;
  /** Any of them may have signed an event of a connected account. */
  webhookSecrets: readonly string[];
  feeBasisPoints: number;
  log: Logger;
}
