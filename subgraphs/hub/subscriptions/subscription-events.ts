import { isUnstarted, meaningOf } from "./subscription-states.ts";
import type { StoredSubscription } from "./subscription.ts";

export type SubscriptionEventName =
  | "activated"
  | "updated"
  | "paused"
  | "resumed"
  | "cancel_scheduled"
  | "reactivated"
  | "past_due"
  | "recovered"
  | "canceled";

/** The fields of a stored subscription that events may contain. */
export type ComparedSubscription = Omit<StoredSubscription, "updatedAt" | "lastEventAt" | "revision">;

/**
 * Events for the change of a subscription from `before` (null: unknown) to `after`. Several changes may have happened
 * at once; `updated` covers changes without an event of their own. No change: no events.
 */
export function eventsOf(
  before: ComparedSubscription | null,
  after: ComparedSubscription,
): SubscriptionEventName[] {
  if (before === null || isUnstarted(before.understoodStatus)) return firstEvents(after);
  if (after.status === "canceled") return before.status === "canceled" ? [] : ["canceled"];
  if (before.status === "canceled") return ["reactivated"];
  const happened: [SubscriptionEventName, boolean][] = [
    ["past_due", before.status !== "past_due" && after.status === "past_due"],
    ["recovered", before.status === "past_due" && after.status !== "past_due"],
    ["paused", before.pause === null && after.pause !== null],
    ["resumed", before.pause !== null && after.pause === null],
    ["cancel_scheduled", !isEnding(before) && isEnding(after)],
    ["reactivated", isEnding(before) && !isEnding(after)],
  ];
  const names = happened.filter(([, has]) => has).map(([name]) => name);
  const isOther = names.length === 0 && changedFields(before, after).length > 0;
  const isNewPlan = before.priceId !== after.priceId || before.planId !== after.planId;
  return isOther || isNewPlan ? [...names, "updated"] : names;
}

function firstEvents(after: ComparedSubscription): SubscriptionEventName[] {
  const hasStarted = (meaningOf(after.understoodStatus)?.access ?? "none") !== "none";
  if (!hasStarted) return [];
  return after.status === "past_due" ? ["activated", "past_due"] : ["activated"];
}

function isEnding({ cancelAtPeriodEnd, cancelAt }: ComparedSubscription): boolean {
  return cancelAtPeriodEnd || cancelAt !== null;
}

const comparedFields = [
  "planId",
  "status",
  "interval",
  "priceId",
  "currency",
  "currentPeriodStart",
  "currentPeriodEnd",
  "cancelAtPeriodEnd",
  "cancelAt",
  "canceledAt",
  "endedAt",
  "pause",
  "entitled",
  "processorStatus",
] as const satisfies readonly (keyof ComparedSubscription)[];

export type ComparedField = (typeof comparedFields)[number];

/** Names of what differs between two states of one subscription. */
export function changedFields(before: ComparedSubscription, after: ComparedSubscription): ComparedField[] {
  return comparedFields.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
}
