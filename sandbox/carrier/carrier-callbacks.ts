import type { FastifyBaseLogger } from "fastify";
import { z } from "zod";
import { signCarrierForm } from "../../src/telephony/carrier-signature.ts";

const timeoutMs = 15_000;

export const callbackFaultsSchema = z.strictObject({
  /** Status callbacks are never made. */
  drop: z.boolean().optional(),
  /** Number of deliveries of each callback. */
  copies: z.int().min(1).max(20).optional(),
  /** Each comes so much later. */
  delayMs: z.int().min(0).max(600_000).optional(),
  /** They come in the opposite order. */
  reversed: z.boolean().optional(),
});

/** Calls the platform back, with forms signed as the real carrier signs them. */
export class CarrierCallbacks {
  faults: z.output<typeof callbackFaultsSchema> = {};
  readonly #token: string;
  readonly #log: FastifyBaseLogger;
  readonly #stopped = new AbortController();
  readonly #running = new Set<Promise<unknown>>();

  constructor({ token, log }: { token: string; log: FastifyBaseLogger }) {
    this.#token = token;
    this.#log = log;
  }

  /** Sends callbacks for several steps of one entry, one after the other; resolves when all are sent. */
  send(url: string, steps: readonly Record<string, string>[]): Promise<void> {
    const { drop, copies = 1, delayMs = 0, reversed } = this.faults;
    if (drop) return Promise.resolve();
    const ordered = reversed ? steps.toReversed() : steps;
    return this.track(
      (async () => {
        if (delayMs > 0) await pause(delayMs, this.#stopped.signal);
        for (const step of ordered)
          await Promise.all(Array.from({ length: copies }, () => this.post(url, step)));
      })(),
    );
  }

  /** Sends one form; its answer, or null when there was none. */
  async post(url: string, params: Record<string, string>): Promise<{ status: number; text: string } | null> {
    if (this.#stopped.signal.aborted) return null;
    const signal = AbortSignal.any([this.#stopped.signal, AbortSignal.timeout(timeoutMs)]);
    const headers = {
      "content-type": "application/x-www-form-urlencoded",
      "x-twilio-signature": signCarrierForm(this.#token, url, params),
      connection: "close",
    };
    try {
      const body = new URLSearchParams(params).toString();
      const response = await fetch(url, { method: "POST", headers, body, signal, redirect: "manual" });
      return { status: response.status, text: await response.text() };
    } catch (err) {
      if (!this.#stopped.signal.aborted) this.#log.debug({ err, url }, "a callback was not delivered");
      return null;
    }
  }

  /** Resolves when every callback that was due has been made. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  async close(): Promise<void> {
    this.#stopped.abort();
    await this.settled();
  }

  /** `settled` and `close` wait for it too. */
  track(work: Promise<void>): Promise<void> {
    const one = work.finally(() => this.#running.delete(one));
    this.#running.add(one);
    return one;
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    timer.unref();
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
