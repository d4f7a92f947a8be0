/** How long clients that are slow, or do nothing, are waited for. In milliseconds. */
export interface PatienceSettings {
  /** From the first byte of a request to its last. */
  requestMs: number;
  /** On a connection on which nothing moves, in either direction. */
  silenceMs: number;
}

/** A write may wait for outside parties for two minutes, in which nothing moves. */
const defaults: PatienceSettings = { requestMs: 60_000, silenceMs: 150_000 };

/**
 * Server settings that let nobody hold a connection for nothing: a request that trickles in is answered 408 and cut off,
 * and so is, without a word, whoever does not read the answer.
 */
export function patience({ requestMs, silenceMs }: PatienceSettings = defaults) {
  return {
    requestTimeout: requestMs,
    connectionTimeout: silenceMs,
    http: {
      headersTimeout: Math.min(requestMs, 15_000),
      // Node looks for late requests no oftener than this.
      connectionsCheckingInterval: Math.max(250, Math.min(requestMs / 4, 5_000)),
    },
  };
}
