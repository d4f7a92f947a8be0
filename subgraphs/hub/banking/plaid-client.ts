import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import { Configuration, PlaidApi, PlaidEnvironments } from "plaid";

export interface PlaidClientOptions {
  clientId: string;
  secret: string;
  /** Where the API is, with a path prefix if it has one; null for its production address. */
  baseUrl: string | null;
  /** For one call, up to the last byte of its answer. */
  timeoutMs?: number;
}

/** Most bytes of an answer: 500 transactions of a page have well below 2 MB. */
const maxAnswerBytes = 16 * 1024 * 1024;

/** The SDK's client. Connections are kept alive; a call ends within its time limit; redirects are not followed. */
export function createPlaidClient({
  clientId,
  secret,
  baseUrl,
  timeoutMs = 15_000,
}: PlaidClientOptions): PlaidApi {
  return new PlaidApi(
    new Configuration({
      basePath: baseUrl?.replace(/\/$/, "") ?? PlaidEnvironments["production"]!,
      baseOptions: {
        headers: { "PLAID-CLIENT-ID": clientId, "PLAID-SECRET": secret },
        timeout: timeoutMs,
        maxContentLength: maxAnswerBytes,
        maxRedirects: 0,
        proxy: false,
        httpAgent: new HttpAgent({ keepAlive: true }),
        httpsAgent: new HttpsAgent({ keepAlive: true }),
      },
    }),
  );
}
