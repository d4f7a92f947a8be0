import type { Clock } from "../../src/time/clock.ts";

const tickMs = 30_000;

/** Called when the clock has moved; completes before the next listener is called. */
export type ClockListener = (now: Date) => void | Promise<void>;

/** The processor's own time: the real time plus an offset that controls add. It never goes back. */
export class ProcessorClock implements Clock {
  readonly #base: Clock;
  readonly #listeners: ClockListener[] = [];
  readonly #onFailure: (err: unknown) => void;
  #offsetMs = 0;
  #notifying: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | null = null;

  /** `onFailure` gets the error of a listener that failed while no request waited for it. */
  constructor(base: Clock, onFailure: (err: unknown) => void = () => undefined) {
    this.#base = base;
    this.#onFailure = onFailure;
  }

  now(): Date {
    return new Date(this.#base.now().getTime() + this.#offsetMs);
  }

  /** Unix seconds, as the protocol counts time. */
  seconds(): number {
    return Math.floor(this.now().getTime() / 1000);
  }

  get offsetMs(): number {
    return this.#offsetMs;
  }

  /** Restores the offset of an earlier run's snapshot. */
  restore(offsetMs: number): void {
    this.#offsetMs = offsetMs;
  }

  /** Called after every advance, and every half minute of real time. */
  onMove(listener: ClockListener): void {
    this.#listeners.push(listener);
  }

  /** Moves the clock on and waits until everything that became due has happened. */
  async advanceBy(seconds: number): Promise<void> {
    this.#offsetMs += seconds * 1000;
    await this.#notify();
  }

  /** Calls the listeners every half minute until stopped; does not keep the process alive. */
  start(): void {
    this.#timer = setInterval(() => void this.#notify().catch(this.#onFailure), tickMs).unref();
  }

  stop(): void {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
  }

  #notify(): Promise<void> {
    const notified = this.#notifyAfter(this.#notifying);
    this.#notifying = notified.catch(() => undefined);
    return notified;
  }

  async #notifyAfter(earlier: Promise<void>): Promise<void> {
    await earlier;
    for (const listener of this.#listeners) await listener(this.now());
  }
}
