import { Readable } from "node:stream";
import type { FileStorage } from "../../../subgraphs/hub/files/file-storage.port.ts";

/** A store of files that forgets. */
export function createMemoryStorage(): FileStorage {
  const kept = new Map<string, Uint8Array>();
  return {
    put: async (key, bytes) => void kept.set(key, bytes),
    open: async (key, range) => {
      const bytes = kept.get(key);
      return bytes ? Readable.from([range ? bytes.slice(range.start, range.end + 1) : bytes]) : null;
    },
    remove: async (key) => void kept.delete(key),
  };
}
