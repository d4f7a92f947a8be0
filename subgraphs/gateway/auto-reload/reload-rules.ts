/**
 * When credits are reloaded by themselves, and when not. Credits are integer hundredths, money is cents. No database, no
 * clock.
 */

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** How long a failed charge keeps the next one waiting: after the first failure in a row, the second, and later ones. */
const backOffsMs = [hourMs, 6 * hourMs, 24 * hourMs] as const;

/** At most so many reloads within the window; then none for as long again. */
export const burst = { limit: 3, windowMs: 10 * minuteMs, coolingMs: 10 * minuteMs } as const;

/** Failures in a row after which charging waits for the account's owner. */
export const maxFailuresInRow = 3;

/** Refusals "do not honour" in a row that count like a hard decline. */
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

/** Why a rule waits for its owner. */
export type SuspensionReason = "hard_decline" | "repeated_failures" | "no_payment_method";

/** What a rule remembers of earlier attempts. */
export interface ReloadStanding {
  suspendedReason: SuspensionReason | null;
  consecutiveFailures: number;
  doNotHonorFailures: number;
  /** No attempt before this moment. */
  nextAttemptAt: Date | null;
  coolingUntil: Date | null;
}

/** The standing of a rule that was just saved, or whose payment method was. */
export const freshStanding: ReloadStanding = {
  suspendedReason: null,
  consecutiveFailures: 0,
  doNotHonorFailures: 0,
  nextAttemptAt: null,
  coolingUntil: null,
};

/** Everything that decides about one rule at one moment. */
export interface ReloadSituation {
  now: Date;
  enabled: boolean;
  threshold: number;
  /** What may be spent now. */
  available: number;
  /** Credits of this wallet's reloads that are charged but not settled. */
  pendingCredits: number;
  /** This rule's own pending reload. */
  isPending: boolean;
  standing: ReloadStanding;
  /** When the rule's reloads of the last minutes began; skipped ones are none. */
  recentStarts: readonly Date[];
  /** Null when it is not on sale. */
  packagePriceCents: number | null;
  month: MonthSpending;
  /** Whether there is a default payment method. */
  hasMethod: boolean;
}

export type ReloadDecision =
  | { kind: "idle" }
  | { kind: "skip"; reason: SkipReason; standing: ReloadStanding }
  | { kind: "fire" };

/**
 * Whether to reload. It fires strictly below the threshold, counting what pending reloads will bring, so that one
 * shortage buys one package; with one charge in flight it waits. A skip says why nothing is bought although credits are
 * short, and the standing that it leaves behind.
 */
export function decideReload(situation: ReloadSituation): ReloadDecision {
  const { available, pendingCredits, threshold, standing } = situation;
  if (!situation.enabled || available + pendingCredits >= threshold || situation.isPending)
    return { kind: "idle" };
  const reason = findSkipReason(situation);
  return reason
    ? { kind: "skip", reason, standing: standingAfterSkip(reason, standing, situation.now) }
    : { kind: "fire" };
}

function findSkipReason(situation: ReloadSituation): SkipReason | null {
  const { now, standing, packagePriceCents, month } = situation;
  if (standing.suspendedReason === "no_payment_method") return "no_payment_method";
  if (standing.suspendedReason) return "suspended";
  if (isAfter(standing.nextAttemptAt, now)) return "backing_off";
  if (isAfter(standing.coolingUntil, now) || isBurst(situation.recentStarts, now)) return "burst_guard";
  if (packagePriceCents === null) return "package_unavailable";
  if (!fitsCap(month, packagePriceCents)) return "cap_reached";
  return situation.hasMethod ? null : "no_payment_method";
}

function standingAfterSkip(reason: SkipReason, standing: ReloadStanding, now: Date): ReloadStanding {
  if (reason === "no_payment_method") return { ...standing, suspendedReason: "no_payment_method" };
  if (reason !== "burst_guard" || isAfter(standing.coolingUntil, now)) return standing;
  return { ...standing, coolingUntil: new Date(now.getTime() + burst.coolingMs) };
}

/** True when the last minutes have seen as many reloads as are allowed. */
export function isBurst(starts: readonly Date[], now: Date): boolean {
  const since = now.getTime() - burst.windowMs;
  return starts.filter((start) => start.getTime() > since).length >= burst.limit;
}

/** A charge that was refused. */
export interface ReloadFailure {
  declineCode: string | null;
  /** Trying again is of no use: the card is lost, stolen or expired. */
  isHard: boolean;
}

/** The standing after a refused charge: it backs off, or waits for the owner. */
export function standingAfterFailure(
  standing: ReloadStanding,
  failure: ReloadFailure,
  now: Date,
): ReloadStanding {
  const consecutiveFailures = standing.consecutiveFailures + 1;
  const doNotHonorFailures = standing.doNotHonorFailures + (failure.declineCode === "do_not_honor" ? 1 : 0);
  const isHard = failure.isHard || doNotHonorFailures >= maxDoNotHonor;
  const isTooOften = consecutiveFailures >= maxFailuresInRow;
  return {
    ...standing,
    consecutiveFailures,
    doNotHonorFailures,
    suspendedReason: isHard ? "hard_decline" : isTooOften ? "repeated_failures" : null,
    nextAttemptAt: new Date(now.getTime() + backOffMs(consecutiveFailures)),
  };
}

/** The standing after a charge that went through, or a package that the owner bought: nothing waits any more. */
export function standingAfterPayment(standing: ReloadStanding): ReloadStanding {
  if (standing.suspendedReason) return standing;
  return { ...freshStanding, coolingUntil: standing.coolingUntil };
}

/** How long to wait after so many failures in a row. */
export function backOffMs(failures: number): number {
  return backOffsMs[Math.min(failures, backOffsMs.length) - 1] ?? 0;
}

/** What a month has taken of its cap. */
export interface MonthSpending {
  reservedCents: number;
  settledCents: number;
  capCents: number;
}

/** True when one more package stays within the cap. */
export function fitsCap(month: MonthSpending, priceCents: number): boolean {
  return spentCents(month) + priceCents <= month.capCents;
}

/** What is spent or set aside. */
export function spentCents(month: Pick<MonthSpending, "reservedCents" | "settledCents">): number {
  return month.reservedCents + month.settledCents;
}

/** The cap that a month keeps when the rule's is changed: never under what is spent, which blocks further reloads. */
export function capOfMonth(
  month: Pick<MonthSpending, "reservedCents" | "settledCents">,
  ruleCapCents: number,
): number {
  return Math.max(ruleCapCents, spentCents(month));
}

/** Parts of the cap, in percent, that the owner is told of. */
const capThresholds = [80, 90, 100] as const;

/** The highest of the thresholds that this much of the cap has reached; 0 below the first. */
export function reachedThreshold(settledCents: number, capCents: number): number {
  return capThresholds.findLast((percent) => capCents > 0 && settledCents * 100 >= capCents * percent) ?? 0;
}

/** Thresholds that are reached now and were not told before, the lowest first. */
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

/** What an account is told of its rule: `enabled` stays as saved, this is what it does. */
export type ReloadStatus = "active" | "cooling" | "suspended" | "disabled";

/** The status of a rule at a moment. */
export function statusOf(enabled: boolean, standing: ReloadStanding, now: Date): ReloadStatus {
  if (!enabled) return "disabled";
  if (standing.suspendedReason) return "suspended";
  return isAfter(standing.coolingUntil, now) ? "cooling" : "active";
}

/** True when the moment is still to come. */
export function isAfter(at: Date | null, now: Date): at is Date {
  return at !== null && at.getTime() > now.getTime();
}
