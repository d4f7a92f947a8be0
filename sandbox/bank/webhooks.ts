import type { FastifyBaseLogger } from "fastify";
import { z } from "zod";
import type { Clock } from "../../src/time/clock.ts";
import { currentKey, signBody } from "./signing-keys.ts";
import type { BankItemState, BankState } from "./state.ts";

/** Webhook faults until changed; `{}` ends them. */
export const bankWebhookFaultsSchema = z.strictObject({
  /** Keeps them back until they are released. */
  hold: z.boolean().default(false),
  /** Number of deliveries of each event. */
  copies: z.int().min(1).max(100).default(1),
  /** Never sends them. */
  drop: z.boolean().default(false),
});
type Faults = z.output<typeof bankWebhookFaultsSchema>;

export interface WebhookAttempt {
  code: string;
  itemId: string;
  status: number | null;
}

interface Outgoing {
  url: string;
  item: string;
  body: Record<string, unknown>;
}

const timeoutMs = 10_000;
const retryDelaysMs = [500, 2_000, 8_000, 30_000];
const maxAttemptsShown = 200;

/**
 * Webhooks of the stand-in, signed as the provider's are. They are sent one after the other, in the order of
 * the events.
 */
export class BankWebhooks {
  faults: Faults = bankWebhookFaultsSchema.parse({});
  readonly attempts: WebhookAttempt[] = [];
  readonly #state: BankState;
  readonly #clock: Clock;
  readonly #log: FastifyBaseLogger;
  readonly #fallbackUrl: string | null;
  readonly #stopped = new AbortController();
  readonly #timers = new Set<NodeJS.Timeout>();
  #held: Outgoing[] = [];
  #line: Promise<void> = Promise.resolve();

  constructor(state: BankState, clock: Clock, log: FastifyBaseLogger, fallbackUrl: string | null) {
    this.#state = state;
    this.#clock = clock;
    this.#log = log;
    this.#fallbackUrl = fallbackUrl;
  }

  /** Sends a webhook about a login. */
  notify(item: BankItemState, type: "ITEM" | "TRANSACTIONS", code: string, more: object = {}): void {
    const url = item.webhook ?? this.#fallbackUrl;
    if (url === null) return;
    const body = {
      webhook_type: type,
      webhook_code: code,
      item_id: item.itemId,
      ...(type === "ITEM" ? { error: null } : {}),
      ...more,
      environment: "sandbox",
    };
    const outgoing = { url, item: item.itemId, body };
    if (this.faults.drop) return;
    if (this.faults.hold) return void this.#held.push(outgoing);
    this.#send(outgoing, this.faults.copies);
  }

  /** Announces that there are events of transfers. */
  announceTransfers(url: string): void {
    const code = "TRANSFER_EVENTS_UPDATE";
    const body = { webhook_type: "TRANSFER", webhook_code: code, environment: "sandbox" };
    const outgoing = { url, item: "", body };
    if (this.faults.drop) return;
    if (this.faults.hold) return void this.#held.push(outgoing);
    this.#send(outgoing, this.faults.copies);
  }

  /** Sends what is held, in reverse if asked to; answers how many. */
  release({ reversed, copies }: { reversed: boolean; copies: number }): number {
    const held = reversed ? this.#held.toReversed() : this.#held;
    this.#held = [];
    for (const outgoing of held) this.#send(outgoing, copies);
    return held.length;
  }

  /** Resolves when all that is in the line has been tried once. */
  async settled(): Promise<void> {
    let line: Promise<void>;
    do await (line = this.#line);
    while (line !== this.#line);
  }

  async close(): Promise<void> {
    this.#stopped.abort();
    for (const timer of this.#timers) clearTimeout(timer);
    await this.#line;
  }

  #send(outgoing: Outgoing, copies: number): void {
    // One signature a webhook: its copies are the same to the last byte.
    const signed = this.#sign(outgoing);
    for (let copy = 0; copy < copies; copy++) this.#enqueue(outgoing, signed, 0);
  }

  async #sign({ body }: Outgoing): Promise<{ text: string; signature: string }> {
    const text = JSON.stringify(body, null, 2);
    const key = await currentKey(this.#state, this.#clock);
    return { text, signature: await signBody(key, text, this.#clock.now()) };
  }

  #enqueue(outgoing: Outgoing, signed: Promise<{ text: string; signature: string }>, retry: number): void {
    this.#line = this.#attempt(this.#line, outgoing, signed, retry);
  }

  async #attempt(
    earlier: Promise<void>,
    outgoing: Outgoing,
    signed: Promise<{ text: string; signature: string }>,
    retry: number,
  ): Promise<void> {
    await earlier;
    if (this.#stopped.signal.aborted) return;
    const status = await this.#post(outgoing.url, await signed);
    const code = String(outgoing.body["webhook_code"]);
    this.attempts.push({ code, itemId: outgoing.item, status });
    if (this.attempts.length > maxAttemptsShown) this.attempts.shift();
    const delayMs = status === 200 ? undefined : retryDelaysMs[retry];
    if (delayMs !== undefined) this.#later(outgoing, retry + 1, delayMs);
  }

  #later(outgoing: Outgoing, retry: number, delayMs: number): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.#enqueue(outgoing, this.#sign(outgoing), retry);
    }, delayMs).unref();
    this.#timers.add(timer);
  }

  async #post(url: string, { text, signature }: { text: string; signature: string }): Promise<number | null> {
    const signal = AbortSignal.any([this.#stopped.signal, AbortSignal.timeout(timeoutMs)]);
    const headers = { "content-type": "application/json", "plaid-verification": signature };
    try {
      const response = await fetch(url, { method: "POST", body: text, headers, signal, redirect: "manual" });
      await response.arrayBuffer();
      return response.status;
    } catch (err) {
      if (!this.#stopped.signal.aborted) this.#log.debug({ err, url }, "a bank webhook was not delivered");
      return null;
    }
  }
}
