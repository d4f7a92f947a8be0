import type { EventEmitter } from "node:events";
import { isDeepStrictEqual } from "node:util";
import { PgBoss, type WorkOptions } from "pg-boss";
import type { Logger } from "pino";
import { growSlowly } from "../db/connections/slow-growth.ts";
import type { Database } from "../db/database.ts";
import { openLoginBy, type LoginMode } from "../db/login-role.ts";
import type { Statements } from "../db/roles.ts";
import type { AnyJob, JobRun } from "./define-job.ts";
import { watchDueJobs, type DueJobs } from "./due-jobs.ts";
import { connectSender } from "./enqueue.ts";
import { grantSending, grantWorking } from "./grants.ts";
import { openQueueFunctions } from "./queue-functions.ts";
import { QueueWorkers, reportNewJobs } from "./queue-workers.ts";
import { runTraced, takeTrace } from "./traced-payload.ts";

const jobsSchema = "jobs";
/** The role that runs the queue. It owns nothing. */
const jobsRole = "jobs_app";

export interface JobsOptions<Context> {
  /** URL of the application's database, as a user with rights to create the `jobs` schema. */
  url: string;
  /** Who connects while jobs run: a login role that this makes (`derived`, the default), or the user of `url`. */
  login?: LoginMode;
  /** The databases whose transactions may enqueue. */
  databases: readonly Database[];
  /** The database whose role may see and retry failed jobs, as far as this process has it. */
  administration?: Database | undefined;
  /** Every job that is sent or run here. */
  jobs: readonly AnyJob<Context>[];
  /** True in a process that runs jobs and keeps their schedules, false in one that only enqueues. */
  work: boolean;
  /** The context that handlers get as `run.context`. */
  context: Context;
  poolSize?: number;
  log: Logger;
}

export interface Jobs {
  /**
   * Takes no further job and waits up to `timeoutMs` (20 s) for running ones; jobs that still run then are
   * aborted and will be retried.
   */
  stop(options?: { timeoutMs?: number }): Promise<void>;
}

/**
 * Opens the job queue: creates or migrates its schema, declares the queues, gives the databases' roles the right to
 * send, and with `work` starts workers and schedules. A job of a killed worker is tried again within about 30 seconds.
 */
export async function startJobs<Context>(options: JobsOptions<Context>): Promise<Jobs> {
  const { databases, work, log } = options;
  const boss = new PgBoss({
    connectionString: await prepareQueue(options),
    schema: jobsSchema,
    application_name: "jobs",
    migrate: false,
    max: options.poolSize ?? 4,
    useListenNotify: work,
    supervise: work,
    schedule: work,
    superviseIntervalSeconds: 10,
    monitorIntervalSeconds: 10,
  });
  // Without a listener an 'error' event would end the process; the queue itself retries. Errors of a worker
  // arrive as a plain object.
  report(boss, log);
  const workers = new QueueWorkers({ boss, starters: startersOf(boss, options), log });
  if (work) reportNewJobs(boss, (queue) => workers.start(queue));
  growPoolSlowly(boss);
  await boss.start();
  try {
    for (const database of databases) connectSender(database.orm.config, boss);
    const dueJobs = work ? await startWork(boss, workers, options) : null;
    return {
      stop: async ({ timeoutMs = 20_000 } = {}) => {
        workers.stop();
        await dueJobs?.stop();
        await boss.stop({ graceful: true, timeout: timeoutMs });
      },
    };
  } catch (error) {
    await boss.stop({ graceful: false });
    throw error;
  }
}

async function startWork<Context>(
  boss: PgBoss,
  workers: QueueWorkers,
  { jobs, log }: JobsOptions<Context>,
): Promise<DueJobs> {
  await schedule(boss, jobs);
  return watchDueJobs({ boss, schema: jobsSchema, workers, log });
}

function startersOf<Context>(
  boss: PgBoss,
  options: JobsOptions<Context>,
): Map<string, () => Promise<string[]>> {
  const startAll = (job: AnyJob<Context>) => () =>
    Promise.all(Array.from({ length: job.concurrency }, () => startWorker(boss, job, options)));
  return new Map(options.jobs.map((job) => [job.name, startAll(job)]));
}

/**
 * Runs the steps that need the owner of the queue, on their own connection: migrates its schema, declares the
 * queues, grants rights. Returns the URL for running the queue.
 */
async function prepareQueue<Context>(options: JobsOptions<Context>): Promise<string> {
  const { url, login = "derived", databases, administration, jobs, log } = options;
  const owner = new PgBoss({
    connectionString: url,
    schema: jobsSchema,
    application_name: "migrate",
    max: 1,
    useListenNotify: false,
    supervise: false,
    schedule: false,
  });
  report(owner, log);
  await owner.start();
  try {
    await declareQueues(owner, jobs);
    const db = owner.getDb();
    const senders = databases.map((database) => database.role);
    await grantSending(db, jobsSchema, senders);
    if (administration) await openQueueFunctions(db, jobsSchema, administration.role);
    if (login === "given") return url;
    const client: Statements = { query: (text, values) => db.executeSql(text, values) };
    const own = new URL(await openLoginBy(client, url, jobsRole));
    own.searchParams.set("options", `-c role=${jobsRole}`);
    await grantWorking(db, jobsSchema, jobsRole);
    return own.href;
  } finally {
    await owner.stop({ graceful: false });
  }
}

/** The queue opens its pool when it starts. */
function growPoolSlowly(boss: PgBoss): void {
  const db = boss.getDb() as unknown as { pool: EventEmitter; open(): Promise<void> };
  const open = db.open.bind(db);
  const openSlowly = async () => {
    await open();
    growSlowly(db.pool);
  };
  db.open = openSlowly;
}

function report(boss: PgBoss, log: Logger): void {
  boss.on("error", ({ message, stack }) =>
    log.error({ err: Object.assign(new Error(message), { stack }) }, "Job queue error"),
  );
  boss.on("warning", (warning) => log.warn({ warning: warning.message }, "Job queue warning"));
}

/** Makes the stored queues those of this release. Most starts find them so, and write nothing. */
async function declareQueues(boss: PgBoss, jobs: readonly AnyJob[]): Promise<void> {
  const stored = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  for (const job of jobs) {
    const settings = settingsOf(job);
    const queue = stored.get(job.name);
    if (queue && containsAll(queue, settings)) continue;
    if (!queue) {
      const policy = job.singleton === "queued" ? "short" : "exclusive";
      await boss.createQueue(job.name, { policy, ...settings });
    }
    // An existing queue keeps the settings of the release that made it, unless they are set again.
    await boss.updateQueue(job.name, settings);
  }
}

function settingsOf(job: AnyJob) {
  return {
    retryLimit: job.retry.limit,
    retryDelay: job.retry.delaySeconds,
    retryBackoff: true,
    ...(job.retry.maxDelaySeconds === undefined ? {} : { retryDelayMax: job.retry.maxDelaySeconds }),
    expireInSeconds: job.expireInSeconds,
    heartbeatSeconds: 15,
    notify: true,
  };
}

const containsAll = (stored: object, wanted: object): boolean =>
  isDeepStrictEqual({ ...stored, ...wanted }, stored);

async function startWorker<Context>(
  boss: PgBoss,
  job: AnyJob<Context>,
  options: JobsOptions<Context>,
): Promise<string> {
  const { log, context } = options;
  // Workers are woken: by a notification for a new job, by `watchDueJobs` for all others.
  const work: WorkOptions = { pollingIntervalSeconds: 60, notifyPollingIntervalSeconds: 60 };
  let workerId: string | null = null;
  workerId = await boss.work<unknown>(job.name, work, async ([claimed]) => {
    if (!claimed) return;
    // While there are jobs, the next one is fetched immediately: a pause after each would limit a worker to one
    // job per second.
    if (workerId !== null) boss.notifyWorker(workerId);
    const attempt = claimed.retryCount + 1;
    const jobLog = log.child({ job: job.name, jobId: claimed.id, attempt });
    const run: JobRun<Context> = { id: claimed.id, attempt, signal: claimed.signal, log: jobLog, context };
    const { payload, trace } = takeTrace(claimed.data);
    try {
      await runTraced(job, { trace, attempt }, () => job.handler(job.schema.parse(payload), run));
    } catch (error) {
      jobLog.error({ err: error }, "Job failed");
      throw error;
    }
  });
  return workerId;
}

/** Makes the stored schedules those of this release. */
async function schedule(boss: PgBoss, jobs: readonly AnyJob[]): Promise<void> {
  const wanted = jobs.filter((job) => job.schedule);
  const names = new Set(wanted.map((job) => job.name));
  const stored = new Map<string, object>();
  for (const { name, cron, timezone, data, options } of await boss.getSchedules()) {
    if (names.has(name)) stored.set(name, { cron, timezone, data, options });
    else await boss.unschedule(name);
  }
  for (const { name, schedule: plan } of wanted) {
    if (!plan) continue;
    const { cron, timezone = "UTC", payload } = plan;
    const options = { tz: timezone, singletonKey: "schedule" };
    const isStored = isDeepStrictEqual(stored.get(name), { cron, timezone, data: payload, options });
    if (!isStored) await boss.schedule(name, cron, payload as object, options);
  }
}
