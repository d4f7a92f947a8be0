import type { ProcessorSubscription } from "../processor/processor.port.ts";
import { meaningOf, type SubscriptionPause, type SubscriptionState } from "./subscription-states.ts";

/** A subscription as it is stored. */
export interface StoredSubscription extends SubscriptionState {
  id: string;
  ownerId: string;
  appId: string;
  planId: string;
  priceId: string;
  currency: string;
  interval: "monthly" | "yearly";
  processorSubscriptionId: string;
  processorCustomerId: string;
  /** The processor's own word, known here or not. */
  processorStatus: string;
  canceledAt: Date | null;
  /** Whether it gave access when it was last written. */
  entitled: boolean;
  createdAt: Date;
  updatedAt: Date;
  lastEventAt: Date | null;
  /** Increases with every write, so that an older reading is not applied after it. */
  revision: number;
}

/** The owner and app of a subscription, with which a row is created. */
export type SubscriptionIdentity = Pick<StoredSubscription, "id" | "ownerId" | "appId">;

/**
 * The stored form of the processor's data. An unknown status keeps the previous one; null when there is none to keep.
 * `planId` is the plan of its price.
 */
export function fromSnapshot(
  snapshot: ProcessorSubscription,
  base: StoredSubscription | SubscriptionIdentity,
  { planId, now }: { planId: string; now: Date },
): Omit<StoredSubscription, "entitled" | "revision" | "lastEventAt"> | null {
  const previous = "status" in base ? base : null;
  const meaning = meaningOf(snapshot.processorStatus);
  const status = meaning?.status ?? previous?.status;
  if (status === undefined) return null;
  return {
    id: base.id,
    ownerId: base.ownerId,
    appId: base.appId,
    planId,
    priceId: snapshot.priceId,
    currency: snapshot.currency,
    interval: snapshot.interval === "year" ? "yearly" : "monthly",
    processorSubscriptionId: snapshot.id,
    processorCustomerId: snapshot.customerId,
    processorStatus: snapshot.processorStatus,
    understoodStatus: meaning ? snapshot.processorStatus : previous!.understoodStatus,
    status,
    currentPeriodStart: snapshot.currentPeriodStart,
    currentPeriodEnd: snapshot.currentPeriodEnd,
    cancelAtPeriodEnd: snapshot.cancelAtPeriodEnd,
    cancelAt: snapshot.cancelAt ?? (snapshot.cancelAtPeriodEnd ? snapshot.currentPeriodEnd : null),
    canceledAt: snapshot.canceledAt,
    endedAt: status === "canceled" ? endOf(snapshot, previous, now) : null,
    pause: status === "canceled" ? null : pauseOf(snapshot, previous, now),
    createdAt: snapshot.createdAt,
    updatedAt: now,
  };
}

/** The processor does not say since when it is paused: that is when we first saw it. */
function pauseOf(
  { pause, processorStatus }: ProcessorSubscription,
  previous: StoredSubscription | null,
  now: Date,
): SubscriptionPause | null {
  if (pause === null && processorStatus !== "paused") return null;
  const { behavior, resumesAt } = pause ?? { behavior: "void", resumesAt: null };
  return { pausedAt: previous?.pause?.pausedAt ?? now, resumesAt, behavior };
}

function endOf(
  { endedAt, canceledAt }: ProcessorSubscription,
  previous: StoredSubscription | null,
  now: Date,
): Date {
  return endedAt ?? previous?.endedAt ?? canceledAt ?? now;
}
