import {
  callTtlMs,
  internalMac,
  invalidInternalCall,
  isSignedWithAny,
  isWithinValidity,
  newNonce,
} from "./internal-mac.ts";

/** The header by which a router hands the principal it identified to a subgraph in another process. */
export const principalHeader = "x-principal";

const version = "v2";
const forwardedVersion = "f1";

/** How long a forwarded principal is valid: as long as a federation router may take for one client request. */
const forwardedTtlMs = 30_000;

interface Envelope {
  principal: unknown;
  aud: string;
  /** Milliseconds since the Unix epoch. */
  exp: number;
  nonce: string;
}

/** The one request that a header is valid for. The method is always POST. */
export interface RequestTarget {
  /** Name of the one subgraph that may accept the header. */
  audience: string;
  /** Path of the request, as `/graphql`. */
  path: string;
  /** The body, byte for byte. */
  body: Buffer;
}

/** A valid header: the principal, and the fields that identify a replay. */
export interface ReadHeader<T> {
  principal: T;
  nonce: string;
  exp: number;
  /** True when the header is not bound to a request: see `signForwarded`. */
  isForwarded: boolean;
}

/**
 * A compact, header-safe statement of the request's sender: `v2.<base64url JSON>.<base64url HMAC-SHA-256>`. The
 * MAC covers method, path and body, so the header is valid for this document and endpoint only. Valid for 60
 * seconds. It is readable by everyone, so the principal contains no secret. `now` is the machine's time, never
 * a request's test clock.
 */
export function signPrincipal(
  secret: string,
  principal: object,
  { audience, path, body, now }: RequestTarget & { now: Date },
): string {
  const signed = printEnvelope(version, {
    principal,
    aud: audience,
    exp: now.getTime() + callTtlMs,
    nonce: newNonce(),
  });
  return `${signed}.${internalMac(secret, signed, targetOf(path), body).toString("base64url")}`;
}

/**
 * A statement of the sender of a request that this process does not see: for third-party federation routers,
 * which get it from our proxy endpoint and send documents of their own. It is bound to an audience and to 30
 * seconds only, so subgraphs accept it only where they are configured to (`f1.` instead of `v2.`).
 */
export function signForwarded(
  secret: string,
  principal: object,
  { audience, now }: { audience: string; now: Date },
): string {
  const exp = now.getTime() + forwardedTtlMs;
  const signed = printEnvelope(forwardedVersion, { principal, aud: audience, exp, nonce: newNonce() });
  return `${signed}.${internalMac(secret, signed).toString("base64url")}`;
}

/**
 * Reads a header that was signed with any of `secrets`, newest first. Throws UNAUTHORIZED when it was changed, has
 * expired, is valid for longer than any header is signed for, or was signed for another audience, path or body; and for
 * a forwarded one unless `acceptsForwarded`. Values decode to plain JSON: dates come back as text.
 */
export function readPrincipal<T extends object>(
  secrets: readonly string[],
  header: string,
  { audience, path, body, now, acceptsForwarded = false }: ReadOptions,
): ReadHeader<T> {
  const [tag, payload, mac, ...rest] = header.split(".");
  if (payload === undefined || mac === undefined || rest.length > 0) throw invalidInternalCall();
  const isForwarded = tag === forwardedVersion && acceptsForwarded;
  if (tag !== version && !isForwarded) throw invalidInternalCall();
  const signed = `${tag}.${payload}`;
  const parts = isForwarded ? [signed] : [signed, targetOf(path), body];
  if (!isSignedWithAny(secrets, Buffer.from(mac, "base64url"), ...parts)) throw invalidInternalCall();
  const { principal, aud, exp, nonce } = JSON.parse(
    Buffer.from(payload, "base64url").toString("utf8"),
  ) as Envelope;
  const ttlMs = isForwarded ? forwardedTtlMs : callTtlMs;
  if (aud !== audience || !isWithinValidity(exp, now, ttlMs)) throw invalidInternalCall();
  return { principal: principal as T, nonce, exp, isForwarded };
}

interface ReadOptions extends RequestTarget {
  now: Date;
  acceptsForwarded?: boolean;
}

function printEnvelope(tag: string, envelope: Envelope): string {
  return `${tag}.${Buffer.from(JSON.stringify(envelope), "utf8").toString("base64url")}`;
}

/** Starts with a line break, which base64url text never contains, so the preceding text cannot run into it. */
function targetOf(path: string): string {
  return `\nPOST ${path}\n`;
}
