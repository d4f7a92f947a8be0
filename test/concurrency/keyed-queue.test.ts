import { expect, test } from "vitest";
import { DomainError } from "../../src/errors.ts";
import { KeyedQueue, type QueuedTask } from "../../src/concurrency/keyed-queue.ts";

const taken = new DomainError("SLOT_TAKEN", "Taken.");

/** A limited number of things, and tasks that want one each. */
function race(things: number) {
  const seen = { running: 0, mostAtOnce: 0, runs: 0, looks: 0 };
  let left = things;
  const call = (name: string): QueuedTask<string> => ({
    run: async () => {
      seen.runs += 1;
      seen.running += 1;
      seen.mostAtOnce = Math.max(seen.mostAtOnce, seen.running);
      await new Promise(setImmediate);
      seen.running -= 1;
      if (left === 0) throw taken;
      left -= 1;
      return name;
    },
    recheck: async () => {
      seen.looks += 1;
      await new Promise(setImmediate);
      return left === 0 ? taken : null;
    },
    refuse: async (refusal) => {
      throw new DomainError(refusal.code, `${name}: ${refusal.message}`);
    },
  });
  return { seen, call };
}

const names = Array.from({ length: 20 }, (_, index) => `caller ${index}`);

test.each([
  [1, { runs: 1, looks: 1 }],
  [3, { runs: 3, looks: 3 }],
  [0, { runs: 1, looks: 1 }],
])(
  "of twenty who want one of %i, as many have one, in their order, one after the other",
  async (things, found) => {
    const { seen, call } = race(things);
    const turns = new KeyedQueue();
    const answers = await Promise.allSettled(names.map((name) => turns.take("place", call(name))));
    expect(answers.slice(0, things)).toEqual(
      names.slice(0, things).map((value) => ({ status: "fulfilled", value })),
    );
    expect(answers.filter(({ status }) => status === "rejected")).toHaveLength(20 - things);
    expect(seen).toMatchObject({ mostAtOnce: 1, ...found });
  },
);

test("a place is free again when all are done", async () => {
  const turns = new KeyedQueue();
  const { call, seen } = race(5);
  await Promise.all(names.slice(0, 3).map((name) => turns.take("place", call(name))));
  await turns.take("place", call("later"));
  expect(seen).toMatchObject({ runs: 4, looks: 2 });
});

test("tasks of different keys do not wait for each other", async () => {
  const turns = new KeyedQueue();
  const { call, seen } = race(20);
  await Promise.all(names.map((name) => turns.take(name, call(name))));
  expect(seen.mostAtOnce).toBe(20);
});

test("a failing recheck runs the task, and a failed task does not block the next one", async () => {
  const turns = new KeyedQueue();
  const { call } = race(20);
  const blind = (name: string): QueuedTask<string> => ({
    ...call(name),
    recheck: () => Promise.reject(new Error("nothing to be seen")),
  });
  const broken: QueuedTask<string> = { ...blind("broken"), run: () => Promise.reject(new Error("broken")) };
  const answers = await Promise.allSettled([
    turns.take("place", broken),
    turns.take("place", blind("second")),
    turns.take("place", broken),
    turns.take("place", blind("last")),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(["rejected", "fulfilled", "rejected", "fulfilled"]);
});

test("the others are checked once a task is decided, also while it goes on", async () => {
  const turns = new KeyedQueue();
  const { call, seen } = race(1);
  const { promise, resolve } = Promise.withResolvers<void>();
  const first: QueuedTask<string> = {
    ...call("first"),
    run: async (decided) => {
      const name = await call("first").run(() => undefined);
      decided();
      decided();
      await promise;
      return name;
    },
  };
  const winner = turns.take("place", first);
  const others = await Promise.allSettled(names.map((name) => turns.take("place", call(name))));
  expect(new Set(others.map(({ status }) => status))).toEqual(new Set(["rejected"]));
  expect(seen).toMatchObject({ runs: 1, looks: 1 });
  resolve();
  expect(await winner).toBe("first");
});
