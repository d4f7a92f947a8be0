import { expect, test } from "vitest";
import { agoWords, exactWords } from "../../router/explorer/web/ui/time-words.ts";

const now = new Date("2026-06-15T12:00:00Z");

test.each([
  ["2026-06-15T11:59:30Z", "just now"],
  ["2026-06-15T12:00:59Z", "just now"],
  ["2026-06-15T11:59:00Z", "1 min ago"],
  ["2026-06-15T11:00:01Z", "59 min ago"],
  ["2026-06-15T11:00:00Z", "1 h ago"],
  ["2026-06-14T12:00:01Z", "23 h ago"],
  ["2026-06-14T12:00:00Z", "1 day ago"],
  ["2026-06-01T12:00:00Z", "14 days ago"],
  ["2026-06-15T12:05:00Z", "in 5 min"],
  ["2026-06-18T13:00:00Z", "in 3 days"],
  ["2026-05-20T12:00:00Z", "20 May"],
  ["2027-01-20T12:00:00Z", "20 Jan 2027"],
])("%s is shown as %s", (at, words) => {
  expect(agoWords(at, now)).toBe(words);
});

test("the exact time has its seconds", () => {
  expect(exactWords("2026-06-15T12:00:09Z")).toMatch(/^15 Jun 2026, \d\d:00:09$/);
});
