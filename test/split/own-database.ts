import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { pino } from "pino";
import { startEmbeddedPostgres, type EmbeddedPostgres } from "../../src/db/postgres/embedded-postgres.ts";
import { FaultProxy } from "./fault-proxy.ts";
import type { RunSql } from "./spenders.ts";

/** A PostgreSQL server of this run alone, which others reach through a proxy with faults, and this process without. */
export interface OwnDatabase {
  /** Through the proxy. */
  url: string;
  /** Not through the proxy. */
  directUrl: string;
  proxy: FaultProxy;
  server: EmbeddedPostgres;
  /** Runs SQL as a superuser, past the proxy. */
  sql: RunSql;
  stop(): Promise<void>;
}

/** Starts it with durable commits, as a server of production has them. */
export async function startOwnDatabase(settings: Record<string, string> = {}): Promise<OwnDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), "hub-split-"));
  const log = pino({ level: "fatal" });
  const server = await startEmbeddedPostgres({
    dataDir,
    settings: { max_connections: "200", ...settings },
    log,
  });
  const directory = decodeURIComponent(/@(%2F[^/]*)\//.exec(server.adminUrl)![1]!);
  const path = join(directory, ".s.PGSQL.5432");
  const proxy = await FaultProxy.start({ path });
  const pool = new pg.Pool({ connectionString: server.adminUrl, max: 3 });
  pool.on("error", () => undefined);
  return {
    url: `postgresql://postgres@127.0.0.1:${proxy.port}/platform`,
    directUrl: server.adminUrl,
    proxy,
    server,
    sql: async <Row extends object>(text: string, values: unknown[] = []) =>
      (await pool.query(text, values)).rows as Row[],
    stop: async () => {
      await pool.end();
      await proxy.stop();
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
