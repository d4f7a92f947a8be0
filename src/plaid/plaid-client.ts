import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import type { PlaidApi } from "plaid";
import { loadPlaidSdk } from "./load-sdk.ts";

export interface PlaidClientOptions {
  clientId: string;
  secret: string;
  /** URL of the API, with a path prefix if it has one; null for production. */
  baseUrl: string | null;
  /** For one call, up to the last byte of its answer. */
  timeoutMs?: number;
}

/** Most bytes of an answer: 500 transactions of a page have well below 2 MB. */
const maxAnswerBytes = 16 * 1024 * 1024;

/**
 * The SDK's client. Connections are kept alive; a call ends within its time limit; redirects are not followed. The SDK is
 * loaded here, since it takes 30 MB that a process without banks should not spend.
 */
export async function createPlaidClient({
  clientId,
  secret,
  baseUrl,
  timeoutMs = 15_000,
}: PlaidClientOptions): Promise<PlaidApi> {
  const { Configuration, PlaidApi, PlaidEnvironments } = await loadPlaidSdk();
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
