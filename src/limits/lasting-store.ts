import type { Logger } from "pino";
import type { MaybePromise } from "../concurrency/maybe-promise.ts";
import type { Decision, LimitRequest, LimitStore } from "./limits.types.ts";
import { MemoryStore, type UseListener } from "./memory-store.ts";

/** Units counted in a calendar window, by the window's counter; negative when they were given back. */
export interface CountedUnits {
  subject: string;
  counter: string;
  units: number;
  /** When the window ends, in milliseconds: the count is of no use a while later. */
  endsAt: number;
}

/** Units stamped at one moment, in milliseconds. */
export interface StampedUnits {
  subject: string;
  counter: string;
  at: number;
  units: number;
}

/** Where what was counted is put on record, and read from after a restart. Records of several processes add up. */
export interface LimitLedger {
  record(batch: { counts: CountedUnits[]; stamps: StampedUnits[] }): Promise<void>;
  /** The stored counts of a subject: its calendar counts, and the timestamps that may still count. */
  recall(subject: string): Promise<{
    counts: { counter: string; used: number }[];
    stamps: { counter: string; at: number; units: number }[];
  }>;
}

const batchRows = 2_000;

/**
 * Above this number of waiting timestamps, those of a tenth of a second are stored as one; it counts slightly
 * longer.
 */
const manyStamps = 250;
const coarseMs = 100;

/**
 * Counts of this process that outlive it: handed to the ledger every second and at the end, and read from it at the
 * first sight of a subject, so that a restart gives nothing back. A process that is killed loses its last second.
 */
export class LastingStore implements LimitStore {
  readonly #ledger: LimitLedger;
  readonly #log: Logger;
  readonly #flushEveryMs: number;
  readonly #memory: MemoryStore;
  readonly #recalling = new Map<string, Promise<void>>();
  #counts = new Map<string, CountedUnits>();
  #stamps = new Map<string, StampedUnits>();
  #flushing: Promise<void> | null = null;
  #timer: NodeJS.Timeout | null = null;

  constructor(options: { ledger: LimitLedger; log: Logger; flushEveryMs?: number }) {
    this.#ledger = options.ledger;
    this.#log = options.log;
    this.#flushEveryMs = options.flushEveryMs ?? 1_000;
    const listener: UseListener = {
      counted: (subject, { counter, units, endsAt }) => {
        const name = `${subject} ${counter}`;
        const known = this.#counts.get(name);
        if (known) known.units += units;
        else this.#counts.set(name, { subject, counter, units, endsAt });
        this.#flushSoon();
      },
      stamped: (subject, { counter, at: exactly, units }) => {
        const at = this.#stamps.size < manyStamps ? exactly : Math.ceil(exactly / coarseMs) * coarseMs;
        const name = `${subject} ${counter} ${at}`;
        const known = this.#stamps.get(name);
        if (known) known.units += units;
        else this.#stamps.set(name, { subject, counter, at, units });
        this.#flushSoon();
      },
    };
    this.#memory = new MemoryStore(listener, () => this.#isFlushed);
  }

  decide(request: LimitRequest): MaybePromise<Decision> {
    if (!request.isLasting || this.#memory.knows(request.subject)) return this.#memory.decide(request);
    return this.#recall(request.subject).then(() => this.#memory.decide(request));
  }

  giveBack(request: LimitRequest): MaybePromise<void> {
    if (!request.isLasting || this.#memory.knows(request.subject)) return this.#memory.giveBack(request);
    return this.#recall(request.subject).then(() => this.#memory.giveBack(request));
  }

  degradation(): null {
    return null;
  }

  async close(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    await this.flush();
  }

  /** Resolves when everything counted before is on record; rejects when the ledger does not take it. It is then kept. */
  async flush(): Promise<void> {
    while (this.#flushing) await this.#flushing.catch(() => undefined);
    this.#flushing = this.#send().finally(() => (this.#flushing = null));
    await this.#flushing;
  }

  get #isFlushed(): boolean {
    return this.#counts.size === 0 && this.#stamps.size === 0 && this.#flushing === null;
  }

  /** One reading for all that wait for the same subject. */
  #recall(subject: string): Promise<void> {
    let recalling = this.#recalling.get(subject);
    if (!recalling) {
      recalling = this.#ledger
        .recall(subject)
        .then((record) => this.#memory.recall(subject, record))
        .finally(() => this.#recalling.delete(subject));
      this.#recalling.set(subject, recalling);
    }
    return recalling;
  }

  #flushSoon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      this.flush().catch((err: unknown) => {
        this.#log.warn({ err }, "limit usage is not stored yet");
        this.#flushSoon();
      });
    }, this.#flushEveryMs).unref();
  }

  async #send(): Promise<void> {
    while (this.#counts.size > 0 || this.#stamps.size > 0) {
      const counts = takeSome(this.#counts);
      const stamps = takeSome(this.#stamps);
      try {
        await this.#ledger.record({ counts, stamps });
      } catch (error) {
        for (const count of counts) putBack(this.#counts, `${count.subject} ${count.counter}`, count);
        for (const stamp of stamps)
          putBack(this.#stamps, `${stamp.subject} ${stamp.counter} ${stamp.at}`, stamp);
        throw error;
      }
    }
  }
}

function takeSome<Row>(waiting: Map<string, Row>): Row[] {
  const rows: Row[] = [];
  for (const [name, row] of waiting) {
    rows.push(row);
    waiting.delete(name);
    if (rows.length === batchRows) break;
  }
  return rows;
}

function putBack<Row extends { units: number }>(waiting: Map<string, Row>, name: string, row: Row): void {
  const since = waiting.get(name);
  if (since) since.units += row.units;
  else waiting.set(name, row);
}
