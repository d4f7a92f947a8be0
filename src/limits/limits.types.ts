import type { MaybePromise } from "../concurrency/maybe-promise.ts";

/** `minute` slides and is exact; the others are calendar windows (UTC); `bucket` refills one unit every `intervalMs`. */
export type WindowKind = "minute" | "hour" | "day" | "month" | "bucket";

/** One window that a call is checked against and counted in. */
export interface WindowCheck {
  /** Public name of the window. */
  name: string;
  kind: WindowKind;
  /** Which of the subject's counters; with the kind, and the period where there is one, it names one count. */
  counter: string;
  /** Units that fit; the burst of a bucket. Null: counted, never refused, for the day on which a limit applies again. */
  limit: number | null;
  /**
   * Units of the request in this window; never more than the limit, so that a single request can always pass at
   * some time. Zero: the window's state is shown, and the request is neither refused by it nor counted.
   */
  units: number;
  /** Of a bucket: milliseconds until one more unit fits. */
  intervalMs?: number;
}

/** One request, checked against all of its windows together. */
export interface LimitRequest {
  /** Whose counters: an account or an address. One subject's counters live together, wherever they are kept. */
  subject: string;
  checks: readonly WindowCheck[];
  /** Milliseconds since the epoch. */
  now: number;
  /** True when `now` is not the real time but a test's. A store with a clock of its own then still goes by `now`. */
  isTestTime: boolean;
  /** True when the counts must survive a restart. */
  isLasting: boolean;
  /** True to refuse the request rather than use a fallback store: money moves. */
  failsClosed?: boolean;
}

/** A window after the decision. */
export interface WindowState {
  name: string;
  limit: number;
  /** Units that still fit now. */
  remaining: number;
  /** When a unit fits again (milliseconds): the oldest stamp leaves, or the period ends. In a refusal: when this call fits. */
  resetAt: number;
}

export interface Decision {
  /** Of every check that has a limit, in their order. */
  windows: WindowState[];
  /** The window that is longest in the way; null when the call was admitted, and only then it was counted. */
  refusal: WindowState | null;
  /** The time that was decided by, in milliseconds. */
  now: number;
}

/** Where counts are kept. */
export interface LimitStore {
  /** Checks all windows and counts in all of them, or in none: one atomic step. Rejects when it cannot decide. */
  decide(request: LimitRequest): MaybePromise<Decision>;
  /** Gives an admitted call's units back in its calendar windows. `now` is the decision's. */
  giveBack(request: LimitRequest): MaybePromise<void>;
  /** Why the store is degraded; null when it is not. */
  degradation(): string | null;
  /** Hands over what is not stored yet and lets go of connections. */
  close(): Promise<void>;
}
