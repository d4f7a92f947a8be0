import type { FastifyBaseLogger } from "fastify";
import { Readable } from "node:stream";
import { DomainError } from "../../src/errors.ts";
import type { ByteRange } from "./byte-range.ts";

/** The store of file contents; null when there are none. */
export interface FileBytes {
  open(key: string, range?: ByteRange): Promise<Readable | null>;
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
}

/** Part of a content, under a key of its own. */
export interface FilePart {
  storageKey: string;
  size: number;
}

/** Opens a content that is stored in parts; null when the first part that is needed does not exist. */
export async function openParts(
  store: FileBytes,
  parts: readonly FilePart[],
  range: ByteRange,
): Promise<Readable | null> {
  const needed: { key: string; range: ByteRange }[] = [];
  let from = 0;
  for (const { storageKey: key, size } of parts) {
    const [start, end] = [Math.max(range.start - from, 0), Math.min(range.end - from, size - 1)];
    if (start <= end) needed.push({ key, range: { start, end } });
    from += size;
  }
  const [first, ...others] = needed;
  const opened = first ? await store.open(first.key, first.range) : null;
  if (opened === null) return null;
  return Readable.from(joined(store, opened, others), { objectMode: false });
}

/** One part after the other: each is opened when the client has taken the one before. */
async function* joined(
  store: FileBytes,
  opened: Readable,
  others: readonly { key: string; range: ByteRange }[],
): AsyncGenerator<Buffer> {
  yield* opened as AsyncIterable<Buffer>;
  for (const { key, range } of others) {
    const part = await store.open(key, range);
    if (part === null) throw new Error("A part of a file is not in the store.");
    yield* part as AsyncIterable<Buffer>;
  }
}

/** Puts bytes into the store. Throws STORAGE_ERROR. */
export async function putBytes(
  store: FileBytes,
  { key, bytes, contentType }: { key: string; bytes: Uint8Array; contentType: string },
  log: Pick<FastifyBaseLogger, "error">,
): Promise<void> {
  try {
    await store.put(key, bytes, contentType);
  } catch (err) {
    log.error({ err }, "a file could not be stored");
    throw new DomainError("STORAGE_ERROR", "The file could not be stored. Try again.", { retryable: true });
  }
}
