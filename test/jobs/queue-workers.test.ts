import { EventEmitter } from "node:events";
import type { PgBoss } from "pg-boss";
import { expect, test, vi } from "vitest";
import { QueueWorkers, reportNewJobs } from "../../src/jobs/queue-workers.ts";
import { until } from "../support/poll.ts";
import { silentLog } from "../support/silent-log.ts";

function workersOf(start: () => Promise<string[]>) {
  const notifyWorker = vi.fn<(id: string) => void>();
  const boss = { notifyWorker } as unknown as PgBoss;
  const workers = new QueueWorkers({ boss, starters: new Map([["mail", start]]), log: silentLog });
  return { workers, woken: () => notifyWorker.mock.calls.map(([id]) => id) };
}

test("workers of a queue start with its first job, once, and are woken for the next one", async () => {
  const start = vi.fn<() => Promise<string[]>>(async () => ["mail-1", "mail-2"]);
  const { workers, woken } = workersOf(start);
  expect(start).not.toHaveBeenCalled();
  workers.wake("mail");
  workers.wake("mail");
  expect(start).toHaveBeenCalledTimes(1);
  await until("they are woken", () => (workers.wake("mail"), woken().length > 0));
  expect(new Set(woken())).toEqual(new Set(["mail-1", "mail-2"]));
  expect(start).toHaveBeenCalledTimes(1);
});

test("workers that could not be started are started with the next job", async () => {
  let fails = 1;
  const start = vi.fn<() => Promise<string[]>>(async () => {
    if (fails-- > 0) throw new Error("The connection was lost.");
    return ["mail-1"];
  });
  const { workers, woken } = workersOf(start);
  await until("one is woken", () => (workers.wake("mail"), woken().length > 0));
  expect(start).toHaveBeenCalledTimes(2);
});

test("a queue of another process starts nothing here, and nothing starts after the end", () => {
  const start = vi.fn<() => Promise<string[]>>(async () => ["mail-1"]);
  const { workers } = workersOf(start);
  workers.wake("purge");
  workers.stop();
  workers.wake("mail");
  expect(start).not.toHaveBeenCalled();
});

test("a new job is reported beside pg-boss's own listener", async () => {
  const channel = new EventEmitter();
  const db = {
    listen: async (name: string, onNotification: (queue: string) => void) =>
      void channel.on(name, onNotification),
  };
  const reported: string[] = [];
  reportNewJobs({ getDb: () => db } as unknown as PgBoss, (queue) => reported.push(queue));
  const woken: string[] = [];
  await db.listen("jobs", (queue) => void woken.push(queue));
  channel.emit("jobs", "mail");
  expect([woken, reported]).toEqual([["mail"], ["mail"]]);
});
