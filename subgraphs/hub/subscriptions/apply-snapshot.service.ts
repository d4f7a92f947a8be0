import type { EntityManager } from "@mikro-orm/postgresql";
import { writeOwnEntry } from "../../../src/access/audit-entry.ts";
import { executeSql } from "../../../src/db/sql.ts";
import { newId } from "../../../src/ids.ts";
import type { HubContext } from "../hub.context.ts";
import type { ProcessorSubscription } from "../processor/processor.port.ts";
import { changedFields } from "./subscription-events.ts";
import { asOf, isUnstarted, meaningOf } from "./subscription-states.ts";
import { lockByProcessorId, selectSubscriptions } from "./subscription.rows.ts";
import { fromSnapshot, type StoredSubscription, type SubscriptionIdentity } from "./subscription.ts";
import { writeSubscription } from "./write-subscription.service.ts";

/** A subscription as read from the processor. */
export interface SubscriptionReading {
  snapshot: ProcessorSubscription;
  /** The plan of its price; null when unknown. */
  planId: string | null;
  /** Revision of our row before the reading; null when there was none. */
  baseRevision: number | null;
  /** True for the response to a change of ours: it is not older than any concurrent reading. */
  isReply?: boolean;
}

/**
 * Outcome of a snapshot. `stale`: another writer was first, and this may be older, so it must be read again.
 * `contested`: written, but to be read again. `duplicate`: the owner has another one in this app; this one will be
 * ended at the processor. `unknown`: its owner is not known. `unstarted`: not paid for yet.
 */
export type ApplyOutcome =
  | "applied"
  | "contested"
  | "unchanged"
  | "stale"
  | "duplicate"
  | "unknown"
  | "unstarted";

export interface Applied {
  outcome: ApplyOutcome;
  subscription: StoredSubscription | null;
}

/**
 * Applies a snapshot of the processor to our row and its entitlement, and emits the changes as events, in the open
 * transaction and under the row's lock. Idempotent, and any order of snapshots ends in the newest. This is the only
 * place that applies the processor's data of subscriptions.
 */
export async function applySnapshot(
  ctx: HubContext,
  em: EntityManager,
  reading: SubscriptionReading,
  eventAt: Date | null = null,
): Promise<Applied> {
  if (meaningOf(reading.snapshot.processorStatus) === null) alertUnknownStatus(ctx, reading.snapshot);
  const row = await lockByProcessorId(em, reading.snapshot.id);
  return row ? change(ctx, em, row, reading, eventAt) : adopt(ctx, em, reading, eventAt);
}

async function change(
  ctx: HubContext,
  em: EntityManager,
  before: StoredSubscription,
  reading: SubscriptionReading,
  eventAt: Date | null,
): Promise<Applied> {
  const now = ctx.clock.now();
  const planId = reading.planId ?? before.planId;
  const shown = fromSnapshot(reading.snapshot, before, { planId, now })!;
  const after = asOf({ ...before, ...shown }, now);
  const isSame = changedFields(before, after).length === 0;
  const isContested = before.revision !== reading.baseRevision;
  if (!isSame && isContested && !reading.isReply) return { outcome: "stale", subscription: before };
  const isRevived = before.status === "canceled" && after.status !== "canceled";
  if (isRevived && (await otherLive(em, after)))
    return refuseDuplicate(ctx, em, after, { isRefunded: false });
  const subscription = await writeSubscription(ctx, em, before, {
    ...after,
    lastEventAt: later(before, eventAt),
  });
  if (isSame && before.entitled === subscription.entitled) return { outcome: "unchanged", subscription };
  return { outcome: isContested ? "contested" : "applied", subscription };
}

/** A row for a subscription that is not known here, from the metadata that we gave it. */
async function adopt(
  ctx: HubContext,
  em: EntityManager,
  reading: SubscriptionReading,
  eventAt: Date | null,
): Promise<Applied> {
  const { snapshot, planId } = reading;
  if (isUnstarted(snapshot.processorStatus)) return { outcome: "unstarted", subscription: null };
  const identity = await findIdentity(em, snapshot);
  if (identity === null || planId === null) return { outcome: "unknown", subscription: null };
  const now = ctx.clock.now();
  const shown = fromSnapshot(snapshot, identity, { planId, now });
  if (shown === null) return { outcome: "unknown", subscription: null };
  const fresh = asOf({ ...shown, entitled: false, revision: 0, lastEventAt: eventAt }, now);
  const rival = fresh.status === "canceled" ? null : await otherLive(em, fresh);
  if (rival && asOf(rival, now).status === "canceled")
    await writeSubscription(ctx, em, rival, asOf(rival, now));
  else if (rival) return refuseDuplicate(ctx, em, fresh, { isRefunded: true });
  const written = await writeSubscription(ctx, em, null, fresh);
  if (written.revision > 0) return { outcome: "applied", subscription: written };
  // Another transaction was first: with this very subscription, or with another one of the same owner and app.
  const row = await lockByProcessorId(em, snapshot.id);
  return row ? change(ctx, em, row, reading, eventAt) : refuseDuplicate(ctx, em, fresh, { isRefunded: true });
}

/** The owner and app, if both exist. */
async function findIdentity(
  em: EntityManager,
  { metadata }: ProcessorSubscription,
): Promise<SubscriptionIdentity | null> {
  const { userId = null, appId = null } = metadata;
  const [row] = await executeSql<{ ownerId: string; appId: string }>(
    em,
    `SELECT u.id AS "ownerId", a.app_id AS "appId" FROM accounts u, apps a WHERE u.id = $1 AND a.app_id = $2`,
    [userId, appId],
  );
  return row ? { id: newId("sub"), ...row } : null;
}

async function otherLive(
  em: EntityManager,
  { ownerId, appId, processorSubscriptionId }: StoredSubscription,
): Promise<StoredSubscription | null> {
  const where = `owner_id = $1 AND app_id = $2 AND status <> 'canceled' AND processor_subscription_id <> $3 FOR UPDATE`;
  return (await selectSubscriptions(em, where, [ownerId, appId, processorSubscriptionId]))[0] ?? null;
}

/**
 * Of two subscriptions of one owner in one app the first one stays. The other gives no access; a job ends it at the
 * processor, and refunds it. One that was in use before and is revived keeps its payments, which need a manual
 * decision.
 */
async function refuseDuplicate(
  ctx: HubContext,
  em: EntityManager,
  { ownerId, appId, processorSubscriptionId, priceId }: StoredSubscription,
  { isRefunded }: { isRefunded: boolean },
): Promise<Applied> {
  const asked = await executeSql(
    em,
    `INSERT INTO subscription_endings (processor_subscription_id, owner_id, app_id, reason, asked_at, is_refunded)
     VALUES ($1, $2, $3, 'duplicate', $4, $5) ON CONFLICT DO NOTHING RETURNING 1`,
    [processorSubscriptionId, ownerId, appId, ctx.clock.now(), isRefunded],
  );
  if (asked.length > 0) {
    const facts = { alert: "duplicate_subscription", appId, processorSubscriptionId, isRefunded };
    ctx.log.error(facts, "A second subscription of one account and app is refused, and will be ended");
    await writeOwnEntry(em, ctx, {
      id: newId("aud"),
      action: "subscription.duplicate_refused",
      appId,
      targetType: "PlanSubscription",
      targetId: null,
      outcome: "error",
      code: "SUBSCRIPTION_EXISTS",
      changes: { ownerId, processorSubscriptionId, priceId },
    });
  }
  return { outcome: "duplicate", subscription: null };
}

function alertUnknownStatus(ctx: HubContext, { id, processorStatus }: ProcessorSubscription): void {
  const facts = { alert: "processor_status", processorSubscriptionId: id, processorStatus };
  ctx.log.error(facts, "The processor shows a status of a subscription that is not known here");
}

function later({ lastEventAt }: StoredSubscription, eventAt: Date | null): Date | null {
  if (eventAt === null || (lastEventAt !== null && lastEventAt >= eventAt)) return lastEventAt;
  return eventAt;
}
