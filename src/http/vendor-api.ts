import { createGuardedAgent } from "./guarded-agent.ts";
import { request } from "./undici.ts";

/** One request to a vendor's API on behalf of a person who has connected their account there. */
export interface VendorCall {
  /** The vendor's own address; never one that a request names. */
  baseUrl: string;
  accessToken: string;
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** With its query, encoded. */
  path: string;
  content?: { type: string; body: string };
  /** Further headers, in lower case. */
  headers?: Readonly<Record<string, string>>;
  /** For the whole response. */
  timeoutMs?: number;
  /** Most bytes of the response. */
  maxBytes?: number;
}

/**
 * - `reply`: a response of any status.
 * - `unsent`: certainly nothing was executed.
 * - `silent`: the request may have been executed, and its response is lost or unusable.
 */
export type VendorAnswer =
  | {
      kind: "reply";
      status: number;
      bytes: Buffer;
      text: string;
      location: string | null;
      retryAfterMs: number | null;
    }
  | { kind: "unsent" }
  | { kind: "silent" };

/** Errors before the request is on the wire. */
const unsent = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
]);

/**
 * Sends a request once and reads its response up to a bound. Follows no redirects, since a token belongs to its vendor.
 * Never throws, and keeps nothing of the response's text but the text itself.
 */
export async function callVendor(call: VendorCall): Promise<VendorAnswer> {
  const {
    baseUrl,
    accessToken,
    method,
    path,
    content,
    headers: more,
    timeoutMs = 15_000,
    maxBytes = 1_048_576,
  } = call;
  try {
    const {
      statusCode: status,
      headers,
      body,
    } = await request(`${baseUrl}${path}`, {
      method,
      headers: {
        accept: "application/json",
        ...more,
        authorization: `Bearer ${accessToken}`,
        ...(content ? { "content-type": content.type } : {}),
      },
      ...(content ? { body: content.body } : {}),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const bytes = await readBounded(body as AsyncIterable<Buffer>, maxBytes);
    if (bytes === null) return { kind: "silent" };
    const { location } = headers;
    return {
      kind: "reply",
      status,
      bytes,
      get text() {
        return bytes.toString("utf8");
      },
      location: typeof location === "string" ? location : null,
      retryAfterMs: retryAfterOf(headers["retry-after"]),
    };
  } catch (error) {
    const { code } = error as { code?: string };
    return { kind: code !== undefined && unsent.has(code) ? "unsent" : "silent" };
  }
}

const guarded = createGuardedAgent();

/**
 * The bytes at an address that a vendor's response names, without a token; null when there are none, more than `maxBytes`, or
 * the address is not public. The vendor's own base URL is allowed wherever it is.
 */
export async function downloadFrom(
  url: string,
  { baseUrl, maxBytes, timeoutMs = 30_000 }: { baseUrl: string; maxBytes: number; timeoutMs?: number },
): Promise<Buffer | null> {
  const isOwn = url.startsWith(`${baseUrl}/`);
  if (!isOwn && !url.startsWith("https://")) return null;
  try {
    const { statusCode, body } = await request(url, {
      method: "GET",
      signal: AbortSignal.timeout(timeoutMs),
      ...(isOwn ? {} : { dispatcher: guarded.get() }),
    });
    const bytes = await readBounded(body as AsyncIterable<Buffer>, maxBytes);
    return statusCode === 200 ? bytes : null;
  } catch {
    return null;
  }
}

/** The whole body; null when it is longer than `maxBytes`. */
async function readBounded(body: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Seconds of a `Retry-After` header (RFC 9110 10.2.3), at most a day; null for a date or none. */
function retryAfterOf(header: string | string[] | undefined): number | null {
  if (typeof header !== "string" || !/^\d{1,6}$/.test(header)) return null;
  return Math.min(Number(header), 86_400) * 1000;
}
