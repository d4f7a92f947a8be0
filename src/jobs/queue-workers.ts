import type { PgBoss } from "pg-boss";
import type { Logger } from "pino";

export interface QueueWorkersOptions {
  boss: PgBoss;
  /** How the workers of each queue start, by its name; returns their ids. */
  starters: ReadonlyMap<string, () => Promise<string[]>>;
  log: Logger;
}

/**
 * The workers of this process. Those of a queue start with its first due job: a worker looks for one as it starts, and of a
 * hundred workers of a starting platform nearly all would find none.
 */
export class QueueWorkers {
  readonly #options: QueueWorkersOptions;
  /** Ids by queue; empty while they start. */
  readonly #running = new Map<string, readonly string[]>();
  #isStopped = false;

  constructor(options: QueueWorkersOptions) {
    this.#options = options;
  }

  get queues(): string[] {
    return [...this.#options.starters.keys()];
  }

  /** Has the workers of a queue look for a job. */
  wake(queue: string): void {
    for (const id of this.#running.get(queue) ?? []) this.#options.boss.notifyWorker(id);
    this.start(queue);
  }

  /** Starts the workers of a queue where they do not run. */
  start(queue: string): void {
    const starter = this.#options.starters.get(queue);
    if (!starter || this.#isStopped || this.#running.has(queue)) return;
    this.#running.set(queue, []);
    starter().then(
      (ids) => this.#running.set(queue, ids),
      (error: unknown) => {
        // They are started again when a due job is found.
        this.#running.delete(queue);
        if (!this.#isStopped) this.#options.log.error({ err: error, queue }, "Workers could not be started");
      },
    );
  }

  /** No worker starts from here on. */
  stop(): void {
    this.#isStopped = true;
  }
}

/** Reports the queue of each new job, as pg-boss is notified of it: it wakes the workers that run, and starts none. */
export function reportNewJobs(boss: PgBoss, report: (queue: string) => void): void {
  const db = boss.getDb();
  const listen = db.listen?.bind(db);
  if (!listen) return;
  db.listen = (channel, wakeWorkers, onReconnect) =>
    listen(
      channel,
      (queue) => {
        wakeWorkers(queue);
        report(queue);
      },
      onReconnect,
    );
}
