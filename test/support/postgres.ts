import { refuseUndocumentedEvents } from "./event-schemas.ts";
import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import type {} from "./global-postgres.ts";

export interface TestDatabase {
  url: string;
  /** Runs SQL as the administrator, past all row level security. */
  query<Row extends object = Record<string, unknown>>(sql: string, values?: unknown[]): Promise<Row[]>;
  /** The same for a long statement that is run often: it is read and planned once a connection. */
  queryPrepared<Row extends object>(name: string, sql: string, values?: unknown[]): Promise<Row[]>;
  drop(): Promise<void>;
}

export interface TestDatabaseOptions {
  /**
   * A database that all of a run's test files copy instead of migrating their own: the first one creates it
   * with `prepare`. Nothing may stay connected to it. The name changes with the work of `prepare`, because a
   * server may outlive a run.
   */
  template?: { name: string; prepare: (url: string) => Promise<void> };
}

/** Connections of this process to the server's own database, for all test files: a new one takes longer than most statements. */
let administration: pg.Pool | null = null;

function administrate(): pg.Pool {
  if (administration) return administration;
  administration = new pg.Pool({
    connectionString: inject("postgresAdminUrl"),
    max: 2,
    allowExitOnIdle: true,
    idleTimeoutMillis: 60_000,
  });
  // The server may end before this process does.
  administration.on("error", () => {});
  return administration;
}

/**
 * A database of its own for a test file; about 20 ms. Drop it in `afterAll`, which fails when an event that was emitted is
 * not as documented.
 */
export async function createTestDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const adminUrl = inject("postgresAdminUrl");
  const name = `test_${randomBytes(8).toString("hex")}`;
  const source = options.template ? await ensureTemplate(adminUrl, options.template) : "template0";
  await administrate().query(`CREATE DATABASE ${name} TEMPLATE ${source} STRATEGY file_copy`);
  const url = databaseUrl(adminUrl, name);
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  // The server's farewell to an idle connection is no failure of a test.
  pool.on("error", () => {});
  const query = async <Row extends object>(sql: string, values: unknown[] = []) =>
    (await pool.query(sql, values)).rows as Row[];
  return {
    url,
    query,
    queryPrepared: async <Row extends object>(statement: string, text: string, values: unknown[] = []) =>
      (await pool.query({ name: statement, text, values })).rows as Row[],
    drop: async () => {
      try {
        await refuseUndocumentedEvents({ query });
      } finally {
        await pool.end();
        await administrate().query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      }
    },
  };
}

/** Templates that this process has seen: once there, they stay for the run. */
const templates = new Set<string>();

async function ensureTemplate(
  adminUrl: string,
  template: { name: string; prepare: (url: string) => Promise<void> },
): Promise<string> {
  const ready = `template_${template.name}`;
  if (!templates.has(ready)) await makeTemplate(adminUrl, ready, template);
  templates.add(ready);
  return ready;
}

async function makeTemplate(
  adminUrl: string,
  ready: string,
  template: { name: string; prepare: (url: string) => Promise<void> },
): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    // Test files run in several processes; one prepares, the others wait for it.
    await client.query("SELECT pg_advisory_lock(hashtext($1))", [template.name]);
    const { rows } = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [ready]);
    if (rows.length > 0) return;
    const draft = `${ready}_draft`;
    await client.query(`DROP DATABASE IF EXISTS ${draft} WITH (FORCE)`);
    await client.query(`CREATE DATABASE ${draft} TEMPLATE template0`);
    await template.prepare(databaseUrl(adminUrl, draft));
    await client.query(`ALTER DATABASE ${draft} RENAME TO ${ready}`);
  } finally {
    await client.end();
  }
}

function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}
