/**
 * Runs a PostgreSQL program as the right user. PostgreSQL refuses to run as root, and a server must not outlive
 * the process that started it, however that process ended.
 */
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { chown, cp, lstat, mkdir, readdir, readFile, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createHash } from "node:crypto";
import type { Logger } from "pino";
import { binariesIn, type PostgresBinaries } from "./postgres-binaries.ts";

export interface PostgresLauncher {
  /**
   * The directory for the server's files; differs from the requested one when the server's user cannot reach
   * that.
   */
  home: string;
  binaries: PostgresBinaries;
  /** Creates a directory that the server's user owns and no other user can enter. */
  own(directory: string): Promise<void>;
  /** Program and arguments that run `program` as the right user and stop it when this process ends. */
  command(program: string, args: string[]): [string, string[]];
  /** True when `command` itself stops the program; otherwise it needs `watchOver`. */
  stopsWithParent: boolean;
}

interface User {
  uid: number;
  gid: number;
}

/** Chooses how to run PostgreSQL's programs on files below `home`. */
export async function choosePostgresLauncher(
  home: string,
  binaries: PostgresBinaries,
  log: Logger,
): Promise<PostgresLauncher> {
  const hasSetpriv = works("setpriv", ["--pdeathsig", "INT", "--", "true"]);
  const withParent = hasSetpriv ? ["setpriv", "--pdeathsig", "INT", "--"] : [];
  if (process.getuid?.() !== 0) return launcher(home, binaries, withParent, hasSetpriv, null);
  const user = await findUnprivilegedUser();
  const namespace = ["unshare", "--user", `--map-user=${user.uid}`, `--map-group=${user.gid}`, "--"];
  if (works("unshare", [...namespace.slice(1), "true"])) {
    // Root's own files, which only look as if they belonged to someone else from inside the namespace.
    return launcher(home, binaries, [...namespace, ...withParent], hasSetpriv, { uid: 0, gid: 0 });
  }
  if (!hasSetpriv)
    throw new Error(
      "PostgreSQL cannot run as root, and neither unshare nor setpriv is here. Start as another user.",
    );
  const dropped = [
    "setpriv",
    `--reuid=${user.uid}`,
    `--regid=${user.gid}`,
    "--clear-groups",
    "--pdeathsig",
    "INT",
    "--",
  ];
  const reachable = await reachableFiles(home, binaries, user, log);
  return launcher(reachable.home, reachable.binaries, dropped, true, user);
}

/**
 * Where there is no setpriv: a shell that waits for its input to end, which it does when this process has ended in
 * whatever way, and then stops the server.
 */
export function watchOver(pid: number): ChildProcess {
  const script = 'trap "" INT TERM HUP; cat >/dev/null; kill -INT "$0" 2>/dev/null';
  return spawn("/bin/sh", ["-c", script, String(pid)], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
}

function launcher(
  home: string,
  binaries: PostgresBinaries,
  prefix: string[],
  stopsWithParent: boolean,
  owner: User | null,
): PostgresLauncher {
  return {
    home,
    binaries,
    stopsWithParent,
    async own(directory) {
      await mkdir(directory, { recursive: true, mode: 0o700 });
      if (owner) await changeOwner(directory, owner);
    },
    command(program, args) {
      const [first, ...rest] = [...prefix, program, ...args];
      return [first as string, rest];
    },
  };
}

function works(command: string, args: string[]): boolean {
  return spawnSync(command, args, { stdio: "ignore" }).status === 0;
}

/** initdb wants its user to have a name, so it must be one of /etc/passwd. */
async function findUnprivilegedUser(): Promise<User> {
  const lines = (await readFile("/etc/passwd", "utf8")).split("\n").map((line) => line.split(":"));
  const users = lines.filter(([, , uid]) => Number(uid) > 0);
  const chosen =
    users.find(([name]) => name === "postgres") ?? users.find(([name]) => name === "nobody") ?? users[0];
  if (!chosen) throw new Error("PostgreSQL cannot run as root, and /etc/passwd has no other user.");
  return { uid: Number(chosen[2]), gid: Number(chosen[3]) };
}

/** Where the server's user cannot reach the given places (below a 0700 home), others that it can. */
async function reachableFiles(home: string, binaries: PostgresBinaries, user: User, log: Logger) {
  const shared = join(
    "/var/lib",
    `hub-postgres-${createHash("sha256").update(home).digest("hex").slice(0, 12)}`,
  );
  const canRead = await canReach(binaries.home, user);
  const canWrite = await canReach(dirname(home), user);
  if (!canRead || !canWrite) await mkdir(shared, { recursive: true, mode: 0o755 });
  let server = binaries;
  if (!canRead) {
    server = binariesIn(join(shared, "server"));
    await cp(binaries.home, server.home, { recursive: true, verbatimSymlinks: true });
  }
  if (canWrite) return { home, binaries: server };
  log.warn(
    { home: shared },
    "The database's files are outside the data directory, which the server's user cannot reach",
  );
  return { home: join(shared, "files"), binaries: server };
}

async function canReach(directory: string, user: User): Promise<boolean> {
  const info = await stat(directory);
  const bit = info.uid === user.uid ? 0o100 : info.gid === user.gid ? 0o010 : 0o001;
  if ((info.mode & bit) === 0) return false;
  return directory === dirname(directory) || canReach(dirname(directory), user);
}

/** Gives a directory and all in it to a user, when its files were made under another way of running. */
async function changeOwner(path: string, owner: User): Promise<void> {
  const info = await lstat(path);
  if (info.uid === owner.uid && info.gid === owner.gid) return;
  if (info.isDirectory()) for (const name of await readdir(path)) await changeOwner(join(path, name), owner);
  if (!info.isSymbolicLink()) await chown(path, owner.uid, owner.gid);
}
