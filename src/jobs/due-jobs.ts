import type { PgBoss } from "pg-boss";
import type { Logger } from "pino";
import type { QueueWorkers } from "./queue-workers.ts";

export interface DueJobs {
  /** Ends after the statement in flight. */
  stop(): Promise<void>;
}

/**
 * Wakes the workers of every queue that has a due job, looking at once and then every `pollMs` (1 s), until stopped. A
 * notification wakes them for a new job; jobs for later, jobs that are tried again and jobs whose notification was lost are found here. One
 * statement asks for all queues: a hundred workers that look on their own would find nothing most of the time. Failures of the
 * database are logged and tried again.
 */
export function watchDueJobs(options: {
  boss: PgBoss;
  schema: string;
  workers: Pick<QueueWorkers, "queues" | "wake">;
  log: Logger;
  pollMs?: number;
}): DueJobs {
  const { boss, schema, workers, log, pollMs = 1_000 } = options;
  const { queues } = workers;
  let isStopping = false;
  let wake: () => void = () => {};
  const look = async (): Promise<void> => {
    for (const name of await findDue(boss.getDb(), schema, queues)) if (!isStopping) workers.wake(name);
  };
  const pause = (): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, pollMs);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const loop = async (): Promise<void> => {
    while (!isStopping) {
      await look().catch((error: unknown) => log.error({ err: error }, "Due jobs could not be read"));
      if (!isStopping) await pause();
    }
  };
  const looping = loop();
  return {
    stop: () => {
      isStopping = true;
      wake();
      return looping;
    },
  };
}

/** Queues with a job that can run now. The limit has each queue asked for by the index alone, however long it is. */
async function findDue(
  db: ReturnType<PgBoss["getDb"]>,
  schema: string,
  queues: readonly string[],
): Promise<string[]> {
  const { rows } = await db.executeSql(
    `SELECT queue.name FROM unnest($1::text[]) AS queue(name) CROSS JOIN LATERAL (
       SELECT 1 FROM ${schema}.job
       WHERE job.name = queue.name AND job.state < 'active' AND NOT job.blocked
         AND job.start_after <= ${schema}.job_now()
       LIMIT 1) AS due`,
    [queues],
  );
  return (rows as { name: string }[]).map(({ name }) => name);
}
