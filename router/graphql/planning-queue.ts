import { DomainError } from "../../src/errors.ts";

export interface PlanningQueueOptions {
  /** Pieces of work that one caller may have waiting. */
  maxPerCaller?: number;
  /** Pieces of work that may be waiting in all. */
  maxWaiting?: number;
  /** Share of the process's time that such work may take while there is more of it, above 0 up to 1. */
  share?: number;
}

/**
 * Runs work that holds the process up (reading and planning documents not seen before) one piece at a time, callers in
 * turn, with room between the pieces for everything else. A flood from one caller waits for itself; others wait for
 * one piece of it at most.
 */
export class PlanningQueue {
  readonly #waiting = new Map<string, (() => void)[]>();
  readonly #options: Required<PlanningQueueOptions>;
  /** When the piece of work of this name is done, for those who need no more than that. */
  readonly #underWay = new Map<string, Promise<void>>();
  #count = 0;
  #isScheduled = false;
  /** When the next piece may start, on the clock of `performance`. */
  #nextAtMs = 0;

  constructor(options: PlanningQueueOptions = {}) {
    this.#options = { maxPerCaller: 50, maxWaiting: 400, share: 0.2, ...options };
  }

  /** Pieces of work that are waiting. */
  get waiting(): number {
    return this.#count;
  }

  /** Resolves when the work of this name, which somebody has waiting, was done or failed; null when nobody has. */
  whenDone(name: string): Promise<void> | null {
    return this.#underWay.get(name) ?? null;
  }

  /** As `run`, with a name under which others can wait for it. */
  runNamed<T>(name: string, caller: string, work: () => T, signal?: AbortSignal): Promise<T> {
    const running = this.run(caller, work, signal);
    const forget = () => void this.#underWay.delete(name);
    if (!this.#underWay.has(name)) this.#underWay.set(name, running.then(forget, forget));
    return running;
  }

  /**
   * Answers what `work` answers, in the caller's turn; work whose `signal` is aborted by then is not done. Throws
   * RATE_LIMIT_EXCEEDED when the caller has too much waiting, SERVICE_UNAVAILABLE when all together have.
   */
  async run<T>(caller: string, work: () => T, signal?: AbortSignal): Promise<T> {
    const own = this.#waiting.get(caller) ?? [];
    if (own.length >= this.#options.maxPerCaller) {
      throw new DomainError(
        "RATE_LIMIT_EXCEEDED",
        "Too many new documents at the same time. Repeat earlier documents or wait.",
        {
          waitingDocuments: { limit: this.#options.maxPerCaller },
          retryAfterSeconds: 1,
        },
      );
    }
    if (this.#count >= this.#options.maxWaiting) {
      throw new DomainError(
        "SERVICE_UNAVAILABLE",
        "Too many new documents are waiting to be planned. Try again later.",
        {
          retryAfterSeconds: 1,
        },
      );
    }
    return new Promise<T>((resolve, reject) => {
      own.push(() => {
        try {
          signal?.throwIfAborted();
          resolve(work());
        } catch (error) {
          reject(error);
        }
      });
      this.#waiting.set(caller, own);
      this.#count += 1;
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#isScheduled || this.#count === 0) return;
    this.#isScheduled = true;
    const pauseMs = this.#nextAtMs - performance.now();
    if (pauseMs > 1) setTimeout(() => this.#runNext(), pauseMs);
    else setImmediate(() => this.#runNext());
  }

  #runNext(): void {
    this.#isScheduled = false;
    const startedAt = performance.now();
    this.#takeNext()?.();
    const endedAt = performance.now();
    this.#nextAtMs = endedAt + (endedAt - startedAt) * (1 / this.#options.share - 1);
    this.#schedule();
  }

  /** The first piece of the caller whose turn it is, who then goes to the end of the line. */
  #takeNext(): (() => void) | undefined {
    for (const [caller, jobs] of this.#waiting) {
      this.#waiting.delete(caller);
      const job = jobs.shift();
      if (jobs.length > 0) this.#waiting.set(caller, jobs);
      if (job) this.#count -= 1;
      return job;
    }
    return undefined;
  }
}
