import { execFile } from "node:child_process";
import { access, mkdir, readFile, rename, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import type { Logger } from "pino";
import { newToken } from "../../ids.ts";
import { findPostgresBinaries } from "./postgres-binaries.ts";
import { choosePostgresLauncher, type PostgresLauncher } from "./postgres-launcher.ts";
import { spawnPostgres, type PostgresProcess } from "./postgres-process.ts";
import { prepareSocketDirectory } from "./postgres-socket.ts";
import { identifyProcess, readPostmaster } from "./postmaster-file.ts";

export interface EmbeddedPostgresOptions {
  /** The server's files are in `<dataDir>/postgres`. */
  dataDir: string;
  /** Server settings that replace the defaults. */
  settings?: Record<string, string>;
  log: Logger;
}

export interface EmbeddedPostgres {
  /** The application's database, through a Unix socket only this user can reach. */
  url: string;
  /** The same database as a user with rights to create databases, schemas and roles. */
  adminUrl: string;
  version: string;
  /** The server's process id; a different one after a restart. */
  pid(): number;
  stop(): Promise<void>;
}

/** Another server is running on the data directory. */
export class DataDirInUseError extends Error {
  override name = "DataDirInUseError";
  readonly directory: string;
  readonly pid: number;
  /** How a process of the same user reaches that server's database. */
  url: string | null = null;

  constructor(directory: string, pid: number) {
    super(
      `A database server is already running on ${directory} (process ${pid}). Stop it, or choose another DATA_DIR.`,
    );
    this.directory = directory;
    this.pid = pid;
  }
}

const databaseName = "platform";
const startDeadlineMs = 60_000;
/** A server whose starter has just been killed needs a moment to notice. */
const noticeMs = 1_500;

/** Durable (every commit is on disk before it is answered), and small enough for a laptop. */
const defaultSettings = {
  listen_addresses: "",
  unix_socket_permissions: "0700",
  max_connections: "100",
  shared_buffers: "128MB",
  fsync: "on",
  synchronous_commit: "on",
  wal_level: "minimal",
  max_wal_senders: "0",
  max_wal_size: "1GB",
  jit: "off",
  io_method: "sync",
  timezone: "UTC",
  // A row that violated a constraint may contain data that must not be logged.
  log_min_messages: "log",
  log_error_verbosity: "terse",
  log_checkpoints: "off",
};

/**
 * Starts the PostgreSQL server that npm installed, on `<dataDir>/postgres`, as any user including root, and creates the
 * application's database at the first start. Resolves when it takes connections.
 *
 * The server stops when this process ends, even by SIGKILL, and is started again when it is the one that was killed;
 * both recover all committed transactions. Throws DataDirInUseError when another process's server is using the directory.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log } = options;
  if (process.platform === "win32")
    throw new Error("The embedded database needs Linux or macOS; on Windows set DATABASE_URL.");
  const binaries = await findPostgresBinaries();
  await mkdir(options.dataDir, { recursive: true });
  const launcher = await choosePostgresLauncher(resolve(options.dataDir, "postgres"), binaries, log);
  await launcher.own(launcher.home);
  const socket = await prepareSocketDirectory(launcher);
  const data = join(launcher.home, "data");
  await initialize(launcher, data);
  const settings = { ...defaultSettings, ...options.settings, unix_socket_directories: socket };
  const start = () => startOn(launcher, data, settings, log);
  const url = (database: string) => `postgresql://postgres@${encodeURIComponent(socket)}/${database}`;
  let server = await start().catch((error: unknown) => {
    if (error instanceof DataDirInUseError) error.url = url(databaseName);
    throw error;
  });
  const version = await createDatabase(url("postgres"));

  let isStopping = false;
  const keepRunning = async () => {
    for (;;) {
      await server.ended;
      if (isStopping) return;
      log.error({ pid: server.pid }, "The database server ended; starting it again");
      server = await start();
      if (isStopping) await server.stop();
    }
  };
  const running = keepRunning().catch((error: unknown) =>
    log.fatal({ err: error }, "The database server cannot be started again"),
  );
  const stop = async () => {
    isStopping = true;
    await server.stop();
    await running;
    await rm(socket, { recursive: true, force: true });
  };
  return { url: url(databaseName), adminUrl: url(databaseName), version, pid: () => server.pid, stop };
}

/** Makes a new, empty cluster unless there is one. A start that is killed midway leaves none. */
async function initialize(launcher: PostgresLauncher, data: string): Promise<void> {
  const isThere = await access(join(data, "PG_VERSION")).then(
    () => true,
    () => false,
  );
  if (isThere) {
    await launcher.own(data);
    return assertSameMajorVersion(launcher, data);
  }
  const draft = `${data}.new-${newToken(6)}`;
  await launcher.own(draft);
  const locale = ["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
  const args = ["-D", draft, "-U", "postgres", "--auth=trust", "--no-instructions", ...locale];
  const [command, all] = launcher.command(launcher.binaries.initdb, args);
  await promisify(execFile)(command, all, {
    cwd: launcher.home,
    env: { PATH: "/usr/local/bin:/usr/bin:/bin", LC_ALL: "C" },
  });
  await rename(draft, data).catch(async (error: NodeJS.ErrnoException) => {
    // Another process was first; the two then settle it by the server's lock.
    if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") throw error;
    await rm(draft, { recursive: true });
  });
}

async function assertSameMajorVersion(launcher: PostgresLauncher, data: string): Promise<void> {
  const found = (await readFile(join(data, "PG_VERSION"), "utf8")).trim();
  const { stdout } = await promisify(execFile)(launcher.binaries.postgres, ["--version"]);
  const own = /\b(\d+)\./.exec(stdout)?.[1];
  if (found !== own)
    throw new Error(
      `${data} was made by PostgreSQL ${found}, this is ${own}. Dump it with the old version, or move it away.`,
    );
}

/** Starts the server. Waits for an old server that is shutting down or whose processes are still ending. */
async function startOn(
  launcher: PostgresLauncher,
  data: string,
  settings: Record<string, string>,
  log: Logger,
): Promise<PostgresProcess> {
  const deadline = performance.now() + startDeadlineMs;
  for (;;) {
    await waitForOldServer(data, deadline);
    const server = await spawnPostgres(launcher, data, settings, log);
    if (!("failure" in server)) return server;
    const reason = server.failure.join("\n");
    const mayPass = /postmaster\.pid|pre-existing shared memory|\.s\.PGSQL\.|lock file/.test(reason);
    if (!mayPass || performance.now() > deadline)
      throw new Error(`PostgreSQL did not start on ${data}:\n${reason}`);
    await wait(100);
  }
}

async function waitForOldServer(data: string, deadline: number): Promise<void> {
  const noticed = performance.now() + noticeMs;
  for (;;) {
    const old = await readPostmaster(data);
    if (!old) return;
    const owner = await identifyProcess(old.pid);
    // The new server would mistake the other program for its predecessor. Without such a process the file
    // stays: from it the server finds processes that a killed predecessor left behind.
    if (owner === "other") await rm(join(data, "postmaster.pid"), { force: true });
    if (owner !== "server") return;
    const isOver = performance.now() > (old.status === "stopping" ? deadline : noticed);
    if (isOver) throw new DataDirInUseError(data, old.pid);
    await wait(20);
  }
}

async function createDatabase(maintenanceUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: maintenanceUrl });
  await client.connect();
  try {
    const found = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [databaseName]);
    if (found.rows.length === 0) await client.query(`CREATE DATABASE ${databaseName}`);
    const { rows } = await client.query<{ server_version: string }>("SHOW server_version");
    return rows[0]?.server_version ?? "";
  } finally {
    await client.end();
  }
}
