import type { EntityManager } from "@mikro-orm/postgresql";
import { expect, test } from "vitest";
import { Batches, type BatchRun } from "../../src/db/batches.ts";

/** Entity managers of one database share one configuration; `Batches` reads nothing else of them. */
const database = () => ({ config: {} }) as unknown as EntityManager;

/** Batches that record their runs, and return each item in capitals once they are released. */
function noted(trouble: (items: readonly string[], run: BatchRun) => void = () => {}) {
  const ran: (readonly string[])[] = [];
  const gates: (() => void)[] = [];
  const batches = new Batches<string, string>(async (items, run) => {
    ran.push(items);
    await new Promise<void>((resolve) => gates.push(resolve));
    trouble(items, run);
    return items.map((item) => item.toUpperCase());
  });
  const openAll = async (until: () => boolean) => {
    for (let turn = 0; !until() && turn < 1_000; turn++) {
      gates.splice(0).forEach((open) => open());
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const settle = async (works: readonly Promise<string>[]) => {
    let isOver = false;
    const settled = Promise.allSettled(works).finally(() => (isOver = true));
    await openAll(() => isOver);
    return (await settled).map((one) => (one.status === "fulfilled" ? one.value : String(one.reason)));
  };
  const started = async (count: number) => {
    for (let turn = 0; ran.length < count && turn < 1_000; turn++)
      await new Promise((resolve) => setImmediate(resolve));
  };
  return { batches, ran, settle, started };
}

test("what comes while a batch runs goes together in the next, in its order, each with its own result", async () => {
  const { batches, ran, settle, started } = noted();
  const em = database();
  const first = batches.run(em, "a");
  await started(1);
  const later = ["b", "c", "d"].map((item) => batches.run(em, item));
  expect(await settle([first, ...later])).toEqual(["A", "B", "C", "D"]);
  expect(ran).toEqual([["a"], ["b", "c", "d"]]);
  expect(await settle([batches.run(em, "e")])).toEqual(["E"]);
});

test("databases do not wait for each other", async () => {
  const { batches, ran, settle, started } = noted();
  const works = [batches.run(database(), "a"), batches.run(database(), "b")];
  await started(2);
  expect(ran).toEqual([["a"], ["b"]]);
  expect(await settle(works)).toEqual(["A", "B"]);
});

test("a batch that fails is run item by item, and only the bad one fails", async () => {
  const { batches, ran, settle } = noted((items) => {
    if (items.includes("bad")) throw new Error("broken");
  });
  const em = database();
  const works = ["a", "bad", "c"].map((item) => batches.run(em, item));
  expect(await settle(works)).toEqual(["A", "Error: broken", "C"]);
  expect(ran).toEqual([["a", "bad", "c"], ["a"], ["bad"], ["c"]]);
});

test("an item that fails by itself is not run again", async () => {
  const { batches, ran, settle } = noted(() => {
    throw new Error("broken");
  });
  expect(await settle([batches.run(database(), "a")])).toEqual(["Error: broken"]);
  expect(ran).toEqual([["a"]]);
});

test("an item of a batch that waits for a lock runs again on its own, with the full timeout", async () => {
  const serverTimeouts: (number | null)[] = [];
  const { batches, ran, settle } = noted((_items, { lockTimeoutMs }) => {
    serverTimeouts.push(lockTimeoutMs);
    if (lockTimeoutMs !== null) throw Object.assign(new Error("locked"), { code: "55P03" });
  });
  expect(await settle([batches.run(database(), "a")])).toEqual(["A"]);
  expect(ran).toEqual([["a"], ["a"]]);
  expect(serverTimeouts).toEqual([500, null]);
});

test("more than a transaction should hold are several batches", async () => {
  const { batches, ran, settle } = noted();
  const em = database();
  const items = Array.from({ length: 150 }, (_, index) => `item ${index}`);
  const answers = await settle(items.map((item) => batches.run(em, item)));
  expect(answers).toEqual(items.map((item) => item.toUpperCase()));
  expect(ran.map(({ length }) => length)).toEqual([64, 64, 22]);
});
