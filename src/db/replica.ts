import type { EntityManager } from "@mikro-orm/postgresql";
import pg from "pg";
import type { Logger } from "pino";
import { sendRead, type Seen } from "./owned-read.ts";
import { traceStatements } from "../observability/trace-statements.ts";

/** A statement as the driver takes it. */
type Prepared = pg.QueryConfig;

/** How long a replica that fails or has fallen behind is left alone. */
const restMs = 1_000;

const replicas = new WeakMap<object, Replica>();

/** Lets reads that allow it be answered by this replica of the database of `em`. */
export function attachReplica(em: EntityManager, replica: Replica): void {
  replicas.set(em.config, replica);
}

/** The replica of the database of `em`; null without one. */
export function replicaOf(em: EntityManager): Replica | null {
  return replicas.get(em.config) ?? null;
}

/**
 * A streaming replica, which answers a read only if it has everything that was committed when the read began:
 * the primary is asked for its position, once for all reads that begin in the meantime, and the replica reports
 * with its rows whether it has reached that position. So reads from a replica are indistinguishable from reads
 * from the primary, and a principal reads its own writes through any process.
 */
export class Replica {
  readonly #pool: pg.Pool;
  readonly #primary: EntityManager;
  readonly #log: Logger;
  /** A position query that has not been sent yet, and so covers reads that begin now. */
  #next: Promise<string> | null = null;
  #underWay: Promise<unknown> = Promise.resolve();
  #restsUntil = 0;

  constructor(settings: pg.PoolConfig, { primary, log }: { primary: EntityManager; log: Logger }) {
    this.#pool = new pg.Pool(settings);
    this.#pool.on("error", (err) => log.warn({ err }, "the replica ended a connection"));
    // The pool listens to idle connections alone; the read on this one fails anyway.
    this.#pool.on("connect", (client) => client.on("error", () => undefined));
    traceStatements(this.#pool);
    this.#primary = primary;
    this.#log = log;
  }

  /** The rows; null when the replica cannot say that they are all there, so that the primary has to be asked. */
  async read<Row>(seen: Seen, query: Prepared): Promise<Row[] | null> {
    if (performance.now() < this.#restsUntil) return null;
    try {
      const position = await this.#position();
      const client = await this.#pool.connect();
      let isBroken = true;
      try {
        const reached = client.query<{ reached: boolean }>({
          name: "replica_reached",
          text: "SELECT pg_is_in_recovery() AND pg_last_wal_replay_lsn() >= $1::pg_lsn AS reached",
          values: [position],
        });
        const [{ rows: answers }, found] = await Promise.all([reached, sendRead<Row>(client, seen, query)]);
        isBroken = false;
        if (answers[0]?.reached) return found;
      } finally {
        client.release(isBroken);
      }
      this.#rest();
      return null;
    } catch (err) {
      this.#log.warn({ err }, "the replica is left alone for a moment");
      this.#rest();
      return null;
    }
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }

  #rest(): void {
    this.#restsUntil = performance.now() + restMs;
  }

  /**
   * The flushed position covers all acknowledged commits. Reads that arrive while a query is running wait for
   * the next one.
   */
  #position(): Promise<string> {
    this.#next ??= this.#underWay.then(() => {
      this.#next = null;
      const asked = this.#queryPrimary();
      this.#underWay = asked.catch(() => undefined);
      return asked;
    });
    return this.#next;
  }

  async #queryPrimary(): Promise<string> {
    const pool = await this.#primary.getConnection().getNativeClient();
    const { rows } = await pool.query<{ position: string }>({
      name: "primary_position",
      text: "SELECT pg_current_wal_flush_lsn()::text AS position",
    });
    return rows[0]!.position;
  }
}
