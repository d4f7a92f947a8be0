import { expect, test } from "vitest";
import { mapStream, skipped, WakeUps } from "../../src/concurrency/stream.ts";

async function* numbers(...values: number[]): AsyncGenerator<number, undefined> {
  for (const value of values) yield value;
}

/** A source that gives one value and then waits for ever, deaf to `return`. */
async function* stuck(): AsyncGenerator<number, undefined> {
  yield 1;
  await new Promise(() => undefined);
}

async function all<T>(stream: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const value of stream) found.push(value);
  return found;
}

test("values are mapped in order, and skipped ones are omitted", async () => {
  const stream = mapStream(numbers(1, 2, 3), (value) => (value === 2 ? skipped : value * 10));
  expect(await all(stream)).toEqual([10, 30]);
});

test("a value is pulled from the source only when the reader requests it", async () => {
  let asked = 0;
  const source = {
    next: async () => ({ done: false as const, value: (asked += 1) }),
    [Symbol.asyncIterator]() {
      return this;
    },
  };
  const stream = mapStream(source, (value) => value);
  await stream.next();
  await stream.next();
  expect(asked).toBe(2);
});

test("returning ends a reader who waits, whether or not the source listens", async () => {
  let ends = 0;
  const stream = mapStream(stuck(), (value) => value, { onEnd: () => void (ends += 1) });
  await stream.next();
  const waiting = stream.next();
  await stream.return();
  expect(await waiting).toEqual({ done: true, value: undefined });
  expect(await stream.next()).toEqual({ done: true, value: undefined });
  await stream.return();
  expect(ends).toBe(1);
});

test("a failure is the last value, also for a reader who was not waiting", async () => {
  const whenFailed = (error: unknown) => (error as Error).message;
  const thrown = mapStream(
    numbers(1, 2),
    (value) => (value === 2 ? Promise.reject(new Error("two")) : "one"),
    {
      whenFailed,
    },
  );
  expect(await all(thrown)).toEqual(["one", "two"]);
  const failed = mapStream(stuck(), String, { whenFailed });
  await failed.next();
  failed.fail(new Error("from outside"));
  failed.fail(new Error("again"));
  expect(await all(failed)).toEqual(["from outside"]);
});

test("without a last value the reader is thrown the failure", async () => {
  const stream = mapStream(numbers(1), () => Promise.reject(new Error("no")));
  await expect(stream.next()).rejects.toThrow("no");
  expect((await stream.next()).done).toBe(true);
});

test("unread wake-ups are merged into one", async () => {
  const wakeUps = new WakeUps({ isDue: true, onEnd: () => undefined });
  for (let index = 0; index < 1_000; index += 1) wakeUps.wake();
  expect(await wakeUps.next()).toEqual({ done: false, value: true });
  let isWoken = false;
  const next = wakeUps.next().then((value) => {
    isWoken = true;
    return value;
  });
  await Promise.resolve();
  expect(isWoken).toBe(false);
  wakeUps.wake();
  expect(await next).toEqual({ done: false, value: true });
});

test("returned wake-ups end a reader who waits, and are forgotten once", async () => {
  let ends = 0;
  const wakeUps = new WakeUps({ isDue: false, onEnd: () => void (ends += 1) });
  const waiting = wakeUps.next();
  await wakeUps.return();
  await wakeUps.return();
  wakeUps.wake();
  expect([(await waiting).done, (await wakeUps.next()).done, ends]).toEqual([true, true, 1]);
});
