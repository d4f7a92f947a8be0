import axios from "axios";
import { Configuration, PlaidApi } from "plaid";
import { expect, onTestFinished } from "vitest";
import { publishedBank } from "./published-shape.ts";

/**
 * The official SDK in front of a stand-in. Every request and every response is validated against the published
 * description of the API; the running test fails for a mismatch.
 */
export function createCheckedBank(url: string): PlaidApi {
  const faults: string[] = [];
  onTestFinished(() => expect(faults).toEqual([]));
  const client = axios.create({ validateStatus: null });
  client.interceptors.response.use((response) => {
    const path = new URL(response.config.url!).pathname.slice(new URL(url).pathname.length);
    const request = JSON.parse(String(response.config.data)) as unknown;
    const { status, data: body } = response;
    faults.push(...publishedBank().checkExchange(path, request, { status, body }));
    if (status < 400) return response;
    throw Object.assign(new Error(`${path} answered ${status}`), { response });
  });
  const headers = { "PLAID-CLIENT-ID": "client", "PLAID-SECRET": "sk_test_sandbox_bank" };
  return new PlaidApi(new Configuration({ basePath: url, baseOptions: { headers } }), url, client as never);
}

/** The error code of a refused request. */
export async function refusalOf(call: Promise<unknown>): Promise<string> {
  const thrown = (await call.then(
    () => null,
    (error: unknown) => error,
  )) as { response?: { data?: { error_code?: string } } } | null;
  return thrown?.response?.data?.error_code ?? "none";
}
