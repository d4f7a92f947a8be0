import type { Readable } from "node:stream";

/** Bytes from `start` to `end`, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Storage of file contents. Throws the store's own errors; the caller maps them. */
export interface FileStorage {
  /** Stores the bytes under the key: all of them or none, and lastingly. Again, it replaces them. */
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** The bytes, or a part of them; null when there are none under this key. */
  open(key: string, range?: ByteRange): Promise<Readable | null>;
  /** Removes the bytes. Where there are none, nothing happens. */
  remove(key: string): Promise<void>;
}
