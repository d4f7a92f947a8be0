/** Settings of a client. */
export interface ClientOptions {
  /** URL of the platform, such as `https://api.example.com`. */
  baseUrl: string;
  /**
   * An API key or an access token, sent as a bearer token. A function is called before each attempt, for example to refresh
   * a token that has expired. Without one, only public operations work.
   */
  credential?: string | (() => string | Promise<string>);
  /** The organization to act for. Default: the account of the credential. */
  accountId?: string;
  /** The app of requests to operations that every app has, such as webhooks. Default: the client's own app. */
  appId?: string;
  /** Milliseconds until an attempt is given up. Default: 30,000. */
  timeoutMs?: number;
  /** Attempts after the first one. Default: 3. */
  maxRetries?: number;
  /** Longest wait between two attempts, in milliseconds. Longer waits are left to the caller. Default: 30,000. */
  maxRetryDelayMs?: number;
  /** Headers of every request. */
  headers?: Readonly<Record<string, string>>;
  /** Replaces the global `fetch`. */
  fetch?: typeof fetch;
}

/** Settings of one call. */
export interface RequestOptions {
  /**
   * The same call with the same key runs once. Default: a new key per call, which its retries share. Pass a key of your own
   * to repeat a call in another process.
   */
  idempotencyKey?: string;
  /** Ends the call, between attempts too. */
  signal?: AbortSignal;
  /** Overrides the client's setting. */
  timeoutMs?: number;
  /** Overrides the client's setting. */
  maxRetries?: number;
  /** Headers of this request. */
  headers?: Readonly<Record<string, string>>;
}

/**
 * A list: the promise of its first page, and all of its items in order.
 *
 *     const page = await client.listInvoices({ limit: 10 });
 *     for await (const invoice of client.listInvoices()) …
 */
export interface Paged<Page, Item> extends Promise<Page>, AsyncIterable<Item> {
  /** Every page in order. */
  pages(): AsyncIterable<Page>;
}
