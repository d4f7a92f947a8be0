import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import type { Database } from "../../src/db/database.ts";
import { executeSql } from "../../src/db/sql.ts";
import { inTransaction } from "../../src/db/transaction.ts";
import { defineJob, type AnyJob } from "../../src/jobs/define-job.ts";
import { enqueue } from "../../src/jobs/enqueue.ts";
import { startJobs } from "../../src/jobs/jobs.ts";
import { openNotes } from "../db/notes-database.ts";
import { createTestDatabase, type TestDatabase } from "../support/postgres.ts";
import { until } from "../support/poll.ts";
import { silentLog } from "../support/silent-log.ts";

let server: TestDatabase;
let database: Database;
/** How the job of a killed worker was run by another one. It takes long, so it happens beside the other tests. */
let runAgain: ReturnType<typeof outliveWorker>;
beforeAll(async () => {
  server = await createTestDatabase();
  database = await openNotes(server.url);
  runAgain = outliveWorker();
  // The test that waits for it fails, and nothing before.
  runAgain.catch(() => {});
});
afterAll(async () => {
  await Promise.allSettled([runAgain]);
  await database.close();
  await server.drop();
});

async function start(jobs: AnyJob<string>[], work: boolean) {
  const running = await startOn(server.url, database, jobs, work);
  onTestFinished(() => running.stop({ timeoutMs: 2_000 }));
  return running;
}

function startOn(url: string, notes: Database, jobs: AnyJob<string>[], work: boolean) {
  return startJobs({ url, databases: [notes], jobs, work, context: "context", log: silentLog });
}

/** Kills a process with a job in hand, and returns what another worker ran within 30 s of its missed heartbeat. */
async function outliveWorker() {
  const queue = await createTestDatabase();
  const notes = await openNotes(queue.url);
  const script = fileURLToPath(new URL("die-in-job.ts", import.meta.url));
  const child = spawn(process.execPath, [script, queue.url], { stdio: ["ignore", "pipe", "inherit"] });
  const exit = once(child, "exit");
  try {
    await Promise.race([once(child.stdout, "data"), exit]);
    child.kill("SIGKILL");
    await exit;
    const { job, seen } = collector("deadly");
    const other = await startOn(queue.url, notes, [job], true);
    try {
      // The 15 seconds in which a living worker would have sent a heartbeat.
      const aged =
        "UPDATE jobs.job SET heartbeat_on = heartbeat_on - interval '15 s' WHERE state = 'active' RETURNING 1";
      expect(await queue.query(aged)).toHaveLength(1);
      return await until("another worker ran it", () => seen[0]);
    } finally {
      await other.stop({ timeoutMs: 2_000 });
    }
  } finally {
    child.kill("SIGKILL");
    await notes.close();
    await queue.drop();
  }
}

const contextOf = () => ({ em: database.fork(), principal: { ownerId: "ann" } });
const payloadSchema = z.object({ text: z.string(), at: z.coerce.date().optional() });

/** A job that records its runs. */
function collector(
  name: string,
  options: { fails?: number; singleton?: "queued" | "queued-or-running" } = {},
) {
  const seen: { text: string; at?: Date | undefined; attempt: number; context: string }[] = [];
  const job = defineJob<typeof payloadSchema, string>({
    name,
    schema: payloadSchema,
    retry: { limit: 3, delaySeconds: 1 },
    ...(options.singleton ? { singleton: options.singleton } : {}),
    handler: async (payload, run) => {
      seen.push({ ...payload, attempt: run.attempt, context: run.context });
      if (run.attempt <= (options.fails ?? 0)) throw new Error("not yet");
    },
  });
  return { job, seen };
}

test("waiting jobs run one after the other, without a pause after each", async () => {
  const { job, seen } = collector("many");
  const sending = await start([job], false);
  await inTransaction(contextOf(), async (em) => {
    for (let count = 0; count < 60; count++) await enqueue(em, job, { text: String(count) });
  });
  await sending.stop({ timeoutMs: 1_000 });
  await start([job], true);
  // With a second between two of them it would take a minute.
  await until("all are done", () => seen.length === 60, 55_000);
});

test("a job enqueued in a committed transaction runs immediately, with its payload and context", async () => {
  const { job, seen } = collector("committed");
  await start([job], true);
  const began = performance.now();
  const at = new Date("2026-01-02T03:04:05.678Z");
  await inTransaction(contextOf(), (em) => enqueue(em, job, { text: "hello", at }));
  await until("the job ran", () => seen.length > 0);
  // Workers poll once per minute.
  expect(performance.now() - began).toBeLessThan(30_000);
  expect(seen).toEqual([{ text: "hello", at, attempt: 1, context: "context" }]);
});

test("a job enqueued in a transaction that rolls back does not exist", async () => {
  const { job } = collector("rolled-back");
  await start([job], false);
  const failing = inTransaction(contextOf(), async (em) => {
    await enqueue(em, job, { text: "never" });
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  expect(await server.query("SELECT 1 FROM jobs.job WHERE name = 'rolled-back'")).toEqual([]);
});

test("a payload that does not fit is refused before it is stored", async () => {
  const { job } = collector("strict");
  await start([job], false);
  await expect(enqueue(database.fork(), job, { text: 1 } as unknown as { text: string })).rejects.toThrow(
    z.ZodError,
  );
});

test("a failing job is tried again", async () => {
  const { job, seen } = collector("flaky", { fails: 1 });
  await start([job], true);
  await enqueue(database.fork(), job, { text: "again" });
  await until("the second try", () => seen.length === 2);
  expect(seen.map((run) => run.attempt)).toEqual([1, 2]);
});

test("one key has one waiting job; without a key each call has its own", async () => {
  const { job } = collector("keyed");
  await start([job], false);
  const ids = [
    await enqueue(database.fork(), job, { text: "a" }, { singletonKey: "k" }),
    await enqueue(database.fork(), job, { text: "b" }, { singletonKey: "k" }),
    await enqueue(database.fork(), job, { text: "c" }),
    await enqueue(database.fork(), job, { text: "d" }),
  ];
  expect(ids.map((id) => id !== null)).toEqual([true, false, true, true]);
});

test("a job for later waits until then", async () => {
  const { job, seen } = collector("later");
  await start([job], true);
  await enqueue(database.fork(), job, { text: "second" }, { startAfter: new Date(Date.now() + 1_500) });
  await enqueue(database.fork(), job, { text: "first" });
  await until("both ran", () => seen.length === 2);
  expect(seen.map((run) => run.text)).toEqual(["first", "second"]);
});

test("the application's role can send jobs, but not read, change or delete them", async () => {
  const { job } = collector("rights");
  await start([job], false);
  await enqueue(database.fork(), job, { text: "secret" });
  const attempts = [
    "SELECT data FROM jobs.job",
    "UPDATE jobs.job SET data = NULL",
    "DELETE FROM jobs.job",
    "UPDATE jobs.queue SET notify = false",
  ];
  for (const sql of attempts)
    await expect(executeSql(database.fork(), sql)).rejects.toThrow(/permission denied/);
});

test("concurrently starting processes agree on one queue", async () => {
  const { job, seen } = collector("shared");
  await Promise.all([start([job], true), start([job], true), start([job], false)]);
  for (let index = 0; index < 10; index++) await enqueue(database.fork(), job, { text: `${index}` });
  await until("all ran", () => seen.length >= 10);
  expect(new Set(seen.map((run) => run.text)).size).toBe(10);
  expect(seen).toHaveLength(10);
});

test("stopping waits for the job that runs", async () => {
  let isDone = false;
  const begun = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const job = defineJob<typeof payloadSchema, string>({
    name: "slow",
    schema: payloadSchema,
    handler: async () => {
      begun.resolve();
      await release.promise;
      isDone = true;
    },
  });
  const running = await start([job], true);
  await enqueue(database.fork(), job, { text: "slow" });
  await begun.promise;
  const stopping = running.stop({ timeoutMs: 10_000 });
  release.resolve();
  await stopping;
  expect(isDone).toBe(true);
  expect(await server.query("SELECT state FROM jobs.job WHERE name = 'slow'")).toEqual([
    { state: "completed" },
  ]);
});

test("schedules are those of the release that runs", async () => {
  const scheduled = (name: string) =>
    defineJob<typeof payloadSchema, string>({
      name,
      schema: payloadSchema,
      schedule: { cron: "0 3 * * *", payload: { text: "nightly" } },
      handler: async () => {},
    });
  await start([scheduled("old-nightly")], true);
  await start([scheduled("new-nightly")], true);
  expect(await server.query("SELECT name, cron, timezone FROM jobs.schedule")).toEqual([
    { name: "new-nightly", cron: "0 3 * * *", timezone: "UTC" },
  ]);
});

test("a start writes only the queues and schedules that differ from those of this release", async () => {
  const jobOf = (limit: number) => [
    defineJob<typeof payloadSchema, string>({
      name: "kept",
      schema: payloadSchema,
      schedule: { cron: "0 3 * * *", payload: { text: "nightly" } },
      retry: { limit, delaySeconds: 1 },
      handler: async () => {},
    }),
    defineJob<typeof payloadSchema, string>({ name: "same", schema: payloadSchema, handler: async () => {} }),
  ];
  const rows = async () => {
    const sql = `SELECT name, updated_on::text AS written, retry_limit AS "limit" FROM jobs.queue
      WHERE name IN ('kept', 'same')
      UNION ALL SELECT name || ' schedule', updated_on::text, 0 FROM jobs.schedule WHERE name = 'kept' ORDER BY 1`;
    return server.query<{ name: string; written: string; limit: number }>(sql);
  };
  await (await start(jobOf(2), true)).stop();
  const first = await rows();
  expect(first.map(({ name, limit }) => [name, limit])).toEqual([
    ["kept", 2],
    ["kept schedule", 0],
    ["same", expect.any(Number)],
  ]);
  await (await start(jobOf(2), true)).stop();
  expect(await rows()).toEqual(first);
  await (await start(jobOf(5), true)).stop();
  const changed = await rows();
  expect(changed[0]).toMatchObject({ name: "kept", limit: 5 });
  expect(changed.slice(1)).toEqual(first.slice(1));
});

test("a job whose worker was killed is run again by another", async () => {
  expect(await runAgain).toMatchObject({ text: "deadly", attempt: 2 });
});

test("enqueueing on a database without a queue fails with a clear error", async () => {
  const other = await openNotes(server.url);
  onTestFinished(() => other.close());
  const { job } = collector("orphan");
  await expect(enqueue(other.fork(), job, { text: "x" })).rejects.toThrow(/No job queue was started/);
});
