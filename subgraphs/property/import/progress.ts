import type { ImportPhase, ReportProgress } from "./import.types.ts";

const REPORT_EVERY_MS = 200;

/** Counts one phase and reports it: at its start, every 200 ms, and at its end. */
export class PhaseProgress {
  readonly #phase: ImportPhase;
  readonly #total: number | null;
  readonly #report: ReportProgress;
  readonly #startedAt = performance.now();
  #reportedAt = performance.now();
  #count: number;
  /** Work done by an earlier process. */
  readonly #before: number;

  constructor(phase: ImportPhase, total: number | null, report: ReportProgress, before = 0) {
    this.#count = before;
    this.#before = before;
    this.#phase = phase;
    this.#total = total;
    this.#report = report;
    this.#send();
  }

  add(count: number): void {
    this.#count += count;
    if (performance.now() - this.#reportedAt >= REPORT_EVERY_MS) this.#send();
  }

  end(): void {
    this.#send();
  }

  #send(): void {
    const now = performance.now();
    this.#reportedAt = now;
    const seconds = (now - this.#startedAt) / 1000;
    const rate = seconds > 0 ? (this.#count - this.#before) / seconds : 0;
    const left = this.#total === null || rate === 0 ? null : Math.max(0, this.#total - this.#count) / rate;
    this.#report({
      phase: this.#phase,
      count: this.#count,
      total: this.#total,
      ratePerSecond: Math.round(rate),
      secondsLeft: left === null ? null : Math.ceil(left),
    });
  }
}
