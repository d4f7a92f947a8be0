import type { Redis } from "ioredis";
import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import { createRedis } from "../db/redis-connection.ts";
import { periodAt } from "./calendar.ts";
import type { Decision, LimitRequest, LimitStore, WindowCheck, WindowState } from "./limits.types.ts";
import { unitsOf } from "./memory-store.ts";
import { decideScript, giveBackScript } from "./redis-scripts.ts";

export interface RedisStoreOptions {
  url: string;
  log: Logger;
  /** How long Redis may take for an answer. */
  timeoutMs: number;
  /** Prefix of all keys. */
  prefix?: string;
}

/** Commands defined from our scripts. */
interface Scripts {
  decideLimits(keys: number, ...rest: string[]): Promise<number[]>;
  giveBackUnits(keys: number, ...rest: string[]): Promise<number>;
}

/**
 * Counts that several processes share: each decision is one script, by the server's own time unless a test sets one.
 * The keys of a subject lie in one slot of a cluster.
 */
export class RedisStore implements LimitStore {
  readonly #redis: Redis & Scripts;
  readonly #prefix: string;
  readonly #process = randomUUID().slice(0, 8);
  #calls = 0;

  constructor({ url, log, timeoutMs, prefix = "hub:limits" }: RedisStoreOptions) {
    this.#prefix = prefix;
    // A decision that waits for a connection is late: the fallback decides.
    const scripts = { decideLimits: { lua: decideScript }, giveBackUnits: { lua: giveBackScript } };
    this.#redis = createRedis({ url, log, timeoutMs }, { scripts }) as Redis & Scripts;
  }

  /** Resolves when the server is reached; rejects when the first attempt fails, but keeps retrying. */
  async connect(): Promise<void> {
    await this.#redis.connect();
  }

  async decide({ subject, checks, now, isTestTime }: LimitRequest): Promise<Decision> {
    this.#calls += 1;
    const values = checks.flatMap((check) => [
      check.kind,
      String(check.limit ?? -1),
      String(unitsOf(check)),
      String(check.intervalMs ?? 0),
    ]);
    const answer = await this.#redis.decideLimits(
      checks.length,
      ...checks.map((check) => this.#keyOf(subject, check)),
      isTestTime ? String(now) : "",
      `${this.#process}-${this.#calls}`,
      ...values,
    );
    return readAnswer(checks, answer);
  }

  async giveBack({ subject, checks, now }: LimitRequest): Promise<void> {
    const keys: string[] = [];
    const values: string[] = [];
    for (const check of checks) {
      if (check.kind === "minute" || check.kind === "bucket") continue;
      keys.push(this.#keyOf(subject, check));
      values.push(String(periodAt(check.kind, now).start), String(unitsOf(check)));
    }
    if (keys.length > 0) await this.#redis.giveBackUnits(keys.length, ...keys, ...values);
  }

  degradation(): null {
    return null;
  }

  async close(): Promise<void> {
    this.#redis.disconnect();
  }

  #keyOf(subject: string, { counter, kind }: WindowCheck): string {
    return `${this.#prefix}:{${subject}}:${counter}:${kind}`;
  }
}

function readAnswer(checks: readonly WindowCheck[], answer: readonly number[]): Decision {
  const [admitted, now = 0, ...figures] = answer;
  const windows: WindowState[] = [];
  let refusal: WindowState | null = null;
  for (const [index, { name, limit }] of checks.entries()) {
    if (limit === null) continue;
    const [remaining = 0, resetAt = 0, isRefused] = figures.slice(index * 3, index * 3 + 3);
    const state = { name, limit, remaining, resetAt };
    windows.push(state);
    if (isRefused && (!refusal || resetAt > refusal.resetAt)) refusal = state;
  }
  return { windows, refusal: admitted === 1 ? null : refusal, now };
}
