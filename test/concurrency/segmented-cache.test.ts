import fc from "fast-check";
import { expect, test } from "vitest";
import { SegmentedCache } from "../../src/concurrency/segmented-cache.ts";

test("values in use stay, however many come once", () => {
  const cache = new SegmentedCache<string>({ maxEntries: 10, maxBytes: 1_000 });
  for (const key of ["a", "b", "c"]) {
    cache.set(key, key, 10);
    cache.get(key);
  }
  for (let index = 0; index < 1_000; index += 1) cache.set(`once ${index}`, "x", 10);
  expect(["a", "b", "c"].map((key) => cache.get(key))).toEqual(["a", "b", "c"]);
  expect(cache.size).toBeLessThanOrEqual(10);
});

test("among values in use the one used least recently leaves", () => {
  const cache = new SegmentedCache<string>({ maxEntries: 5, maxBytes: 1_000 });
  for (const key of ["a", "b", "c", "d"]) {
    cache.set(key, key, 10);
    cache.get(key);
  }
  cache.get("a");
  for (const key of ["e", "f"]) {
    cache.set(key, key, 10);
    cache.get(key);
  }
  expect(["a", "b", "d", "e", "f"].map((key) => cache.get(key) !== undefined)).toEqual([
    true,
    false,
    true,
    true,
    true,
  ]);
});

test("a value in use that was read since has a second chance, and once only", () => {
  const cache = new SegmentedCache<string>({ maxEntries: 6, maxBytes: 1_000 });
  const use = (key: string) => {
    cache.set(key, key, 10);
    cache.get(key);
  };
  for (const key of ["a", "b", "c"]) use(key);
  cache.get("a");
  use("d");
  for (const key of ["x", "y", "z"]) cache.set(key, key, 10);
  expect(cache.get("b")).toBeUndefined();
  expect(cache.get("a")).toBe("a");
  for (const key of "efghijkl") use(key);
  for (const key of ["x", "y", "z"]) cache.set(key, key, 10);
  expect(cache.get("a")).toBeUndefined();
});

test("a value that is larger than its room is not kept, and takes nothing else away", () => {
  const cache = new SegmentedCache<string>({ maxEntries: 10, maxBytes: 100 });
  cache.set("small", "x", 10);
  cache.get("small");
  cache.set("large", "y", 51);
  expect([cache.get("large"), cache.get("small"), cache.bytes]).toEqual([undefined, "x", 10]);
});

test("a value that grows is weighed again", () => {
  const cache = new SegmentedCache<string>({ maxEntries: 10, maxBytes: 1_000 });
  cache.set("a", "x", 10);
  cache.set("a", "y", 150);
  expect([cache.get("a"), cache.bytes, cache.size]).toEqual(["y", 150, 1]);
});

test("count and bytes stay within their limits, and bytes are the sum of the cached values", () => {
  const step = fc.record({
    key: fc.constantFrom(..."abcdefghijklmnop"),
    bytes: fc.integer({ min: 0, max: 60 }),
    kind: fc.constantFrom("get", "set", "delete"),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const cache = new SegmentedCache<number>({ maxEntries: 8, maxBytes: 200 });
      const last = new Map<string, number>();
      for (const { key, bytes, kind } of steps) {
        if (kind === "set") {
          cache.set(key, bytes, bytes);
          last.set(key, bytes);
        } else if (kind === "get") {
          const value = cache.get(key);
          if (value !== undefined) expect(value).toBe(last.get(key));
        } else cache.delete(key);
        expect(cache.size).toBeLessThanOrEqual(8);
        expect(cache.bytes).toBeLessThanOrEqual(200);
      }
      // Reading all of them only moves them.
      const kept = [...last.keys()].map((key) => cache.get(key) ?? 0);
      expect(cache.bytes).toBeLessThanOrEqual(kept.reduce((sum, bytes) => sum + bytes, 0));
    }),
  );
});
