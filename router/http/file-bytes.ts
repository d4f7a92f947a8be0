import type { FastifyBaseLogger } from "fastify";
import type { Readable } from "node:stream";
import { DomainError } from "../../src/errors.ts";
import type { ByteRange } from "./byte-range.ts";

/** The store of file contents; null when there are none. */
export interface FileBytes {
  open(key: string, range?: ByteRange): Promise<Readable | null>;
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
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
