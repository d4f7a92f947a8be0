/** Timeouts for slow and idle clients, in milliseconds. */
export interface ServerTimeouts {
  /** Time from the first byte of a request to its last. */
  requestMs: number;
  /** Time without traffic in either direction. */
  silenceMs: number;
}

/** A write may wait up to two minutes for external services, without traffic to the client. */
const defaults: ServerTimeouts = { requestMs: 60_000, silenceMs: 150_000 };

/**
 * Server timeouts against slow clients (slowloris). A request that arrives too slowly gets 408; a client that does not
 * read its response is disconnected.
 */
export function serverTimeouts({ requestMs, silenceMs }: ServerTimeouts = defaults) {
  return {
    requestTimeout: requestMs,
    connectionTimeout: silenceMs,
    http: {
      headersTimeout: Math.min(requestMs, 15_000),
      // How often Node checks for expired requests.
      connectionsCheckingInterval: Math.max(250, Math.min(requestMs / 4, 5_000)),
    },
  };
}
