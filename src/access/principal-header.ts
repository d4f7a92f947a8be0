import { internalMac, invalidInternalCall, isSameMac } from "./internal-mac.ts";

/** The header by which a router hands the caller it identified to a subgraph in another process. */
export const principalHeader = "x-principal";

const version = "v1";

interface Envelope {
  principal: unknown;
  aud: string;
  /** Milliseconds since the Unix epoch. */
  exp: number;
}

/** `now` is the machine's time, never a request's test clock: it bounds how long a stolen header is of use. */
export interface SignOptions {
  /** Name of the one subgraph that may accept the header. */
  audience: string;
  now: Date;
  ttlSeconds?: number;
}

/**
 * A compact, header-safe statement of who is calling: `v1.<base64url JSON>.<base64url HMAC-SHA-256>`.
 * Readable by anybody, so the principal holds no secret. Good for 60 seconds unless told otherwise.
 */
export function signPrincipal(secret: string, principal: object, options: SignOptions): string {
  const exp = options.now.getTime() + (options.ttlSeconds ?? 60) * 1000;
  const envelope: Envelope = { principal, aud: options.audience, exp };
  const signed = `${version}.${Buffer.from(JSON.stringify(envelope), "utf8").toString("base64url")}`;
  return `${signed}.${internalMac(secret, signed).toString("base64url")}`;
}

/**
 * The principal of a header signed with any of `secrets` (the current one first, then those being retired).
 * Throws UNAUTHORIZED when it was changed, has expired, or was meant for another audience. Instances decode
 * to plain JSON: dates come back as text.
 */
export function readPrincipal<T extends object>(
  secrets: readonly string[],
  header: string,
  options: { audience: string; now: Date },
): T {
  const [tag, payload, mac, ...rest] = header.split(".");
  if (tag !== version || payload === undefined || mac === undefined || rest.length > 0)
    throw invalidInternalCall();
  const given = Buffer.from(mac, "base64url");
  const isSigned = secrets.some((secret) => isSameMac(internalMac(secret, `${version}.${payload}`), given));
  if (!isSigned) throw invalidInternalCall();
  const envelope = JSON.parse(Buffer.from(payload, "base64url").toString("utf8")) as Envelope;
  if (envelope.aud !== options.audience || options.now.getTime() >= envelope.exp) throw invalidInternalCall();
  return envelope.principal as T;
}
