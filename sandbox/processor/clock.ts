import type { Clock } from "../../src/time/clock.ts";

const tickMs = 30_000;

/** Hears that the clock went on; runs to its end before the next one is told. */
export type ClockListener = (now: Date) => void | Promise<void>;

/** The processor's own time: the real one and what was added to it on demand. It never goes back. */
export class ProcessorClock implements Clock {
  readonly #base: Clock;
  readonly #listeners: ClockListener[] = [];
  readonly #onFailure: (err: unknown) => void;
  #offsetMs = 0;
  #telling: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | null = null;

  /** `onFailure` hears of a listener that failed while nobody waited. */
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

  /** What a snapshot of an earlier run had added. */
  restore(offsetMs: number): void {
    this.#offsetMs = offsetMs;
  }

  /** Told after every advance, and every half minute of real time. */
  onMove(listener: ClockListener): void {
    this.#listeners.push(listener);
  }

  /** Moves the clock on and waits until everything that became due has happened. */
  async advanceBy(seconds: number): Promise<void> {
    this.#offsetMs += seconds * 1000;
    await this.#tell();
  }

  /** Tells the listeners every half minute until stopped; does not keep the process alive. */
  start(): void {
    this.#timer = setInterval(() => void this.#tell().catch(this.#onFailure), tickMs).unref();
  }

  stop(): void {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
  }

  #tell(): Promise<void> {
    const told = this.#tellAfter(this.#telling);
    this.#telling = told.catch(() => undefined);
    return told;
  }

  async #tellAfter(earlier: Promise<void>): Promise<void> {
    await earlier;
    for (const listener of this.#listeners) await listener(this.now());
  }
}
