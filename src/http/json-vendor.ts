import { request } from "undici";
import type { z } from "zod";

/**
 * Why a party's answer is of no use. Nothing that was sent or answered is in `cause`: either may hold tax numbers and the
 * like.
 * - `unconfigured`: nobody has set the party up; nothing was sent.
 * - `silent`: no answer, so what was sent may have been taken.
 * - `status`: an answer of a status that the protocol does not name here.
 * - `unreadable`: an answer that is not of the protocol.
 */
export interface VendorFailure {
  kind: "unconfigured" | "silent" | "status" | "unreadable";
  status: number | null;
  cause: Error | undefined;
}

export interface JsonVendorOptions {
  /** Null, this or the secret: nobody has set the party up. */
  baseUrl: string | null;
  /** Sent as a bearer token. */
  secret: string | null;
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
 * A party that speaks JSON over HTTP and has no SDK. Everything here throws what `failed` makes of a trouble.
 */
export interface JsonVendor {
  readonly isConfigured: boolean;
  /** Any answer, whatever its status. With `key`, the party takes what is sent at most once. */
  send(
    method: "GET" | "PUT" | "POST",
    path: string,
    content?: { body?: object; key?: string },
  ): Promise<VendorResponse>;
  /** Throws for a status that is no success. */
  expectOk(reply: VendorResponse): void;
  /** What a success says. */
  read<Schema extends z.ZodType>(reply: VendorResponse, schema: Schema): z.output<Schema>;
  /** What an answer of any status says. */
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
      // What does not parse may repeat what was sent, so it is no cause either.
      throw trouble("unreadable", `The answer of ${title} is not of the protocol.`, status);
    }
  }
  return {
    isConfigured,
    async send(method, path, { body, key } = {}) {
      if (!isConfigured) throw trouble("unconfigured");
      try {
        const answer = await request(`${baseUrl}${path}`, {
          method,
          headers: {
            accept: "application/json",
            authorization: `Bearer ${secret}`,
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
