import type { FastifyBaseLogger } from "fastify";
import type { Clock } from "../../../src/time/clock.ts";
import type { StoredEvent } from "../stored-objects.ts";
import { DeliveryLanes, laneOf } from "./delivery-lanes.ts";
import { arrange, WebhookFaultPlan, type Release } from "./webhook-faults.ts";
import { signWebhook } from "../../../src/crypto/webhook-signature.ts";

const timeoutMs = 30_000;
const retryDelaysMs = [1_000, 5_000, 30_000, 120_000, 600_000, 3_600_000];
const maxAttemptsShown = 1_000;
/** Events under way at any time. */
const maxConcurrent = 40;

export interface WebhookTarget {
  url: string;
  secret: string;
}

export interface WebhookAttempt {
  eventId: string;
  type: string;
  at: string;
  /** Null when no answer came. */
  status: number | null;
}

/**
 * Sends events to the endpoint of the platform's account, and those of connected accounts to the endpoint for these. Events of one customer go out in order, one after the other; those of different
 * customers concurrently. Each is retried after 1 s, 5 s, 30 s, 2 min, 10 min and 1 h until it gets a 2xx. An endpoint
 * must nevertheless expect another order and duplicates; faults cause both. Waiting retries do not keep the process
 * alive.
 */
export class WebhookDelivery {
  readonly faults = new WebhookFaultPlan();
  readonly #target: WebhookTarget | null;
  readonly #connectTarget: WebhookTarget | null;
  readonly #clock: Clock;
  readonly #log: FastifyBaseLogger;
  readonly #onDelivered: (event: StoredEvent) => void;
  readonly #stopped = new AbortController();
  readonly #attempts: WebhookAttempt[] = [];
  readonly #undelivered = new Map<string, StoredEvent>();
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #lanes = new DeliveryLanes(maxConcurrent);
  #held: StoredEvent[] = [];

  /** `clock` is that of the outside: the receiver checks a signature's age by its own time. */
  constructor(options: {
    target: WebhookTarget | null;
    connectTarget: WebhookTarget | null;
    clock: Clock;
    log: FastifyBaseLogger;
    onDelivered: (event: StoredEvent) => void;
  }) {
    this.#target = options.target;
    this.#connectTarget = options.connectTarget;
    this.#clock = options.clock;
    this.#log = options.log;
    this.#onDelivered = options.onDelivered;
  }

  /** Whether somebody receives the events of this connected account; of the platform's own for null. */
  hasTarget(account: string | null): boolean {
    return this.#targetFor(account) !== null;
  }

  send(event: StoredEvent): void {
    if (!this.hasTarget(event.account ?? null)) return;
    const { isHeld, isDropped, copies, delayMs } = this.faults.nextVerdict(event);
    this.#undelivered.set(event.id, event);
    if (isDropped) return;
    if (isHeld) return void this.#held.push(event);
    if (delayMs > 0) return this.#later(event, delayMs);
    for (let copy = 0; copy < copies; copy++) this.#enqueue(event, 0);
  }

  /** Sends held events, one after the other in the order of the release; those that were not named stay held. Returns the number of sent events, copies included. */
  release(release: Release): number {
    const sent = arrange(this.#held, release);
    this.#held = this.#held.filter((event) => !sent.includes(event));
    for (const event of sent) this.#enqueue(event, 0, "released");
    return sent.length;
  }

  /** Sends an event again, delivered or not. */
  redeliver(event: StoredEvent): void {
    this.#enqueue(event, retryDelaysMs.length);
  }

  /** Retries all lost and failed deliveries now; held events stay held. */
  retryNow(): number {
    const due = [...this.#undelivered.values()].filter((event) => !this.#held.includes(event));
    for (const event of due) this.#enqueue(event, retryDelaysMs.length);
    return due.length;
  }

  /** Resolves when no attempt is running or queued. Retries that wait for their time do not count. */
  settled(): Promise<void> {
    return this.#lanes.settled();
  }

  describe(): { held: string[]; undelivered: string[]; attempts: readonly WebhookAttempt[] } {
    const held = this.#held.map(({ id }) => id);
    return { held, undelivered: [...this.#undelivered.keys()], attempts: this.#attempts };
  }

  /** Aborts running deliveries; undelivered events stay marked as such. */
  async close(): Promise<void> {
    this.#stopped.abort();
    for (const timer of this.#timers) clearTimeout(timer);
    await this.#lanes.settled();
  }

  #targetFor(account: string | null): WebhookTarget | null {
    return account === null ? this.#target : this.#connectTarget;
  }

  #enqueue(event: StoredEvent, retry: number, lane = laneOf(event)): void {
    this.#lanes.add(lane, () => this.#attempt(event, retry));
  }

  async #attempt(event: StoredEvent, retry: number): Promise<void> {
    if (this.#stopped.signal.aborted) return;
    const status = await this.#post(event);
    this.#attempts.push({
      eventId: event.id,
      type: event.type,
      at: this.#clock.now().toISOString(),
      status,
    });
    if (this.#attempts.length > maxAttemptsShown) this.#attempts.shift();
    if (status !== null && status >= 200 && status < 300) {
      if (this.#undelivered.delete(event.id)) this.#onDelivered(event);
      return;
    }
    const delayMs = retryDelaysMs[retry];
    if (delayMs !== undefined) this.#later(event, delayMs, retry + 1);
  }

  async #post(event: StoredEvent): Promise<number | null> {
    const { url, secret } = this.#targetFor(event.account ?? null)!;
    const body = JSON.stringify(event, null, 2);
    const signal = AbortSignal.any([this.#stopped.signal, AbortSignal.timeout(timeoutMs)]);
    const headers = {
      "content-type": "application/json; charset=utf-8",
      "user-agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
      "stripe-signature": signWebhook(body, secret, this.#clock.now()),
    };
    try {
      const response = await fetch(url, { method: "POST", body, headers, signal, redirect: "manual" });
      await response.arrayBuffer();
      return response.status;
    } catch (err) {
      if (!this.#stopped.signal.aborted) this.#log.debug({ err, url }, "a webhook was not delivered");
      return null;
    }
  }

  #later(event: StoredEvent, delayMs: number, retry = 0): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      // A copy or a manual delivery may have succeeded in the meantime.
      if (this.#undelivered.has(event.id)) this.#enqueue(event, retry);
    }, delayMs).unref();
    this.#timers.add(timer);
  }
}
