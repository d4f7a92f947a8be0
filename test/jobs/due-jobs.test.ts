import type { PgBoss } from "pg-boss";
import { expect, onTestFinished, test, vi } from "vitest";
import { watchDueJobs } from "../../src/jobs/due-jobs.ts";
import { until } from "../support/poll.ts";
import { silentLog } from "../support/silent-log.ts";

/** A queue whose statements are answered by `answer`, with the queues whose workers were woken. */
function watch(answer: () => Promise<{ rows: unknown[] }>) {
  const executeSql = vi.fn<(text: string, values: unknown[]) => Promise<{ rows: unknown[] }>>(answer);
  const wake = vi.fn<(queue: string) => void>();
  const boss = { getDb: () => ({ executeSql }) } as unknown as PgBoss;
  const workers = { queues: ["mail", "purge"], wake };
  const dueJobs = watchDueJobs({ boss, schema: "jobs", workers, log: silentLog, pollMs: 5 });
  onTestFinished(() => dueJobs.stop());
  return { dueJobs, executeSql, woken: () => wake.mock.calls.map(([queue]) => queue) };
}

test("one statement asks for all queues, and the workers of a due one are woken", async () => {
  const { executeSql, woken } = watch(async () => ({ rows: [{ name: "mail" }] }));
  await until("a worker was woken", () => woken().length > 0);
  expect(executeSql.mock.calls[0]![1]).toEqual([["mail", "purge"]]);
  expect(new Set(woken())).toEqual(new Set(["mail"]));
});

test("without a due job nobody is woken", async () => {
  const { executeSql, woken } = watch(async () => ({ rows: [] }));
  await until("it has looked three times", () => executeSql.mock.calls.length > 2);
  expect(woken()).toEqual([]);
});

test("a failure of the database is tried again", async () => {
  let fails = 2;
  const { woken } = watch(async () => {
    if (fails-- > 0) throw new Error("The connection was lost.");
    return { rows: [{ name: "purge" }] };
  });
  await until("a worker was woken", () => woken().length > 0);
  expect(new Set(woken())).toEqual(new Set(["purge"]));
});

test("stopping waits for the statement in flight, and no other follows", async () => {
  const statement = Promise.withResolvers<{ rows: unknown[] }>();
  const { dueJobs, executeSql } = watch(() => statement.promise);
  await until("it looks", () => executeSql.mock.calls.length > 0);
  let isStopped = false;
  const stopped = dueJobs.stop().then(() => void (isStopped = true));
  await new Promise((resolve) => setImmediate(resolve));
  expect(isStopped).toBe(false);
  statement.resolve({ rows: [] });
  await stopped;
  expect(executeSql).toHaveBeenCalledTimes(1);
});
