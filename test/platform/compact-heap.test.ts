import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { compactHeap } from "../../platform/runtime/compact-heap.ts";

test("garbage of all kinds is collected, and no way to collect it is left to other code", async () => {
  const garbage = new WeakRef({ leftover: true });
  // An object is kept until the end of the turn that has used its reference.
  await nextTurn();
  compactHeap();
  expect(garbage.deref()).toBeUndefined();
  expect(Object.hasOwn(globalThis, "gc")).toBe(false);
});
