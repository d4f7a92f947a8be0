import { randomBytes } from "node:crypto";
import { mkdir, open, rename, rm, type FileHandle } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { FileStorage } from "./file-storage.port.ts";

/** Files in a directory of this machine, spread over subdirectories; all processes that serve them must see it. */
export function createLocalStorage(directory: string): FileStorage {
  const pathOf = (key: string) => {
    // A key becomes a path, so it can be nothing but a name.
    if (!/^[a-z]+_[0-9a-z]{26}$/.test(key)) throw new Error("The key of a file is its id.");
    return join(directory, key.slice(-2), key);
  };
  return {
    async put(key, bytes) {
      const path = pathOf(key);
      const folder = dirname(path);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const draft = `${path}.${randomBytes(6).toString("hex")}.draft`;
      try {
        await writeDraft(draft, bytes);
        await rename(draft, path);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
      // A name is lasting once its directory is.
      for (const changed of [folder, directory]) await syncDirectory(changed);
    },
    async open(key, range) {
      const handle = await openIfThere(pathOf(key));
      return handle && handle.createReadStream(range ? { start: range.start, end: range.end } : {});
    },
    async remove(key) {
      await rm(pathOf(key), { force: true });
    },
  };
}

async function writeDraft(path: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(path, "wx", 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function syncDirectory(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function openIfThere(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, "r");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
