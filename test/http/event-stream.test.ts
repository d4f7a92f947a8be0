import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { EventStreamBody, OpenEventStreams, readEvents } from "../../src/http/event-stream.ts";

async function* results(...values: unknown[]): AsyncGenerator<unknown, undefined> {
  for (const value of values) yield value;
}

async function events(body: AsyncIterable<Buffer>) {
  const found = [];
  for await (const event of readEvents(body)) found.push(event);
  return found;
}

test("written events are parsed again, whatever their chunk boundaries", async () => {
  const data = { data: { text: "line\nbreak: ü — €" } };
  const whole = await buffer(new EventStreamBody(results(data)));
  async function* bytes(): AsyncGenerator<Buffer> {
    for (const byte of whole) yield Buffer.from([byte]);
  }
  expect(await events(bytes())).toEqual([
    { event: "next", data: JSON.stringify(data) },
    { event: "complete", data: "" },
  ]);
});

test("an unread body pulls no more than its buffer takes", async () => {
  let asked = 0;
  const endless = {
    next: async () => ({ done: false as const, value: { data: "x".repeat(1_000), number: (asked += 1) } }),
  };
  const body = new EventStreamBody(endless);
  body.read(0);
  for (let turn = 0; turn < 1_000; turn += 1) await Promise.resolve();
  await new Promise(setImmediate);
  expect(asked).toBeGreaterThan(1);
  expect(asked).toBeLessThan(100);
  body.destroy();
});

test("a destroyed body returns its results; a cut one ends without `complete`", async () => {
  let returned = 0;
  const waiting = () => ({
    next: () => new Promise<IteratorResult<unknown>>(() => undefined),
    return: async () => {
      returned += 1;
      return { done: true as const, value: undefined };
    },
  });
  const open = new OpenEventStreams();
  const destroyed = open.add(new EventStreamBody(waiting()));
  const cut = open.add(new EventStreamBody(waiting()));
  expect(open.size).toBe(2);
  destroyed.destroy();
  const read = events(cut as AsyncIterable<Buffer>);
  open.cutAll();
  expect(await read).toEqual([]);
  expect(returned).toBeGreaterThanOrEqual(2);
  await new Promise(setImmediate);
  expect(open.size).toBe(0);
});
