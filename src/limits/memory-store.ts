import { periodAt } from "./calendar.ts";
import type { Decision, LimitRequest, LimitStore, WindowCheck, WindowState } from "./limits.types.ts";
import { MinuteLog, minuteMs } from "./minute-log.ts";

/** Receives every count of subjects that are stored. */
export interface UseListener {
  counted(subject: string, count: { counter: string; units: number; endsAt: number }): void;
  stamped(subject: string, stamp: { counter: string; at: number; units: number }): void;
}

/** Usage of one subject. */
interface SubjectUse {
  logs: Map<string, MinuteLog>;
  /** Units by counter and start of the period. */
  counts: Map<string, number>;
  /** When each bucket is full again. */
  fullAt: Map<string, number>;
  touchedMs: number;
}

const forgetAfterMs = 600_000;
const sweepEveryMs = 60_000;

/**
 * Counts of this process. A decision is synchronous, hence atomic. Real time never runs backwards here, whatever the
 * machine's clock does. A subject that was idle for ten minutes is forgotten when nothing of it would be lost.
 */
export class MemoryStore implements LimitStore {
  readonly #subjects = new Map<string, SubjectUse>();
  readonly #listener: UseListener | null;
  readonly #mayForget: (subject: string) => boolean;
  #latest = 0;
  #sweptMs = 0;

  /** `mayForget` says whether a subject with calendar counts can be read again from somewhere. */
  constructor(listener: UseListener | null = null, mayForget: (subject: string) => boolean = () => false) {
    this.#listener = listener;
    this.#mayForget = mayForget;
  }

  decide(request: LimitRequest): Decision {
    const now = this.#timeOf(request);
    const use = this.#useOf(request.subject);
    const windows: WindowState[] = [];
    let refusal: WindowState | null = null;
    for (const check of request.checks) {
      const evaluated = evaluate(use, check, now);
      if (!evaluated) continue;
      windows.push(evaluated.state);
      if (check.units > 0 && evaluated.isRefused && (!refusal || evaluated.state.resetAt > refusal.resetAt))
        refusal = evaluated.state;
    }
    if (refusal) return { windows, refusal, now };
    for (const check of request.checks) this.#count(use, check, request, now);
    for (let index = 0, at = 0; index < request.checks.length; index++) {
      const check = request.checks[index]!;
      if (check.limit !== null) windows[at++] = stateAfter(use, check, now);
    }
    return { windows, refusal, now };
  }

  giveBack({ subject, checks, now, isLasting }: LimitRequest): void {
    const use = this.#useOf(subject);
    for (const check of checks) {
      if (check.kind === "minute" || check.kind === "bucket") continue;
      const period = periodAt(check.kind, now);
      const counter = countName(check, period.start);
      const used = use.counts.get(counter) ?? 0;
      const units = -Math.min(used, unitsOf(check));
      use.counts.set(counter, used + units);
      if (isLasting && units !== 0) this.#listener?.counted(subject, { counter, units, endsAt: period.end });
    }
  }

  degradation(): null {
    return null;
  }

  async close(): Promise<void> {}

  knows(subject: string): boolean {
    return this.#subjects.has(subject);
  }

  /** Puts what is on record of a subject beside what this process has counted: to be called before its first decision. */
  recall(
    subject: string,
    record: {
      counts: readonly { counter: string; used: number }[];
      stamps: readonly { counter: string; at: number; units: number }[];
    },
  ): void {
    const use = this.#useOf(subject);
    for (const { counter, used } of record.counts) {
      use.counts.set(counter, (use.counts.get(counter) ?? 0) + used);
    }
    for (const { counter, at, units } of record.stamps) logOf(use, counter).add(at, units);
  }

  #count(use: SubjectUse, check: WindowCheck, { subject, isLasting }: LimitRequest, now: number): void {
    const { kind, counter } = check;
    const units = unitsOf(check);
    if (units === 0) return;
    const listener = isLasting ? this.#listener : null;
    if (kind === "minute") {
      logOf(use, counter).add(now, units);
      listener?.stamped(subject, { counter, at: now, units });
    } else if (kind === "bucket") {
      use.fullAt.set(counter, fullAtOf(use, check, now) + units * check.intervalMs!);
    } else {
      const period = periodAt(kind, now);
      const name = countName(check, period.start);
      use.counts.set(name, (use.counts.get(name) ?? 0) + units);
      listener?.counted(subject, { counter: name, units, endsAt: period.end });
    }
  }

  #timeOf({ now, isTestTime }: LimitRequest): number {
    if (isTestTime) return now;
    this.#latest = Math.max(this.#latest, now);
    return this.#latest;
  }

  #useOf(subject: string): SubjectUse {
    const nowMs = performance.now();
    if (nowMs - this.#sweptMs > sweepEveryMs) this.#sweep(nowMs);
    let use = this.#subjects.get(subject);
    if (!use) {
      use = { logs: new Map(), counts: new Map(), fullAt: new Map(), touchedMs: nowMs };
      this.#subjects.set(subject, use);
    }
    use.touchedMs = nowMs;
    return use;
  }

  #sweep(nowMs: number): void {
    this.#sweptMs = nowMs;
    for (const [subject, use] of this.#subjects) {
      if (nowMs - use.touchedMs < forgetAfterMs) continue;
      if (use.counts.size === 0 || this.#mayForget(subject)) this.#subjects.delete(subject);
    }
  }
}

interface Evaluated {
  state: WindowState;
  isRefused: boolean;
}

/** Checks the request against the current state of one window; null for a window without a limit. */
function evaluate(use: SubjectUse, check: WindowCheck, now: number): Evaluated | null {
  const { name, limit, kind, counter } = check;
  if (limit === null) return null;
  const units = unitsOf(check);
  if (kind === "bucket") {
    const fullAt = fullAtOf(use, check, now) + units * check.intervalMs!;
    const fitsAt = fullAt - limit * check.intervalMs!;
    const isRefused = fitsAt > now;
    return {
      isRefused,
      state: isRefused ? { name, limit, remaining: 0, resetAt: fitsAt } : stateAfter(use, check, now),
    };
  }
  if (kind === "minute") {
    const log = use.logs.get(counter);
    const used = log?.usedAt(now) ?? 0;
    const excess = used + units - limit;
    const resetAt = !log || used === 0 ? now + minuteMs : log.freeAt(now, Math.max(1, excess));
    return { isRefused: excess > 0, state: { name, limit, remaining: Math.max(0, limit - used), resetAt } };
  }
  const state = stateAfter(use, check, now);
  return { isRefused: units > limit - usedIn(use, check, now), state };
}

/** The current state of a window with a limit. */
function stateAfter(use: SubjectUse, check: WindowCheck, now: number): WindowState {
  const { name, kind, counter } = check;
  const limit = check.limit!;
  if (kind === "bucket") {
    const fullAt = fullAtOf(use, check, now);
    const remaining = Math.floor(limit - (fullAt - now) / check.intervalMs!);
    return { name, limit, remaining, resetAt: fullAt };
  }
  if (kind === "minute") {
    const log = use.logs.get(counter);
    const used = log?.usedAt(now) ?? 0;
    const resetAt = used === 0 ? now + minuteMs : log!.freeAt(now, 1);
    return { name, limit, remaining: Math.max(0, limit - used), resetAt };
  }
  const remaining = Math.max(0, limit - usedIn(use, check, now));
  return { name, limit, remaining, resetAt: periodAt(kind, now).end };
}

function usedIn(use: SubjectUse, check: WindowCheck, now: number): number {
  const { start } = periodAt(check.kind as "hour" | "day" | "month", now);
  return use.counts.get(countName(check, start)) ?? 0;
}

/** A bucket fills up evenly; one that would take longer than from empty was filled at a later time than now. */
function fullAtOf(use: SubjectUse, { counter, limit, intervalMs }: WindowCheck, now: number): number {
  const fullAt = use.fullAt.get(counter) ?? now;
  return fullAt < now || fullAt - now > limit! * intervalMs! ? now : fullAt;
}

function logOf(use: SubjectUse, counter: string): MinuteLog {
  let log = use.logs.get(counter);
  if (!log) use.logs.set(counter, (log = new MinuteLog()));
  return log;
}

function countName({ counter, kind }: WindowCheck, start: number): string {
  return `${counter} ${kind} ${start}`;
}

/** Units of a request in a window: never more than fit into an empty one. */
export function unitsOf({ units, limit }: Pick<WindowCheck, "units" | "limit">): number {
  return limit === null ? units : Math.min(units, limit);
}
