import { setTimeout as wait } from "node:timers/promises";
import { asSystem } from "../../../src/db/transaction.ts";
import type { HubContext } from "../hub.context.ts";
import { findOwnConnection } from "./connection-access.service.ts";
import { isGoodFor, evaluateToken, shownStatus, usableMs } from "./connection-state.ts";
import { openToken } from "./connection-tokens.ts";
import {
  lockConnection,
  selectConnections,
  updateConnection,
  type ConnectionRow,
} from "./connection.rows.ts";
import { connectionNotFound, needsReauth, providerUnavailable } from "./oauth.errors.ts";
import { claimRefresh } from "./refresh-lease.service.ts";
import { refreshClaimed } from "./refresh.service.ts";

/** A token for calls to a provider. Never to be shown, logged or stored. */
export interface UsableToken {
  accessToken: string;
  /** Null where its end is not known. */
  expiresAt: Date | null;
  scopes: readonly string[];
  /** Name of the service that it is for. */
  provider: string;
  /** Which of the connection's tokens it is, for `rejectToken`. */
  version: number;
}

/** How long a call waits for another one that is asking for new tokens: longer than a dead one holds the claim. */
const waitMs = 25_000;
const pollMs = 50;

/**
 * A valid token of one of the account's connections, renewed 5 minutes before it expires. Single-flight across
 * processes: one request refreshes the token; the others use the current one while it is valid, or wait for the new
 * one. Throws CONNECTION_NOT_FOUND, 409 CONNECTION_NEEDS_REAUTH when the user must connect again, and 502
 * UPSTREAM_FAILED when no new token is available. Must be called outside of transactions.
 */
export async function accessToken(ctx: HubContext, connectionId: string): Promise<UsableToken> {
  const deadline = performance.now() + waitMs;
  for (let renewals = 0; ;) {
    const row = await findOwnConnection(ctx, connectionId);
    if (!row) throw connectionNotFound();
    const now = ctx.clock.now();
    const verdict = evaluateToken(row, now);
    if (verdict === "reconnect") throw needsReauth(shownStatus(row, now));
    if (verdict === "use" || (renewals > 0 && isGoodFor(row, now, 0))) return usable(ctx, row);
    if (verdict === "pause" || renewals > 1) throw providerUnavailable(row.errorCode !== "provider_refused");
    const claim = await claimRefresh(ctx, connectionId);
    if (claim) {
      renewals++;
      await refreshClaimed(ctx, claim);
      continue;
    }
    if (isGoodFor(row, now, usableMs)) return usable(ctx, row);
    if (performance.now() > deadline) throw providerUnavailable();
    await wait(pollMs);
  }
}

function usable({ ports }: HubContext, row: ConnectionRow): UsableToken {
  const token = openToken(ports.keyRing, row, "access_token")!;
  return {
    accessToken: token,
    expiresAt: row.accessExpiresAt,
    scopes: row.scopes,
    provider: row.provider,
    version: row.tokenVersion,
  };
}

/**
 * Notes that the service refused a token before its time, so that the next use renews it. A token that was renewed since
 * stays. Without a refresh token the person must connect again.
 */
export async function rejectToken(ctx: HubContext, connectionId: string, version: number): Promise<void> {
  const now = ctx.clock.now();
  const rejected = { access_expires_at: now, renew_at: now, updated_at: now };
  await asSystem(ctx.em, async (em) => {
    const row = await lockConnection(em, connectionId);
    if (row?.status === "connected" && row.tokenVersion === version)
      await updateConnection(em, connectionId, rejected);
  });
}

const batchSize = 500;
const atOnce = 5;

/**
 * Renews tokens of all accounts that are about to expire, so that requests need not wait; returns how many were due.
 */
export async function renewDueTokens(ctx: HubContext): Promise<number> {
  const due = await asSystem(ctx.em, (em) =>
    selectConnections(
      em,
      `c.status = 'connected' AND c.refresh_token_sealed IS NOT NULL AND c.renew_at <= $1
         AND (c.refresh_retry_at IS NULL OR c.refresh_retry_at <= $1) ORDER BY c.renew_at LIMIT ${batchSize}`,
      [ctx.clock.now()],
    ),
  );
  const queue = due.filter(({ provider }) => ctx.ports.oauth.has(provider)).values();
  await Promise.all(Array.from({ length: atOnce }, () => renewEach(ctx, queue)));
  return due.length;
}

async function renewEach(ctx: HubContext, queue: Iterable<ConnectionRow>): Promise<void> {
  for (const { id } of queue) {
    try {
      const claim = await claimRefresh(ctx, id);
      if (claim) await refreshClaimed(ctx, claim);
    } catch (err) {
      ctx.log.error({ err, connectionId: id }, "An access token could not be refreshed");
    }
  }
}
