import {
  chmod,
  chown,
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { pino } from "pino";
import { startEmbeddedPostgres, type EmbeddedPostgres } from "../../src/db/postgres/embedded-postgres.ts";
import { FaultProxy } from "../split/fault-proxy.ts";
import type { RunSql } from "../split/spenders.ts";
import { until } from "../support/poll.ts";

/**
 * The user of DATABASE_URL: owns the database and may make roles, and is no superuser, as with most
 * providers.
 */
const owner = "platform_owner";

/** A server of one run, and how to lose it. */
export interface DrillServer {
  /** The platform's database as its owner. */
  url: string;
  /** The same past the proxy, by the server's socket. */
  socketUrl: string;
  /** The same as a superuser. */
  adminUrl: string;
  /** Runs SQL as a superuser. */
  sql: RunSql;
  version: string;
  /** Kills it like a power failure, and deletes all its files. */
  destroy(): Promise<void>;
  stop(): Promise<void>;
}

export interface ArchivedServer extends DrillServer {
  /** Where the log is copied to, segment by segment; another disk or a bucket, for real. */
  archive: string;
}

/** The settings that the guide in deploy/ gives, with shorter times. */
const archiving = (archive: string, timeoutSeconds: number) => ({
  wal_level: "replica",
  archive_mode: "on",
  archive_command: `test ! -f ${archive}/%f && cp %p ${archive}/%f.part && mv ${archive}/%f.part ${archive}/%f`,
  archive_timeout: `${timeoutSeconds}s`,
});

/** A new server that archives its log, with an empty database for the platform. */
export async function startArchivedServer(archiveTimeoutSeconds: number): Promise<ArchivedServer> {
  const archive = await temporaryDirectory("archive");
  const server = await startServer(archiving(archive, archiveTimeoutSeconds));
  // The server may run as another user than this process.
  const { uid, gid } = await stat(await dataDirectoryOf(server.sql));
  await chown(archive, uid, gid);
  await giveToOwner(server.sql);
  return {
    ...server,
    archive,
    stop: async () => {
      await server.stop();
      await rm(archive, { recursive: true, force: true });
    },
  };
}

/** An empty database for a dump: the owner is there, and nothing else. */
export async function startEmptyServer(): Promise<DrillServer> {
  const server = await startServer({});
  await giveToOwner(server.sql);
  return server;
}

/**
 * Copies a running server's files, as PostgreSQL's low-level API for base backups has it (manual, 25.3.4).
 */
export async function takeBaseBackup(server: ArchivedServer): Promise<string> {
  const target = await temporaryDirectory("base");
  const source = await dataDirectoryOf(server.sql);
  const client = new pg.Client({ connectionString: server.adminUrl });
  await client.connect();
  try {
    // Both calls in one session, or the backup is given up.
    await client.query("SELECT pg_backup_start('drill', fast => true)");
    await copyData(source, target, "");
    const { rows } = await client.query<{ labelfile: string; spcmapfile: string }>(
      "SELECT labelfile, spcmapfile FROM pg_backup_stop(wait_for_archive => true)",
    );
    await writeFile(join(target, "backup_label"), rows[0]!.labelfile);
    if (rows[0]!.spcmapfile) await writeFile(join(target, "tablespace_map"), rows[0]!.spcmapfile);
  } finally {
    await client.end();
  }
  return target;
}

/**
 * A new server from a base backup and the archived log, up to the last moment there or to the one given.
 * Resolves when it takes writes.
 */
export async function restoreBaseBackup(
  { base, archive }: { base: string; archive: string },
  moment: Date | null,
): Promise<DrillServer> {
  const target: Record<string, string> =
    moment === null ? {} : { recovery_target_time: moment.toISOString().replace("Z", "+00") };
  const recovery = {
    restore_command: `cp ${archive}/%f %p`,
    recovery_target_action: "promote",
    // Else it takes connections as soon as its files agree with each other, long before the moment is
    // reached.
    hot_standby: "off",
    // Each restore begins a history of its own; those of earlier ones are not followed.
    recovery_target_timeline: "current",
    ...target,
  };
  return startServer(recovery, async (data) => {
    await mkdir(data, { recursive: true, mode: 0o700 });
    await copyData(base, data, "");
    await writeFile(join(data, "recovery.signal"), "");
  });
}

/** The last moment that a restored server has: when its last transaction was committed. */
export async function recoveryPointOf({ sql }: DrillServer): Promise<Date> {
  const [row] = await sql<{ at: Date }>("SELECT pg_last_xact_replay_timestamp() AS at");
  return row!.at;
}

export async function temporaryDirectory(name: string): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), `hub-drill-${name}-`));
  await chmod(directory, 0o755);
  return directory;
}

async function startServer(
  settings: Record<string, string>,
  prepare?: (data: string) => Promise<void>,
): Promise<DrillServer> {
  const dataDir = await temporaryDirectory("server");
  await prepare?.(join(dataDir, "postgres", "data"));
  const log = pino({ level: "silent" });
  const server = await startEmbeddedPostgres({
    dataDir,
    settings: { max_connections: "200", ...settings },
    log,
  });
  const directory = decodeURIComponent(/@(%2F[^/]*)\//.exec(server.adminUrl)![1]!);
  const proxy = await FaultProxy.start({ path: join(directory, ".s.PGSQL.5432") });
  const pool = new pg.Pool({ connectionString: server.adminUrl, max: 3 });
  pool.on("error", () => undefined);
  const sql: RunSql = async <Row extends object>(text: string, values: unknown[] = []) =>
    (await pool.query(text, values)).rows as Row[];
  const data = await dataDirectoryOf(sql);
  const close = async () => {
    await pool.end();
    await proxy.stop();
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return {
    url: `postgresql://${owner}@127.0.0.1:${proxy.port}/platform`,
    socketUrl: server.adminUrl.replace("//postgres@", `//${owner}@`),
    adminUrl: server.adminUrl,
    sql,
    version: server.version,
    destroy: () => destroy(server, data),
    stop: close,
  };
}

/** Its files first, so that a supervisor that restarts it finds nothing. */
async function destroy(server: EmbeddedPostgres, data: string): Promise<void> {
  const pid = server.pid();
  await rename(data, `${data}.gone`);
  // A backend that waits for a lock of another one does not notice that the server was killed: all are.
  process.kill(pid, "SIGSTOP");
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8");
  for (const one of [pid, ...children.trim().split(" ").filter(Boolean).map(Number)]) killNow(one);
  await rm(`${data}.gone`, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  await until("the server is gone", () => !isAlive(pid));
}

function killNow(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has just ended.
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function dataDirectoryOf(sql: RunSql): Promise<string> {
  const [row] = await sql<{ data_directory: string }>("SHOW data_directory");
  return row!.data_directory;
}

async function giveToOwner(sql: RunSql): Promise<void> {
  await sql(`CREATE ROLE ${owner} LOGIN CREATEROLE NOSUPERUSER NOBYPASSRLS`);
  await sql(`GRANT SET ON PARAMETER app.system, app.audit_purge TO ${owner}`);
  await sql(`ALTER DATABASE platform OWNER TO ${owner}`);
}

/** Files that belong to the running server only, and those that are recreated at its start (manual, 25.3.4.1). */
const leftOut = new Set(["postmaster.pid", "postmaster.opts", "pg_internal.init"]);
const leftEmpty = new Set([
  "pg_wal",
  "pg_replslot",
  "pg_dynshmem",
  "pg_notify",
  "pg_serial",
  "pg_snapshots",
  "pg_stat_tmp",
  "pg_subtrans",
]);

/** Files come and go while a server runs; the log has what happened to them. */
async function copyData(source: string, target: string, folder: string): Promise<void> {
  const entries = await readdir(join(source, folder), { withFileTypes: true }).catch(unlessGone([]));
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (leftOut.has(entry.name) || entry.name.startsWith("pgsql_tmp")) continue;
    if (entry.isDirectory()) {
      await mkdir(join(target, path), { recursive: true, mode: 0o700 });
      if (!leftEmpty.has(path)) await copyData(source, target, path);
    } else if (entry.isFile()) {
      await copyFile(join(source, path), join(target, path)).catch(unlessGone(undefined));
    }
  }
}

function unlessGone<T>(instead: T): (error: NodeJS.ErrnoException) => T {
  return (error) => {
    if (error.code === "ENOENT") return instead;
    throw error;
  };
}
