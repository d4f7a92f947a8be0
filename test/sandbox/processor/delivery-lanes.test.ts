import { expect, test } from "vitest";
import { DeliveryLanes, laneOf } from "../../../sandbox/processor/events/delivery-lanes.ts";

/** A task that ends when the test releases it. */
function controlled(name: string, log: string[]) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const task = () => {
    log.push(name);
    return promise;
  };
  return { task, end: resolve };
}

const nextTick = () => new Promise((resolve) => setImmediate(resolve));

test("tasks of one lane run in order, those of other lanes beside them", async () => {
  const log: string[] = [];
  const lanes = new DeliveryLanes(10);
  const [first, second, other] = ["a1", "a2", "b1"].map((name) => controlled(name, log));
  lanes.add("a", first!.task);
  lanes.add("a", second!.task);
  lanes.add("b", other!.task);
  await nextTick();
  expect(log).toEqual(["a1", "b1"]);
  first!.end();
  await nextTick();
  expect(log).toEqual(["a1", "b1", "a2"]);
});

test("no more tasks run than the maximum, and each lane has its turn", async () => {
  const log: string[] = [];
  const lanes = new DeliveryLanes(2);
  const tasks = ["a", "a", "b", "c"].map((lane, index) => ({
    lane,
    ...controlled(`${lane}${index}`, log),
  }));
  for (const { lane, task } of tasks) lanes.add(lane, task);
  await nextTick();
  expect(log).toEqual(["a0", "b2"]);
  tasks[0]!.end();
  await nextTick();
  expect(log).toEqual(["a0", "b2", "c3"]);
  tasks[3]!.end();
  await nextTick();
  expect(log).toEqual(["a0", "b2", "c3", "a1"]);
});

test("is settled when the last queued task has ended, also one that a task has added", async () => {
  const log: string[] = [];
  const lanes = new DeliveryLanes(10);
  await lanes.settled();
  lanes.add("a", async () => {
    await nextTick();
    lanes.add("b", async () => void log.push("added"));
  });
  await lanes.settled();
  expect(log).toEqual(["added"]);
});

test.each([
  ["its customer", { id: "in_1", customer: "cus_1", payment_intent: "pi_1" }, "cus_1"],
  ["its expanded customer", { id: "in_1", customer: { id: "cus_1" } }, "cus_1"],
  ["its payment", { id: "ch_1", customer: null, payment_intent: "pi_1" }, "pi_1"],
  ["itself", { id: "cus_1" }, "cus_1"],
])("the lane of an event is %s", (_what, object, lane) => {
  expect(laneOf({ data: { object } })).toBe(lane);
});
