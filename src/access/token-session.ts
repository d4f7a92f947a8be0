import { createHash } from "node:crypto";
import { claimAt } from "./claim-at.ts";

/** The sign-in that a token comes from. */
export interface TokenSession {
  /** The same for all tokens of one sign-in, and of one user only. */
  id: string;
  /** What the issuer calls the session; null where its tokens do not name it. */
  name: string | null;
  /** False where several sign-ins may look alike, because the token names neither its session nor itself. */
  isRevocable: boolean;
  /** When the token expires, in seconds since the Unix epoch. */
  expiresAtSeconds: number;
  /** From the token's issue to its expiry. */
  lifetimeSeconds: number;
}

/** Times of a token. */
interface TokenTimes {
  iat: number;
  exp: number;
}

/** The claim of OpenID Connect that names a session. */
const defaultClaim = "sid";
const maxLength = 256;
/** The end of the year 9999, which every database can store. */
const maxSeconds = 253_402_300_799;
const maxLifetimeSeconds = 2_147_483_647;
const idCharacters = "0123456789abcdefghjkmnpqrstvwxyz";

/**
 * The session of a token of `sub`: the one that the claim `claim` names. A token without it is a session of its own by its
 * `jti`. One that has neither belongs to the time of the sign-in (`auth_time`), or of its issue, and cannot be revoked.
 */
export function readSession(
  payload: object,
  sub: string,
  { iat, exp }: TokenTimes,
  claim: string = defaultClaim,
): TokenSession {
  const expiresAtSeconds = clamp(exp, maxSeconds);
  const lifetimeSeconds = clamp(exp - iat, maxLifetimeSeconds);
  const times = { expiresAtSeconds, lifetimeSeconds };
  const name = textOf(claimAt(payload, claim));
  if (name !== null) return Object.freeze({ id: sessionIdOf(sub, name), name, isRevocable: true, ...times });
  const jti = textOf(claimAt(payload, "jti"));
  if (jti !== null) return Object.freeze({ id: idOf(sub, "token", jti), name, isRevocable: true, ...times });
  const signedInAt = claimAt(payload, "auth_time");
  const since = typeof signedInAt === "number" ? `signed in ${signedInAt}` : `issued ${iat}`;
  return Object.freeze({ id: idOf(sub, "time", since), name, isRevocable: false, ...times });
}

/** The ID of a session of `sub` that its tokens call `name`. */
export function sessionIdOf(sub: string, name: string): string {
  return idOf(sub, "session", name);
}

/** Text that can be stored; null for anything else. */
function textOf(value: unknown): string | null {
  if (typeof value !== "string" || value === "" || value.length > maxLength) return null;
  return value.isWellFormed() && !value.includes("\0") ? value : null;
}

/** Nothing but `exp` has been checked to be a number. */
function clamp(seconds: number, most: number): number {
  if (Number.isNaN(seconds)) return 0;
  return Math.floor(Math.min(Math.max(seconds, 0), most));
}

function idOf(sub: string, kind: string, value: string): string {
  const digest = createHash("sha256")
    .update(JSON.stringify([sub, kind, value]))
    .digest();
  return `ses_${[...digest.subarray(0, 26)].map((byte) => idCharacters[byte % 32]).join("")}`;
}
