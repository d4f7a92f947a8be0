import {
  openJsonVendor,
  type JsonVendor,
  type VendorFailure,
  type VendorResponse,
} from "../../../../src/http/json-vendor.ts";
import {
  createTokenSource,
  type TaxBanditsCredentials,
  type TokenSource,
} from "../../../../src/taxbandits/access-token.ts";
import type { Clock } from "../../../../src/time/clock.ts";
import { providerError } from "../tax.errors.ts";

export interface TaxBanditsOptions {
  /** Null: no provider is configured. */
  credentials: TaxBanditsCredentials | null;
  baseUrl: string;
  authUrl: string;
  clock: Clock;
  timeoutMs: number;
}

/** The vendor does not know our credentials. */
class RefusedCredentials extends Error {}

/** TaxBandits over HTTP, with an access token. Throws TAX_PROVIDER_ERROR; nothing that the vendor writes gets into it. */
export interface TaxBanditsClient extends Pick<JsonVendor, "isConfigured" | "parse" | "read" | "expectOk"> {
  /** Any response. A token that is refused is replaced once. */
  call: JsonVendor["send"];
  /** A response whose body lists faults when its status is 400. Throws for any other failure. */
  post(path: string, body: object, method?: "POST" | "PUT"): Promise<VendorResponse>;
  /** Whether the vendor issues a token for the credentials. */
  checkCredentials(): Promise<boolean>;
}

export function openTaxBanditsClient(options: TaxBanditsOptions): TaxBanditsClient {
  const { baseUrl, timeoutMs } = options;
  const tokens = tokensOf(options);
  const { isConfigured, send, parse, read, expectOk } = openJsonVendor({
    baseUrl,
    secret: tokens && (() => tokens.token().catch(toFailure)),
    title: "the provider",
    timeoutMs,
    failed: toProviderError,
  });
  const call: JsonVendor["send"] = async (...asked) => {
    const reply = await send(...asked);
    if (reply.status !== 401) return reply;
    tokens?.forget();
    return send(...asked);
  };
  return {
    isConfigured,
    parse,
    read,
    expectOk,
    call,
    async post(path, body, method = "POST") {
      const reply = await call(method, path, { body });
      if (reply.status !== 400) expectOk(reply);
      return reply;
    },
    async checkCredentials() {
      if (!tokens) throw toProviderError({ kind: "unconfigured" });
      try {
        tokens.forget();
        await tokens.token();
        return true;
      } catch (error) {
        if (error instanceof RefusedCredentials) return false;
        throw error;
      }
    },
  };
}

function tokensOf({ authUrl, credentials, clock, timeoutMs }: TaxBanditsOptions): TokenSource | null {
  if (credentials === null) return null;
  const failed = (failure: "refused" | "silent") =>
    failure === "refused" ? new RefusedCredentials() : toProviderError({ kind: "silent" });
  return createTokenSource({ authUrl, credentials, clock, timeoutMs, failed });
}

function toFailure(error: unknown): never {
  throw error instanceof RefusedCredentials ? toProviderError({ kind: "status", status: 403 }) : error;
}

export function toProviderError({ kind, status = null, cause }: Partial<VendorFailure>): Error {
  if (kind === "unconfigured") return providerError({ retryable: false, configured: false });
  const isRefused =
    kind === "status" && status !== null && status < 500 && ![401, 408, 409, 429].includes(status);
  return providerError({ retryable: !isRefused }, cause);
}
