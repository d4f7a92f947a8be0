import { createHash } from "node:crypto";
import { lstat } from "node:fs/promises";
import { join } from "node:path";
import type { PostgresLauncher } from "./postgres-launcher.ts";

/** macOS allows 104 bytes for a socket's path, Linux 108; the socket's own name is `/.s.PGSQL.5432`. */
const longestSocketDirectory = 85;

/**
 * The directory of the server's socket, private to its user: the server's own, or, when that path is too long
 * for a socket, one below /tmp that is the same at every start.
 */
export async function prepareSocketDirectory(launcher: PostgresLauncher): Promise<string> {
  const near = join(launcher.home, "socket");
  const hash = createHash("sha256").update(launcher.home).digest("hex").slice(0, 16);
  const directory =
    Buffer.byteLength(near) <= longestSocketDirectory
      ? near
      : `/tmp/hub-postgres-${process.getuid?.() ?? 0}-${hash}`;
  await launcher.own(directory);
  const info = await lstat(directory);
  // Someone else could have made it before, to read along.
  const isOurs =
    info.isDirectory() &&
    (info.mode & 0o077) === 0 &&
    (process.getuid?.() === 0 || info.uid === process.getuid?.());
  if (!isOurs) throw new Error(`${directory} belongs to someone else or is open to others; remove it.`);
  return directory;
}
