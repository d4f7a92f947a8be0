import { expect, test } from "vitest";
import { PlanningQueue } from "../../router/graphql/planning-queue.ts";

function spin(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

const codeOf = (outcome: PromiseSettledResult<unknown>): unknown =>
  outcome.status === "rejected" ? (outcome.reason as { code?: string }).code : "done";

test("callers take turns: one with much to do keeps others waiting for one piece", async () => {
  const queue = new PlanningQueue();
  const order: string[] = [];
  const flood = ["f1", "f2", "f3", "f4"].map((name) => queue.run("flooder", () => order.push(name)));
  const other = queue.run("other", () => order.push("o1"));
  await Promise.all([...flood, other]);
  expect(order).toEqual(["f1", "o1", "f2", "f3", "f4"]);
});

test("a principal's waiting tasks are bounded, without affecting others", async () => {
  const queue = new PlanningQueue({ maxPerCaller: 3 });
  const runs = Array.from({ length: 5 }, () => queue.run("flooder", () => 1));
  runs.push(queue.run("other", () => 1));
  const codes = (await Promise.allSettled(runs)).map(codeOf);
  expect(codes).toEqual(["done", "done", "done", "RATE_LIMIT_EXCEEDED", "RATE_LIMIT_EXCEEDED", "done"]);
  expect(queue.waiting).toBe(0);
});

test("all waiting tasks together are bounded, and later there is room again", async () => {
  const queue = new PlanningQueue({ maxWaiting: 3 });
  const runs = ["a", "b", "c", "d"].map((caller) => queue.run(caller, () => 1));
  const outcomes = await Promise.allSettled(runs);
  expect(outcomes.map(codeOf)).toEqual(["done", "done", "done", "SERVICE_UNAVAILABLE"]);
  expect((outcomes[3] as PromiseRejectedResult).reason.details).toEqual({ retryAfterSeconds: 1 });
  expect(await queue.run("d", () => 2)).toBe(2);
});

test("everything else has its turn between two pieces", async () => {
  const queue = new PlanningQueue({ share: 0.5 });
  const order: string[] = [];
  const pieces = Array.from({ length: 3 }, (_, index) =>
    queue.run("flooder", () => {
      spin(2);
      order.push(`piece ${index}`);
      setImmediate(() => order.push("else"));
    }),
  );
  await Promise.all(pieces);
  expect(order).toEqual(["piece 0", "else", "piece 1", "else", "piece 2"]);
});

test("pieces leave the share of the time to others that they do not have", async () => {
  const queue = new PlanningQueue({ share: 0.25 });
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: 5 }, () => queue.run("flooder", () => spin(4))));
  // Four pauses of three times a piece's length, and five pieces.
  expect(performance.now() - startedAt).toBeGreaterThan(4 * 12 + 5 * 4 - 5);
});

test("a failing task rejects its own request only, and aborted tasks are skipped", async () => {
  const queue = new PlanningQueue();
  const abort = new AbortController();
  const done: string[] = [];
  const failing = queue.run("a", () => {
    throw new Error("broken");
  });
  const left = queue.run("a", () => done.push("left"), abort.signal);
  const other = queue.run("b", () => done.push("other"));
  abort.abort();
  const outcomes = await Promise.allSettled([failing, left, other]);
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected", "fulfilled"]);
  expect(done).toEqual(["other"]);
});
