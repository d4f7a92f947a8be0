/**
 * Decides when auto-reload buys credits. Pure: no database, no clock. Credits are integer hundredths, money is cents.
 */

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Back-off after failed charges in a row: the first, the second, and all later ones. */
const backOffsMs = [hourMs, 6 * hourMs, 24 * hourMs] as const;

/** Burst guard: maximum reloads per window, then a cooling period. */
export const burst = { limit: 3, windowMs: 10 * minuteMs, coolingMs: 10 * minuteMs } as const;

/** Failures in a row that suspend the rule. */
export const maxFailuresInRow = 3;

/** Number of `do_not_honor` declines that count as a hard decline. */
const maxDoNotHonor = 2;

export const skipReasons = [
  "cap_reached",
  "no_payment_method",
  "package_unavailable",
  "backing_off",
  "suspended",
  "burst_guard",
] as const;
export type SkipReason = (typeof skipReasons)[number];

/** Reason for a suspended rule. */
export type SuspensionReason = "hard_decline" | "repeated_failures" | "no_payment_method";

/** State of a rule from earlier attempts. */
export interface RuleState {
  suspendedReason: SuspensionReason | null;
  consecutiveFailures: number;
  doNotHonorFailures: number;
  /** Earliest time of the next attempt. */
  nextAttemptAt: Date | null;
  coolingUntil: Date | null;
}

/** State after the rule or its payment method was saved. */
export const initialState: RuleState = {
  suspendedReason: null,
  consecutiveFailures: 0,
  doNotHonorFailures: 0,
  nextAttemptAt: null,
  coolingUntil: null,
};

/** Inputs of the decision about one rule. */
export interface ReloadSituation {
  now: Date;
  enabled: boolean;
  threshold: number;
  /** Available credits. */
  available: number;
  /** Credits of pending reloads of this credit account. */
  pendingCredits: number;
  /** Whether this rule has a pending reload. */
  isPending: boolean;
  state: RuleState;
  /** Start times of the rule's latest reloads, without skipped ones. */
  recentStarts: readonly Date[];
  /** Null when the package is not on sale. */
  packagePriceCents: number | null;
  month: MonthSpending;
  /** Whether there is a default payment method. */
  hasMethod: boolean;
}

export type ReloadDecision =
  | { kind: "idle" }
  | { kind: "skip"; reason: SkipReason; state: RuleState }
  | { kind: "fire" };

/**
 * Decides whether to reload. Fires strictly below the threshold, counting the credits of pending reloads, so that one
 * shortage buys one package. Idle while a charge is pending. A skip carries the reason why nothing is bought although
 * credits are low, and the new state.
 */
export function decideReload(situation: ReloadSituation): ReloadDecision {
  const { available, pendingCredits, threshold, state } = situation;
  if (!situation.enabled || available + pendingCredits >= threshold || situation.isPending)
    return { kind: "idle" };
  const reason = findSkipReason(situation);
  return reason
    ? { kind: "skip", reason, state: stateAfterSkip(reason, state, situation.now) }
    : { kind: "fire" };
}

function findSkipReason(situation: ReloadSituation): SkipReason | null {
  const { now, state, packagePriceCents, month } = situation;
  if (state.suspendedReason === "no_payment_method") return "no_payment_method";
  if (state.suspendedReason) return "suspended";
  if (isAfter(state.nextAttemptAt, now)) return "backing_off";
  if (isAfter(state.coolingUntil, now) || isBurst(situation.recentStarts, now)) return "burst_guard";
  if (packagePriceCents === null) return "package_unavailable";
  if (!fitsCap(month, packagePriceCents)) return "cap_reached";
  return situation.hasMethod ? null : "no_payment_method";
}

function stateAfterSkip(reason: SkipReason, state: RuleState, now: Date): RuleState {
  if (reason === "no_payment_method") return { ...state, suspendedReason: "no_payment_method" };
  if (reason !== "burst_guard" || isAfter(state.coolingUntil, now)) return state;
  return { ...state, coolingUntil: new Date(now.getTime() + burst.coolingMs) };
}

/** True when the burst limit is reached within the window. */
export function isBurst(starts: readonly Date[], now: Date): boolean {
  const since = now.getTime() - burst.windowMs;
  return starts.filter((start) => start.getTime() > since).length >= burst.limit;
}

/** A declined charge. */
export interface ReloadFailure {
  declineCode: string | null;
  /** Not retryable: the card is lost, stolen or expired. */
  isHard: boolean;
}

/** State after a declined charge: backs off or suspends. */
export function stateAfterFailure(state: RuleState, failure: ReloadFailure, now: Date): RuleState {
  const consecutiveFailures = state.consecutiveFailures + 1;
  const doNotHonorFailures = state.doNotHonorFailures + (failure.declineCode === "do_not_honor" ? 1 : 0);
  const isHard = failure.isHard || doNotHonorFailures >= maxDoNotHonor;
  const isTooOften = consecutiveFailures >= maxFailuresInRow;
  return {
    ...state,
    consecutiveFailures,
    doNotHonorFailures,
    suspendedReason: isHard ? "hard_decline" : isTooOften ? "repeated_failures" : null,
    nextAttemptAt: new Date(now.getTime() + backOffMs(consecutiveFailures)),
  };
}

/** State after a successful charge or a manual purchase: clears failures and back-off. */
export function stateAfterPayment(state: RuleState): RuleState {
  if (state.suspendedReason) return state;
  return { ...initialState, coolingUntil: state.coolingUntil };
}

/** Back-off in milliseconds after a number of failures in a row. */
export function backOffMs(failures: number): number {
  return backOffsMs[Math.min(failures, backOffsMs.length) - 1] ?? 0;
}

/** Spending of a month against its cap, in cents. */
export interface MonthSpending {
  reservedCents: number;
  settledCents: number;
  capCents: number;
}

/** True when one more package stays within the cap. */
export function fitsCap(month: MonthSpending, priceCents: number): boolean {
  return spentCents(month) + priceCents <= month.capCents;
}

/** Settled and reserved cents. */
export function spentCents(month: Pick<MonthSpending, "reservedCents" | "settledCents">): number {
  return month.reservedCents + month.settledCents;
}

/** Cap of a month after the rule's cap changed. Never below the amount spent, which blocks further reloads. */
export function capOfMonth(
  month: Pick<MonthSpending, "reservedCents" | "settledCents">,
  ruleCapCents: number,
): number {
  return Math.max(ruleCapCents, spentCents(month));
}

/** Percentages of the cap that send a notification. */
const capThresholds = [80, 90, 100] as const;

/** Highest threshold reached by this spending; 0 below the first. */
export function reachedThreshold(settledCents: number, capCents: number): number {
  return capThresholds.findLast((percent) => capCents > 0 && settledCents * 100 >= capCents * percent) ?? 0;
}

/** Thresholds reached but not yet notified, lowest first. */
export function newThresholds(toldPercent: number, settledCents: number, capCents: number): number[] {
  const reached = reachedThreshold(settledCents, capCents);
  return capThresholds.filter((percent) => percent > toldPercent && percent <= reached);
}

/** The calendar month of a moment in UTC, `YYYY-MM`. */
export function monthOf(at: Date): string {
  return at.toISOString().slice(0, 7);
}

/** The calendar day of a moment in UTC, `YYYY-MM-DD`. */
export function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}

/** Public status of a rule. `enabled` is the saved setting; this is its effect. */
export type ReloadStatus = "active" | "cooling" | "suspended" | "disabled";

/** The status of a rule at a moment. */
export function statusOf(enabled: boolean, state: RuleState, now: Date): ReloadStatus {
  if (!enabled) return "disabled";
  if (state.suspendedReason) return "suspended";
  return isAfter(state.coolingUntil, now) ? "cooling" : "active";
}

/** True when the time is in the future. */
export function isAfter(at: Date | null, now: Date): at is Date {
  return at !== null && at.getTime() > now.getTime();
}
