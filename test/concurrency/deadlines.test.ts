import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Deadlines, type Due } from "../../src/concurrency/deadlines.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function add(deadlines: Deadlines) {
  const due = { expired: 0, expire: () => void (due.expired += 1) };
  const place = deadlines.add(due satisfies Due);
  return { due, place, finish: () => deadlines.done(place) };
}

test("each thing expires at its own time, and one that is done does not", () => {
  const deadlines = new Deadlines(1_000);
  const first = add(deadlines);
  vi.advanceTimersByTime(400);
  const done = add(deadlines);
  const last = add(deadlines);
  done.finish();
  vi.advanceTimersByTime(599);
  expect(first.due.expired).toBe(0);
  vi.advanceTimersByTime(2);
  expect([first.due.expired, last.due.expired]).toEqual([1, 0]);
  vi.advanceTimersByTime(400);
  expect([done.due.expired, last.due.expired]).toEqual([0, 1]);
});

test("deadlines begin again after everything was done", () => {
  const deadlines = new Deadlines(1_000);
  add(deadlines).finish();
  vi.advanceTimersByTime(900);
  const late = add(deadlines);
  vi.advanceTimersByTime(999);
  expect(late.due.expired).toBe(0);
  vi.advanceTimersByTime(2);
  expect(late.due.expired).toBe(1);
});

test("one timer serves thousands, and what is done is not kept behind what is slow", () => {
  const deadlines = new Deadlines(1_000);
  const slow = add(deadlines);
  const quick = Array.from({ length: 5_000 }, () => add(deadlines));
  for (const { finish } of quick) finish();
  expect(vi.getTimerCount()).toBe(1);
  expect([slow.place.before, slow.place.after]).toEqual([null, null]);
  slow.finish();
  slow.finish();
  vi.advanceTimersByTime(1_001);
  expect(vi.getTimerCount()).toBe(0);
  expect([slow, ...quick].filter(({ due }) => due.expired > 0)).toEqual([]);
});

test("what expires may begin something new", () => {
  const deadlines = new Deadlines(1_000);
  const again: ReturnType<typeof add>[] = [];
  deadlines.add({ expire: () => void again.push(add(deadlines)) });
  vi.advanceTimersByTime(1_001);
  expect(again).toHaveLength(1);
  vi.advanceTimersByTime(1_001);
  expect(again[0]!.due.expired).toBe(1);
});
