import type { FastifyBaseLogger } from "fastify";
import { z } from "zod";
import type { Clock } from "../../src/time/clock.ts";
import { signWebhook } from "../../src/crypto/webhook-signature.ts";

const timeoutMs = 30_000;
const retryDelaysMs = [1_000, 5_000, 30_000, 120_000, 600_000];

export interface TaxWebhookTarget {
  url: string;
  secret: string;
}

export interface TaxEvent {
  id: string;
  type: "record.status_changed";
  createdAt: string;
  data: { recordId: string; submissionId: string; reference: string; status: string };
}

export const webhookFaultsSchema = z.strictObject({
  /** Events are not sent until requested. */
  drop: z.boolean().optional(),
  /** Number of deliveries of each event. */
  copies: z.int().min(1).max(20).optional(),
});

/** Sends events one after the other, each again after 1 s, 5 s, 30 s, 2 min and 10 min until it is answered with 2xx. */
export class TaxWebhooks {
  faults: z.output<typeof webhookFaultsSchema> = {};
  readonly #target: TaxWebhookTarget | null;
  readonly #clock: Clock;
  readonly #log: FastifyBaseLogger;
  readonly #undelivered: Map<string, TaxEvent>;
  readonly #touch: () => void;
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #stopped = new AbortController();
  #line: Promise<void> = Promise.resolve();

  constructor(options: {
    target: TaxWebhookTarget | null;
    clock: Clock;
    log: FastifyBaseLogger;
    /** Called when what is undelivered changes. */
    touch: () => void;
  }) {
    this.#target = options.target;
    this.#clock = options.clock;
    this.#log = options.log;
    this.#touch = options.touch;
    this.#undelivered = new Map();
  }

  get undelivered(): TaxEvent[] {
    return [...this.#undelivered.values()];
  }

  send(event: TaxEvent): void {
    if (this.#target === null) return;
    this.#undelivered.set(event.id, event);
    this.#touch();
    if (this.faults.drop) return;
    for (let copy = 0; copy < (this.faults.copies ?? 1); copy++) this.#enqueue(event, 0);
  }

  /** Restores the undelivered events of the last run. */
  restore(events: readonly TaxEvent[]): void {
    for (const event of events) this.#undelivered.set(event.id, event);
  }

  /** Sends everything now that is undelivered; answers how many. */
  retryNow(): number {
    const due = this.undelivered;
    for (const event of due) this.#enqueue(event, retryDelaysMs.length);
    return due.length;
  }

  /** Resolves when every attempt that was in the line has been made. */
  async settled(): Promise<void> {
    let line: Promise<void>;
    do {
      line = this.#line;
      await line;
    } while (line !== this.#line);
  }

  async close(): Promise<void> {
    this.#stopped.abort();
    for (const timer of this.#timers) clearTimeout(timer);
    await this.#line;
  }

  #enqueue(event: TaxEvent, retry: number): void {
    this.#line = this.#line.then(() => this.#attempt(event, retry));
  }

  async #attempt(event: TaxEvent, retry: number): Promise<void> {
    if (this.#stopped.signal.aborted) return;
    if (await this.#post(event)) {
      if (this.#undelivered.delete(event.id)) this.#touch();
      return;
    }
    const delayMs = retryDelaysMs[retry];
    if (delayMs === undefined) return;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      if (this.#undelivered.has(event.id)) this.#enqueue(event, retry + 1);
    }, delayMs).unref();
    this.#timers.add(timer);
  }

  async #post(event: TaxEvent): Promise<boolean> {
    const { url, secret } = this.#target!;
    const body = JSON.stringify(event);
    const signal = AbortSignal.any([this.#stopped.signal, AbortSignal.timeout(timeoutMs)]);
    const signature = signWebhook(body, secret, this.#clock.now());
    const headers = { "content-type": "application/json", "x-taxfiling-signature": signature };
    try {
      const response = await fetch(url, { method: "POST", body, headers, signal, redirect: "manual" });
      await response.arrayBuffer();
      return response.ok;
    } catch (err) {
      if (!this.#stopped.signal.aborted) this.#log.debug({ err, url }, "a webhook was not delivered");
      return false;
    }
  }
}
