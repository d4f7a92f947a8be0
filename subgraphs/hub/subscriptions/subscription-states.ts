/** States of a subscription: mapping of the processor's, and changes by time alone. Pure. */

export const subscriptionStatuses = ["active", "trialing", "past_due", "canceled"] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

export interface SubscriptionPause {
  pausedAt: Date;
  /** Null: until it is resumed by hand. */
  resumesAt: Date | null;
  /** What happens to invoices during the pause. */
  behavior: string;
}

/** The fields that decide about access. */
export interface SubscriptionState {
  status: SubscriptionStatus;
  /** The last word of the processor whose meaning is known. */
  understoodStatus: string;
  currentPeriodStart: Date;
  currentPeriodEnd: Date;
  cancelAtPeriodEnd: boolean;
  /** When it ends, once that is set. */
  cancelAt: Date | null;
  endedAt: Date | null;
  pause: SubscriptionPause | null;
}

/** Access settings of the platform's operator. */
export interface AccessPolicy {
  pauseKeepsAccess: boolean;
}

/** From when until when there is access; null is without bound. `until` itself is outside. */
export interface AccessWindow {
  from: Date | null;
  until: Date | null;
}

/** Days that a subscription with an unpaid invoice keeps its access, from the start of the unpaid period. */
const graceDays = 7;
const dayMs = 24 * 60 * 60 * 1000;

interface Meaning {
  status: SubscriptionStatus;
  access: "full" | "grace" | "none";
}

const meanings = new Map<string, Meaning>(
  Object.entries({
    active: { status: "active", access: "full" },
    trialing: { status: "trialing", access: "full" },
    past_due: { status: "past_due", access: "grace" },
    incomplete: { status: "past_due", access: "none" },
    unpaid: { status: "past_due", access: "none" },
    incomplete_expired: { status: "canceled", access: "none" },
    canceled: { status: "canceled", access: "none" },
    paused: { status: "active", access: "none" },
  }),
);

/** Our word for the processor's; null for a word that is not known here, which must change nothing. */
export function meaningOf(processorStatus: string): Meaning | null {
  return meanings.get(processorStatus) ?? null;
}

/** True while its first invoice has not been paid: there is nothing yet that could be used, changed or ended. */
export function isUnstarted(processorStatus: string): boolean {
  return processorStatus === "incomplete" || processorStatus === "incomplete_expired";
}

/** The state with what time has done since: a set end has come, or a pause is over. */
export function asOf<State extends SubscriptionState>(state: State, now: Date): State {
  if (state.status === "canceled") return state;
  if (state.cancelAt !== null && state.cancelAt <= now) {
    return { ...state, status: "canceled", endedAt: state.cancelAt, pause: null };
  }
  const resumesAt = state.pause?.resumesAt ?? null;
  return resumesAt !== null && resumesAt <= now ? { ...state, pause: null } : state;
}

/** When the subscription gives access to its plan, as far as is known today; null: not at all. */
export function accessWindow(state: SubscriptionState, policy: AccessPolicy): AccessWindow | null {
  const access = meaningOf(state.understoodStatus)?.access ?? "none";
  if (state.status === "canceled" || access === "none") return null;
  const isHeld = state.understoodStatus === "active" && state.pause !== null && !policy.pauseKeepsAccess;
  const from = isHeld ? state.pause!.resumesAt : null;
  if (isHeld && from === null) return null;
  const graceEnd =
    access === "grace" ? new Date(state.currentPeriodStart.getTime() + graceDays * dayMs) : null;
  return { from, until: earliest([state.cancelAt, graceEnd]) };
}

/** Whether there is access at this moment. */
export function isOpen(window: AccessWindow | null, now: Date): boolean {
  if (window === null) return false;
  const { from, until } = window;
  return (from === null || from <= now) && (until === null || now < until);
}

/** The next moment at which time alone changes the subscription or its access; null when none is set. */
export function nextChangeAt(state: SubscriptionState, policy: AccessPolicy, now: Date): Date | null {
  if (state.status === "canceled") return null;
  const window = accessWindow(state, policy);
  const moments = [
    state.cancelAt,
    state.pause?.resumesAt ?? null,
    window?.from ?? null,
    window?.until ?? null,
  ];
  return earliest(moments.filter((moment) => moment !== null && moment > now));
}

function earliest(moments: readonly (Date | null)[]): Date | null {
  const set = moments.filter((moment) => moment !== null);
  return set.length === 0 ? null : new Date(Math.min(...set.map((moment) => moment.getTime())));
}
