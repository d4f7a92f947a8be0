import { setTimeout as wait } from "node:timers/promises";
import type { EntityManager } from "@mikro-orm/postgresql";
import type { Logger } from "pino";
import { inPipelinedTransaction } from "../db/pipelined-transaction.ts";
import { readAsSystem } from "../db/read-rows.ts";
import { executeSql, textArray } from "../db/sql.ts";

/** An audit row on its way to the platform's trail. */
export interface PendingEntry {
  id: string;
  /** ISO 8601 in UTC, with microseconds. */
  at: string;
  actorType: string;
  actorId: string;
  onBehalfOf: string | null;
  action: string;
  targetType: string | null;
  targetId: string | null;
  appId: string | null;
  ip: string | null;
  userAgent: string | null;
  requestId: string;
  outcome: string;
  code: string | null;
  /** JSON text. */
  changes: string | null;
  retention: string;
}

export interface AuditRelayOptions {
  fork: () => EntityManager;
  /** Puts entries into the trail; entries that it has are left as they are. */
  send: (entries: readonly PendingEntry[]) => Promise<void>;
  log: Logger;
  /** Interval between checks for rows that another process left behind. Default: 1000 ms. */
  pollMs?: number;
}

const batchSize = 200;
const gatherMs = 250;

/** Which relay serves each opened database: entity managers carry the configuration they were opened with. */
const relays = new WeakMap<object, AuditRelay>();

/** Notifies the relay of this database, if this process has one, that a row was committed. */
export function wakeAuditRelay(em: EntityManager): void {
  relays.get(em.config)?.wake();
}

/**
 * Brings one subgraph's committed audit rows into the platform's trail: as soon as one is written here, and each second
 * those of other processes. Each row arrives at least once, and the trail takes it once; a row leaves the list of
 * pending ones only after it arrived. Failures are logged and tried again.
 */
export class AuditRelay {
  readonly #options: AuditRelayOptions;
  readonly #configuration: object;
  readonly #timer: NodeJS.Timeout;
  #running: Promise<void> | null = null;
  #isAskedAgain = false;
  /** Aborted to stop waiting for further rows to gather. */
  #gathering = new AbortController();
  #isStopped = false;

  constructor(options: AuditRelayOptions) {
    this.#options = options;
    this.#configuration = options.fork().config;
    relays.set(this.#configuration, this);
    this.#timer = setInterval(() => this.wake(), options.pollMs ?? 1_000);
  }

  /** Starts a run, or makes the current one check again. */
  wake(): void {
    if (this.#isStopped) return;
    this.#isAskedAgain = true;
    this.#running ??= this.#run();
  }

  /** Resolves when all that was committed before has arrived, or has failed to. */
  async flush(): Promise<void> {
    this.wake();
    this.#gathering.abort();
    await this.#running;
  }

  /** Ends after the run under way. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    relays.delete(this.#configuration);
    this.#gathering.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    for (;;) {
      this.#isAskedAgain = false;
      await relayAll(this.#options).catch((error: unknown) =>
        this.#options.log.error({ err: error }, "Audit relay failed"),
      );
      // Rows that come fast travel together.
      if (!this.#isAskedAgain) break;
      await wait(gatherMs, null, { signal: this.#gathering.signal }).catch(() => undefined);
      if (this.#gathering.signal.aborted) this.#gathering = new AbortController();
    }
    // In the same tick as the last check, so that no wake-up reaches a finished run.
    this.#running = null;
  }
}

async function relayAll({ fork, send }: AuditRelayOptions): Promise<void> {
  while ((await relayBatch(fork(), send)) === batchSize);
}

/** Sends the oldest pending rows; returns how many there were. The network is used outside of any transaction. */
async function relayBatch(em: EntityManager, send: AuditRelayOptions["send"]): Promise<number> {
  const entries = await readAsSystem<PendingEntry>(em, { sql: pendingSql, parameters: [batchSize] });
  if (entries.length === 0) return 0;
  await send(entries);
  const ids = textArray(entries.map(({ id }) => id));
  const remove = (own: EntityManager) =>
    executeSql(own, "DELETE FROM audit_pending WHERE entry_id = ANY($1)", [ids]);
  await inPipelinedTransaction({ em, principal: { ownerId: null } }, remove, { asSystem: true });
  return entries.length;
}

/**
 * Ids are in the order of their calls. Each pending row finds its entry by the primary key (`OFFSET 0` keeps the planner from
 * merging the two): a merge join would read the whole log up to its newest rows, which are the pending ones.
 */
const pendingSql = `SELECT entry.* FROM (SELECT entry_id FROM audit_pending ORDER BY entry_id LIMIT $1) AS pending
  CROSS JOIN LATERAL (
    SELECT id, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at,
      actor_type AS "actorType", actor_id AS "actorId", on_behalf_of AS "onBehalfOf", action,
      target_type AS "targetType", target_id AS "targetId", app_id AS "appId", ip, user_agent AS "userAgent",
      request_id AS "requestId", outcome, code, changes::text AS changes, retention
    FROM audit_log WHERE id = pending.entry_id OFFSET 0) AS entry
  ORDER BY pending.entry_id`;
