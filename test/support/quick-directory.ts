import { statfs } from "node:fs/promises";
import { tmpdir } from "node:os";

/**
 * Where files are made quickest: memory, where the system has it as a directory and `neededBytes` are free there; else the
 * directory for temporary files.
 */
export async function quickDirectory(neededBytes: number): Promise<string> {
  const memory = "/dev/shm";
  const free = await statfs(memory).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  return free >= neededBytes ? memory : tmpdir();
}
