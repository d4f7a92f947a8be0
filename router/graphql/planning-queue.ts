import { DomainError } from "../../src/errors.ts";

export interface PlanningQueueOptions {
  /** Maximum number of waiting tasks per principal. */
  maxPerCaller?: number;
  /** Pieces of work that may be waiting in all. */
  maxWaiting?: number;
  /** Share of the process's time that such work may take while there is more of it, above 0 up to 1. */
  share?: number;
}

/**
 * Runs blocking work (parsing and planning new documents) one task at a time, principals in round-robin order,
 * and yields to the event loop between tasks. A flood from one principal delays only itself; others wait for at
 * most one of its tasks.
 */
export class PlanningQueue {
  readonly #waiting = new Map<string, (() => void)[]>();
  readonly #options: Required<PlanningQueueOptions>;
  /** Completion of the task with this name, for requests that only need its effect. */
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

  /** Resolves when the waiting task of this name has succeeded or failed; null without such a task. */
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
   * Returns the result of `work`, in the principal's turn; `work` is skipped if `signal` is aborted by then.
   * Throws RATE_LIMIT_EXCEEDED when the principal has too many waiting tasks, SERVICE_UNAVAILABLE when all
   * together have.
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

  /** The first task of the next principal, who then moves to the end of the round. */
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
