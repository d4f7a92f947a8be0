import { randomUUID } from "node:crypto";
import type { Redis } from "ioredis";
import type { Logger } from "pino";
import { createRedis, type RedisConnectionOptions } from "../../src/db/redis-connection.ts";

/** Prefix of all keys of the cache. */
export const keyPrefix = "hub:cache";
/** Stands for every event. */
export const allEvents = "*";
/** Channel on which processes are notified of events. */
const channel = `${keyPrefix}:events`;

/** Key of an event's generation. */
export function eventKey(event: string): string {
  return `${keyPrefix}:event:${event}`;
}

interface EventOptions {
  url: string;
  log: Logger;
  /** How long one command may take. */
  timeoutMs?: number;
  /** Interval of retries and of liveness checks. */
  intervalMs?: number;
}

/**
 * Reports events from a process with a database to all routers that share a Redis: a new generation for entries in
 * Redis, and a notification for entries in memory. Reports that fail are repeated until they succeed.
 */
export class SharedEventSender {
  readonly #redis: Redis;
  readonly #log: Logger;
  readonly #pending = new Set<string>();
  readonly #timer: NodeJS.Timeout;
  #sending: Promise<void> | null = null;

  constructor({ url, log, timeoutMs = 1_000, intervalMs = 1_000 }: EventOptions) {
    this.#log = log;
    this.#redis = connect({ url, log, timeoutMs });
    this.#redis.on("ready", () => void this.#flush());
    this.#timer = setInterval(() => void this.#flush(), intervalMs).unref();
  }

  send(event: string): void {
    this.#pending.add(event);
    void this.#flush();
  }

  /** Resolves when everything was reported, or could not be. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#flush();
    this.#redis.disconnect();
  }

  #flush(): Promise<void> {
    return (this.#sending ??= this.#sendAll().finally(() => (this.#sending = null)));
  }

  async #sendAll(): Promise<void> {
    while (this.#pending.size > 0 && this.#redis.status === "ready") {
      const [event = allEvents] = this.#pending;
      this.#pending.delete(event);
      try {
        const generation = randomUUID();
        await this.#redis.multi().set(eventKey(event), generation).publish(channel, event).exec();
      } catch (err) {
        this.#pending.add(event);
        this.#log.warn({ err }, "public data events are not shared yet");
        return;
      }
    }
  }
}

/** Receives the events of `SharedEventSender`, in a process without a database. */
export class SharedEventReceiver {
  readonly #redis: Redis;
  readonly #timer: NodeJS.Timeout;
  readonly #take: { onEvent(event: string): void; onGap(): void };
  #isHearing = false;

  constructor(
    { url, log, timeoutMs = 2_000, intervalMs = 1_000 }: EventOptions,
    take: { onEvent(event: string): void; onGap(): void },
  ) {
    this.#take = take;
    this.#redis = connect({ url, log, timeoutMs });
    this.#redis.on("message", (_channel: string, event: string) =>
      event === allEvents ? take.onGap() : take.onEvent(event),
    );
    this.#redis.on("ready", () => void this.#subscribe());
    this.#redis.on("close", () => this.#lost());
    // A connection that died without a word is noticed by a ping.
    this.#timer = setInterval(() => this.#check(), intervalMs).unref();
  }

  /** False while events may be missed. */
  get isHearing(): boolean {
    return this.#isHearing;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#isHearing = false;
    this.#redis.disconnect();
  }

  async #subscribe(): Promise<void> {
    try {
      await this.#redis.subscribe(channel);
      this.#take.onGap();
      this.#isHearing = true;
    } catch {
      this.#redis.disconnect(true);
    }
  }

  #check(): void {
    if (this.#redis.status !== "ready") return;
    this.#redis.ping().catch(() => this.#redis.disconnect(true));
  }

  #lost(): void {
    if (!this.#isHearing) return;
    this.#isHearing = false;
    this.#take.onGap();
  }
}

function connect(options: RedisConnectionOptions): Redis {
  const redis = createRedis(options, { autoResubscribe: false });
  void redis.connect().catch(() => undefined);
  return redis;
}
