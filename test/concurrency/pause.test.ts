import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import { pause } from "../../src/concurrency/pause.ts";

test("a pause that is over leaves nothing on its signal", async () => {
  const { signal } = new AbortController();
  for (let index = 0; index < 3; index++) await pause(1, signal);
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

test("a pause ends as soon as its signal aborts, and does not begin after that", async () => {
  const stopping = new AbortController();
  const pausing = pause(600_000, stopping.signal);
  stopping.abort();
  await pausing;
  await pause(600_000, stopping.signal);
});
