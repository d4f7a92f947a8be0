import { randomUUID } from "node:crypto";
import type { EntityManager } from "@mikro-orm/postgresql";
import type { PgBoss } from "pg-boss";
import type { z } from "zod";
import { executeSql } from "../db/sql.ts";
import type { Job } from "./define-job.ts";
import { withTrace } from "./traced-payload.ts";

export interface EnqueueOptions {
  /** At most one waiting job of this kind with this key (see `singleton` of the job). */
  singletonKey?: string;
  /** Not before this moment. */
  startAfter?: Date;
}

/** Which queue each opened database sends to: entity managers carry the configuration they were opened with. */
const senders = new WeakMap<object, PgBoss>();

/** Lets `enqueue` find the queue of the databases it was started for. */
export function connectSender(configuration: object, boss: PgBoss): void {
  senders.set(configuration, boss);
}

/**
 * Enqueues a job. In an open transaction of `em` the job exists if and only if that transaction commits, and a
 * worker then starts it immediately; outside of one, it exists immediately. Returns its id, or null when a job
 * with the same `singletonKey` already waits. Throws a ZodError for a payload that does not match the job's
 * schema.
 */
export async function enqueue<Schema extends z.ZodType>(
  em: EntityManager,
  job: Pick<Job<Schema>, "name" | "schema">,
  payload: z.input<Schema>,
  options: EnqueueOptions = {},
): Promise<string | null> {
  const boss = senders.get(em.config);
  if (!boss) throw new Error(`No job queue was started for this database; "${job.name}" cannot be enqueued.`);
  job.schema.parse(payload);
  return boss.send(job.name, withTrace(payload as object), {
    // The queue allows one waiting job a key, and no key is a key too.
    singletonKey: options.singletonKey ?? randomUUID(),
    ...(options.startAfter ? { startAfter: options.startAfter } : {}),
    db: { executeSql: async (text, values) => ({ rows: await executeSql(em, text, values) }) },
  });
}
