import type { EntityManager } from "@mikro-orm/postgresql";
import { tierRefusal } from "../../../../src/access/rules.ts";
import { copyContext } from "../../../../src/context.ts";
import { onceOutside } from "../../../../src/db/outside-effect.ts";
import { asSystem } from "../../../../src/db/transaction.ts";
import { DomainError } from "../../../../src/errors.ts";
import { newId } from "../../../../src/ids.ts";
import type { HubContext } from "../../hub.context.ts";
import { bankTierOf, exceedsCap, tierFor } from "../connections/account-cap.ts";
import { countAccounts } from "../connections/account.rows.ts";
import { applyRun } from "./apply-run.service.ts";
import type { SyncBankConnectionInput } from "../banking-inputs.types.ts";
import type { BankSyncResult } from "../banking.types.ts";
import {
  appNotEnabled,
  isBusy,
  isDisconnected,
  needsReauth,
  publicFault,
  syncedLately,
} from "../banking.errors.ts";
import { lockOwnConnection, readConnection, requireApp } from "../connections/connection-access.service.ts";
import { recordFault } from "../connections/connection-state.service.ts";
import {
  lockConnection,
  tokenPlace,
  updateConnection,
  type ConnectionRow,
} from "../connections/connection.rows.ts";
import { takeLock, type HeldLock } from "../connections/session-locks.service.ts";
import { fetchRun, type FetchedRun } from "./sync-pages.service.ts";

const intervalMs = 6 * 60 * 60 * 1000;
const backOffMs = 5 * 60 * 1000;
/** How long a request waits for a sync that a webhook started. */
const waitMs = 30_000;

/** Name of the lock that one sync of a connection holds, in all processes. */
export function syncLock(connectionId: string): string {
  return `bank-sync ${connectionId}`;
}

/**
 * Imports what is new on a connection, once per 6 hours: the slot is claimed before the provider is called, so of two
 * concurrent requests one runs. A failed sync releases the slot after 5 minutes; the slot of a dead process is free at
 * once. `forceSync` is for administrators and claims no slot. Throws CONNECTION_NOT_FOUND, FORBIDDEN for an app that
 * the connection is not enabled for or a plan that has become too small, 409 for a connection that needs a new login or
 * has ended, 429 with `resetAt`, and BANK_PROVIDER_ERROR.
 */
export async function syncBankConnection(
  ctx: HubContext,
  input: SyncBankConnectionInput,
): Promise<BankSyncResult> {
  const { connectionId, appId, forceSync, daysBack } = input;
  if (forceSync && !ctx.principal.isAdmin)
    throw new DomainError("FORBIDDEN", "Only administrators can use forceSync. Remove it.", {
      reason: "admin_required",
    });
  await requireApp(ctx, appId);
  let lock: HeldLock | null = null;
  const take = async (): Promise<void> => {
    lock ??= await lockSync(ctx, connectionId, forceSync);
  };
  try {
    return await onceOutside(
      ctx,
      { operation: "syncBankConnection", input },
      {
        prepare: take,
        record: (em) => claimSync(ctx, em, input),
        act: async ({ claim }) => {
          await take();
          return fetchClaimed(ctx, connectionId, claim);
        },
        settle: (em, { claim }, run) => settleSync(em, run, { claim, daysBack, now: ctx.clock.now() }),
      },
    );
  } finally {
    await (lock as HeldLock | null)?.release();
  }
}

/** The connection's lock. While another sync has it: 429 where that one has taken the 6 hours, else waits for it. */
async function lockSync(ctx: HubContext, connectionId: string, forceSync: boolean): Promise<HeldLock> {
  const { nextSyncAllowedAt } = await readConnection(copyContext(ctx, { appId: null }), connectionId);
  const name = syncLock(connectionId);
  const free = await takeLock(ctx.em, name);
  if (free) return free;
  const now = ctx.clock.now();
  if (!forceSync && nextSyncAllowedAt > now) throw syncedLately(nextSyncAllowedAt, now);
  const waited = await takeLock(ctx.em, name, { waitMs });
  if (!waited) throw isBusy();
  return waited;
}

/**
 * Checks the request and claims the next 6 hours, under the connection's lock: an existing claim belongs to a dead
 * process and is ignored.
 */
async function claimSync(
  ctx: HubContext,
  em: EntityManager,
  { connectionId, appId, forceSync }: SyncBankConnectionInput,
): Promise<{ claim: string | null }> {
  const row = await lockOwnConnection(ctx, em, connectionId);
  if (row.status === "disconnected") throw isDisconnected();
  if (!row.apps.some((app) => app.appId === appId && app.enabled)) throw appNotEnabled(appId);
  await requireRoom(ctx, em, appId);
  if (row.status === "needs_reauth") throw needsReauth(row.status);
  if (forceSync) return { claim: null };
  const now = ctx.clock.now();
  if (row.nextSyncAllowedAt > now && row.syncClaim === null) throw syncedLately(row.nextSyncAllowedAt, now);
  const claim = newId("run");
  const until = new Date(now.getTime() + intervalMs);
  await updateConnection(em, connectionId, { next_sync_allowed_at: until, sync_claim: claim });
  return { claim };
}

/** A plan that has become too small for its connections imports nothing new. */
async function requireRoom(ctx: HubContext, em: EntityManager, appId: string): Promise<void> {
  const usage = await countAccounts(em, ctx.principal.ownerId ?? "");
  if (!exceedsCap(bankTierOf(ctx.principal, appId), usage)) return;
  const message =
    "More bank accounts are connected than the plan allows. Upgrade the plan or disconnect a bank.";
  throw tierRefusal(ctx, tierFor(usage), message);
}

async function fetchClaimed(
  ctx: HubContext,
  connectionId: string,
  claim: string | null,
): Promise<FetchedRun> {
  try {
    return await fetchConnection(ctx, connectionId);
  } catch (thrown) {
    await releaseClaim(ctx, connectionId, claim);
    throw publicFault(thrown);
  }
}

/** Fetches with the connection's stored cursor, and records what a fault says about it. The caller holds its lock. */
async function fetchConnection(ctx: HubContext, connectionId: string): Promise<FetchedRun> {
  const row = await asSystem(ctx.em, (em) => lockConnection(em, connectionId));
  if (!row || row.status === "disconnected") throw isDisconnected();
  try {
    return await fetchRun(ctx, {
      connectionId,
      ownerId: row.ownerId,
      accessToken: openToken(ctx, row),
      cursor: row.syncCursor,
      signal: ctx.signal,
    });
  } catch (thrown) {
    throw await recordFault(ctx, row, thrown);
  }
}

export function openToken(
  { ports }: HubContext,
  { id, accessTokenSealed }: Pick<ConnectionRow, "id" | "accessTokenSealed">,
): string {
  if (accessTokenSealed === null) throw isDisconnected();
  return ports.keyRing.open(accessTokenSealed, tokenPlace(id));
}

async function releaseClaim(ctx: HubContext, connectionId: string, claim: string | null): Promise<void> {
  if (claim === null) return;
  await asSystem(ctx.em, async (em) => {
    const row = await lockConnection(em, connectionId);
    const until = new Date(ctx.clock.now().getTime() + backOffMs);
    if (row?.syncClaim === claim)
      await updateConnection(em, connectionId, { next_sync_allowed_at: until, sync_claim: null });
  });
}

async function settleSync(
  em: EntityManager,
  run: FetchedRun,
  { claim, daysBack, now }: { claim: string | null; daysBack: number; now: Date },
): Promise<BankSyncResult> {
  const { connection, ...counts } = await applyRun(em, run, { now, daysBack });
  const { id: connectionId, nextSyncAllowedAt, syncClaim } = connection;
  if (claim !== null && syncClaim === claim) await updateConnection(em, connectionId, { sync_claim: null });
  return { connectionId, ...counts, lastSyncedAt: now, nextSyncAllowedAt };
}

/**
 * The sync that a webhook requests: without the 6 hours, and only when the login works. Throws BankProviderFault or 409
 * when it must be retried.
 */
export async function syncForProvider(ctx: HubContext, connectionId: string): Promise<void> {
  const lock = await takeLock(ctx.em, syncLock(connectionId), { waitMs });
  if (!lock) throw isBusy();
  try {
    const row = await asSystem(ctx.em, (em) => lockConnection(em, connectionId));
    if (!row || (row.status !== "active" && row.status !== "error")) return;
    const run = await fetchConnection(ctx, connectionId);
    await asSystem(ctx.em, (em) => applyRun(em, run, { now: ctx.clock.now(), daysBack: 730 }));
  } finally {
    await lock.release();
  }
}
