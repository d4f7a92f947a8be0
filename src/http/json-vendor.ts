import { request } from "./undici.ts";
import type { z } from "zod";

/**
 * Why a vendor's response is unusable. `cause` contains nothing of the request or response: either may contain
 * tax numbers and the like.
 * - `unconfigured`: the vendor is not configured; nothing was sent.
 * - `silent`: no response, so the request may have been executed.
 * - `status`: a status that the protocol does not define here.
 * - `unreadable`: a response that violates the protocol.
 */
export interface VendorFailure {
  kind: "unconfigured" | "silent" | "status" | "unreadable";
  status: number | null;
  cause: Error | undefined;
}

export interface JsonVendorOptions {
  /** When this or the secret is null, the vendor is not configured. */
  baseUrl: string | null;
  /** Sent as a bearer token; a function obtains it, and throws the feature's own error. */
  secret: string | null | (() => Promise<string>);
  /** As it is called in a cause: `the provider`. */
  title: string;
  timeoutMs?: number;
  /** The feature's own error for a trouble. */
  failed: (trouble: VendorFailure) => Error;
}

export interface VendorResponse {
  status: number;
  text: string;
}

/**
 * A vendor with a JSON API over HTTP and without an SDK. Every method throws the error that `failed` creates
 * from a failure.
 */
export interface JsonVendor {
  readonly isConfigured: boolean;
  /** Any response, whatever its status. With `key`, the vendor executes the request at most once. */
  send(
    method: "GET" | "PUT" | "POST" | "DELETE",
    path: string,
    content?: { body?: object; key?: string },
  ): Promise<VendorResponse>;
  /** Throws for a status that is no success. */
  expectOk(reply: VendorResponse): void;
  /** The parsed body of a success. */
  read<Schema extends z.ZodType>(reply: VendorResponse, schema: Schema): z.output<Schema>;
  /** The parsed body of any status. */
  parse<Schema extends z.ZodType>(reply: VendorResponse, schema: Schema): z.output<Schema>;
}

export function openJsonVendor(options: JsonVendorOptions): JsonVendor {
  const { baseUrl, secret, title, timeoutMs = 15_000, failed } = options;
  const isConfigured = baseUrl !== null && secret !== null;
  const trouble = (kind: VendorFailure["kind"], words?: string, status: number | null = null) =>
    failed({ kind, status, cause: words === undefined ? undefined : new Error(words) });

  function expectOk({ status }: VendorResponse): void {
    if (status < 200 || status > 299) throw trouble("status", `Answer of ${title}: ${status}.`, status);
  }
  function parse<Schema extends z.ZodType>(
    { status, text }: VendorResponse,
    schema: Schema,
  ): z.output<Schema> {
    try {
      return schema.parse(JSON.parse(text));
    } catch {
      // An unparsable body may repeat the request, so it must not be a cause either.
      throw trouble("unreadable", `The answer of ${title} is not of the protocol.`, status);
    }
  }
  return {
    isConfigured,
    async send(method, path, { body, key } = {}) {
      if (!isConfigured) throw trouble("unconfigured");
      const token = typeof secret === "function" ? await secret() : secret;
      try {
        const answer = await request(`${baseUrl}${path}`, {
          method,
          headers: {
            accept: "application/json",
            authorization: `Bearer ${token}`,
            ...(body ? { "content-type": "application/json" } : {}),
            ...(key === undefined ? {} : { "idempotency-key": key }),
          },
          ...(body ? { body: JSON.stringify(body) } : {}),
          signal: AbortSignal.timeout(timeoutMs),
        });
        return { status: answer.statusCode, text: await answer.body.text() };
      } catch (error) {
        const { name, code } = error as { name?: string; code?: string };
        throw trouble("silent", `No answer of ${title}: ${code ?? name ?? "unknown"}.`);
      }
    },
    expectOk,
    read: (reply, schema) => {
      expectOk(reply);
      return parse(reply, schema);
    },
    parse,
  };
}
