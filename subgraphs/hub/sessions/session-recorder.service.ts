import { setTimeout as wait } from "node:timers/promises";
import type { EntityManager } from "@mikro-orm/postgresql";
import type { Logger } from "pino";
import type { TokenSession } from "../../../src/access/token-session.ts";
import type { CallClient } from "../../../src/context.ts";
import { networkAround } from "../../../src/http/ip-address.ts";
import { deviceOf } from "./device.ts";
import { writeSeen, type SeenSession } from "./session.rows.ts";

/** "Last seen" is written at most once a minute. */
const everyMs = 60_000;
const maxKnown = 20_000;
const maxWaiting = 5_000;
/** A database that does not respond does not hold up the end of the process. */
const closingMs = 2_000;

export interface SessionRecorderOptions {
  log: Logger;
  /** How long sessions wait in this process until they are written together. */
  holdMs?: number;
}

/**
 * Notes the sessions of requests in memory, and writes them together some seconds later, outside of any request. A request of
 * a session that was noted within a minute costs a look into a map. What does not fit into its bounds is noted by a later
 * request, and a killed process loses what it had not written.
 */
export class SessionRecorder {
  /** When each session was noted last, in milliseconds. */
  readonly #known = new Map<string, number>();
  #waiting = new Map<string, SeenSession>();
  readonly #log: Logger;
  readonly #holdMs: number;
  #timer: NodeJS.Timeout | null = null;
  #writing: Promise<void> = Promise.resolve();
  #open: (() => EntityManager) | null = null;

  constructor({ log, holdMs = 5_000 }: SessionRecorderOptions) {
    this.#log = log;
    this.#holdMs = holdMs;
  }

  /** Gives the recorder its database. */
  start(open: () => EntityManager): void {
    this.#open = open;
  }

  /** Notes a request of a session. Does nothing within a minute of the last time. */
  note(session: TokenSession, ownerId: string, now: Date, client: CallClient | undefined): void {
    const nowMs = now.getTime();
    const last = this.#known.get(session.id);
    if (last !== undefined && Math.abs(nowMs - last) < everyMs) return;
    if (this.#waiting.size >= maxWaiting && !this.#waiting.has(session.id)) return;
    this.#remember(session.id, nowMs);
    this.#waiting.set(session.id, {
      id: session.id,
      ownerId,
      issuerSession: session.name,
      revocable: session.isRevocable,
      device: deviceOf(client?.userAgent ?? null),
      network: client ? networkAround(client.ip) : null,
      seenAt: now.toISOString(),
      expiresAtSeconds: session.expiresAtSeconds,
      lifetimeSeconds: session.lifetimeSeconds,
    });
    this.#timer ??= setTimeout(() => void this.flush(), this.#holdMs).unref();
  }

  /** Resolves when everything that was noted before is written, as far as that succeeds. Never rejects. */
  flush(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  /** Writes what waits, and notes nothing more. */
  async close(): Promise<void> {
    await Promise.race([this.flush(), wait(closingMs, undefined, { ref: false })]);
    this.#open = null;
  }

  async #write(): Promise<void> {
    if (!this.#open || this.#waiting.size === 0) return;
    const seen = [...this.#waiting.values()];
    this.#waiting = new Map();
    try {
      await writeSeen(this.#open(), seen);
    } catch (error) {
      // The next request of each notes it again.
      for (const { id } of seen) this.#known.delete(id);
      this.#log.warn({ err: error }, "sessions that were seen could not be written");
    }
  }

  #remember(id: string, nowMs: number): void {
    this.#known.delete(id);
    this.#known.set(id, nowMs);
    if (this.#known.size <= maxKnown) return;
    const oldest = this.#known.keys().next();
    if (!oldest.done) this.#known.delete(oldest.value);
  }
}
