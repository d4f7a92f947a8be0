import type { ConnectionRow } from "./connection.rows.ts";

/** A token is renewed this long before it ends; one of less than twice that, at the half of its time. */
const renewEarlyMs = 5 * 60 * 1000;
/** A token that expires sooner than this may be invalid when it is used. */
export const usableMs = 30 * 1000;

export type ShownStatus = "connected" | "expired" | "revoked" | "error";

type TokenState = Pick<
  ConnectionRow,
  "status" | "errorCode" | "accessTokenSealed" | "refreshTokenSealed" | "accessExpiresAt"
>;

/**
 * The public status of a connection: `revoked` when its grant has ended at the provider, `expired` when its token has
 * and cannot be renewed, `error` when it could be renewed and the provider fails.
 */
export function shownStatus(row: TokenState, now: Date): ShownStatus {
  if (row.status !== "connected") return "revoked";
  if (isGoodFor(row, now, 0)) return "connected";
  if (row.refreshTokenSealed === null) return "expired";
  return row.errorCode === null ? "connected" : "error";
}

/** True while the access token is good for `ms` more. One whose end is not known is good until the provider says no. */
export function isGoodFor(
  { accessTokenSealed, accessExpiresAt }: TokenState,
  now: Date,
  ms: number,
): boolean {
  if (accessTokenSealed === null) return false;
  return accessExpiresAt === null || accessExpiresAt.getTime() - now.getTime() > ms;
}

/** When a token with this lifetime expires, and from when on it is renewed; nulls for one without a known expiry. */
export function renewalOf(
  expiresIn: number | null,
  now: Date,
): { access_expires_at: Date | null; renew_at: Date | null } {
  if (expiresIn === null) return { access_expires_at: null, renew_at: null };
  const lifetimeMs = Math.max(0, expiresIn) * 1000;
  const end = now.getTime() + lifetimeMs;
  const early = Math.min(renewEarlyMs, lifetimeMs / 2);
  return { access_expires_at: new Date(end), renew_at: new Date(end - early) };
}

/**
 * The next step with a connection's token: `use` it, `renew` it first, `pause` during the provider's backoff after
 * failures, or have the user connect again (`reconnect`). A token that stays valid for a while is used during a pause.
 */
export function evaluateToken(
  row: TokenState & Pick<ConnectionRow, "renewAt" | "refreshRetryAt">,
  now: Date,
): "use" | "renew" | "pause" | "reconnect" {
  if (row.status !== "connected") return "reconnect";
  if (row.renewAt === null || now < row.renewAt) return "use";
  if (row.refreshTokenSealed === null) return isGoodFor(row, now, 0) ? "use" : "reconnect";
  if (row.refreshRetryAt === null || row.refreshRetryAt <= now) return "renew";
  return isGoodFor(row, now, usableMs) ? "use" : "pause";
}

const firstPauseMs = 2_000;
const longestPauseMs = 5 * 60 * 1000;

/** Backoff after this number of failures in a row: 2 s, doubled each time, at most 5 minutes. */
export function pauseAfter(failures: number): number {
  return Math.min(firstPauseMs * 2 ** Math.max(0, failures - 1), longestPauseMs);
}
