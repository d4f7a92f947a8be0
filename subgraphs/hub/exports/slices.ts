import { setImmediate } from "node:timers/promises";

/** Short enough that other calls do not notice. */
const sliceMs = 15;

/** Runs `work` on each item in order, and yields to other requests every few milliseconds. */
export async function inSlices<T>(
  items: Iterable<T>,
  work: (item: T) => Promise<void> | void,
): Promise<void> {
  let sliceEnd = performance.now() + sliceMs;
  for (const item of items) {
    const pending = work(item);
    if (pending) await pending;
    if (performance.now() < sliceEnd) continue;
    await setImmediate();
    sliceEnd = performance.now() + sliceMs;
  }
}

const chunkLength = 64 * 1024;

/** Passes the texts on in chunks of at least 64 Ki characters, except for the last one. */
export async function inChunks(
  texts: Iterable<string>,
  write: (chunk: string) => Promise<void> | void,
): Promise<void> {
  let chunk = "";
  await inSlices(texts, (text) => {
    chunk += text;
    if (chunk.length < chunkLength) return;
    const full = chunk;
    chunk = "";
    return write(full);
  });
  if (chunk !== "") await write(chunk);
}
