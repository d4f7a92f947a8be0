import type { Logger } from "pino";
import { DomainError } from "../errors.ts";
import { isPromise, type MaybePromise } from "../concurrency/maybe-promise.ts";
import type { Decision, LimitRequest, LimitStore } from "./limits.types.ts";
import { MemoryStore } from "./memory-store.ts";

export interface FallbackOptions {
  store: LimitStore;
  log: Logger;
  /** How long a decision may take. */
  timeoutMs: number;
  /** How long a store in trouble is left alone before one call tries it again. */
  retryAfterMs?: number;
}

/** The share of a limit that one process admits while it cannot see the others: a quarter. */
const shareOfLimit = 4;

/**
 * A store that always decides: when the real one fails or is slow, by counts of this process against a quarter of each
 * limit. Calls that fail closed are refused with 503 then. The real store is tried again every second by one call.
 */
export class FallbackStore implements LimitStore {
  readonly #store: LimitStore;
  readonly #log: Logger;
  readonly #timeoutMs: number;
  readonly #retryAfterMs: number;
  /** Counts since the outage began; null when there is none. */
  #standIn: MemoryStore | null = null;
  #retryAtMs = 0;

  constructor({ store, log, timeoutMs, retryAfterMs = 1_000 }: FallbackOptions) {
    this.#store = store;
    this.#log = log;
    this.#timeoutMs = timeoutMs;
    this.#retryAfterMs = retryAfterMs;
  }

  decide(request: LimitRequest): MaybePromise<Decision> {
    if (this.#standIn && performance.now() < this.#retryAtMs)
      return this.#decideAlone(request, this.#standIn);
    if (this.#standIn) this.#retryAtMs = performance.now() + this.#retryAfterMs;
    try {
      const decision = this.#store.decide(request);
      if (!isPromise(decision)) return this.#recovered(decision);
      return this.#inTime(decision).then(
        (decided) => this.#recovered(decided),
        (error: unknown) => this.#decideAlone(request, this.#failed(error)),
      );
    } catch (error) {
      return this.#decideAlone(request, this.#failed(error));
    }
  }

  async giveBack(request: LimitRequest): Promise<void> {
    if (this.#standIn) return this.#standIn.giveBack(request);
    try {
      await this.#store.giveBack(request);
    } catch (err) {
      this.#log.warn({ err }, "units were not released");
    }
  }

  degradation(): string | null {
    if (this.#standIn) return "the store does not respond, so each process allows a quarter of every limit";
    return this.#store.degradation();
  }

  close(): Promise<void> {
    return this.#store.close();
  }

  #decideAlone(request: LimitRequest, standIn: MemoryStore): Decision {
    if (request.failsClosed) {
      throw new DomainError(
        "SERVICE_UNAVAILABLE",
        "Rate limits cannot be checked now, and no money was moved. Try again.",
        {
          retryAfterSeconds: Math.ceil(this.#retryAfterMs / 1000),
        },
      );
    }
    const checks = request.checks.map((check) => ({
      ...check,
      limit: check.limit === null ? null : Math.max(1, Math.floor(check.limit / shareOfLimit)),
    }));
    return standIn.decide({ ...request, checks });
  }

  #failed(err: unknown): MemoryStore {
    if (!this.#standIn) this.#log.error({ err }, "limits are degraded");
    this.#standIn ??= new MemoryStore();
    this.#retryAtMs = performance.now() + this.#retryAfterMs;
    return this.#standIn;
  }

  #recovered(decision: Decision): Decision {
    if (this.#standIn) this.#log.info("limits are back to normal");
    this.#standIn = null;
    return decision;
  }

  #inTime(decision: Promise<Decision>): Promise<Decision> {
    let timer: NodeJS.Timeout;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => reject(new Error(`no decision within ${this.#timeoutMs} ms`)),
        this.#timeoutMs,
      );
    });
    return Promise.race([decision, late]).finally(() => clearTimeout(timer));
  }
}
