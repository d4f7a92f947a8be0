import { expect, test } from "vitest";
import { idFollowing, isId, newId } from "../src/ids.ts";

test("ids are their prefix and a lower-case ULID, and never the same", () => {
  const ids = Array.from({ length: 20_000 }, () => newId("txn"));
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.every((id) => isId("txn", id))).toBe(true);
  expect(isId("cle", ids[0]!)).toBe(false);
});

test("the random part is as random in every place: all 32 characters come as often", () => {
  const count = 20_000;
  const seen = Array.from({ length: 16 }, () => new Map<string, number>());
  for (let made = 0; made < count; made++) {
    const random = newId("x").slice(-16);
    seen.forEach((map, place) => map.set(random[place]!, (map.get(random[place]!) ?? 0) + 1));
  }
  // 625 of each are expected; seven standard deviations are 172.
  for (const map of seen) {
    expect(map.size).toBe(32);
    for (const times of map.values()) expect(Math.abs(times - count / 32)).toBeLessThan(172);
  }
});

test("ids are in the order of the milliseconds in which they were made", () => {
  const first = newId("x");
  const start = Date.now();
  while (Date.now() === start);
  expect(first < newId("x")).toBe(true);
});

test("an id that follows from another one is the same each time, and in its order", () => {
  const event = newId("evt");
  const id = idFollowing("dlv", event, "whe_1");
  expect(idFollowing("dlv", event, "whe_1")).toBe(id);
  expect(isId("dlv", id)).toBe(true);
  expect(id.slice(4, 14)).toBe(event.slice(4, 14));
  expect(idFollowing("dlv", event, "whe_2")).not.toBe(id);
  expect(idFollowing("dlv", newId("evt"), "whe_1")).not.toBe(id);
});
