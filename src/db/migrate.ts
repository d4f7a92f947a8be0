import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "pino";
import type pg from "pg";
import { projectPath } from "../project-root.ts";
import { asAdministrator } from "./administration.ts";
import { ensureRole } from "./roles.ts";
import { assertSqlName } from "./sql.ts";

export interface MigrateOptions {
  /** URL of the application's database, as a user with rights to create schemas and roles. */
  adminUrl: string;
  schema: string;
  /**
   * Directory of `NNNN_title.sql` files, which are only ever added and never changed. Folders named by a range of
   * numbers, such as `0050-0099`, hold those of that range; a database records names without the folder.
   */
  dir: string;
  /** True to put the floor's own tables (`floorMigrations`) there first. They are numbered for themselves. */
  withFloor?: boolean;
  /** The role the application runs as, `<schema>_app`. */
  role: string;
  log: Logger;
}

/** A migration that cannot be run, named by its file. */
export class MigrationError extends Error {
  override name = "MigrationError";
}

/** The tables that every subgraph with writes requires. */
const floorMigrations = projectPath("src", "db", "floor");
const floorPrefix = "floor/";

const migrationLock = "hashtext('hub-platform-migrations')";

/** Migrations that are numbered together. */
interface MigrationSet {
  prefix: string;
  migrations: Migration[];
}

interface Migration {
  file: string;
  sql: string;
  checksum: string;
}

/**
 * Brings one schema up to the last migration of `dir`. Each file runs in its own transaction, with the schema
 * first in the search path, and is recorded with its checksum in the same transaction. Safe to run from any
 * number of processes: they run one after the other, and each file runs once.
 *
 * Creates the schema and the role when missing. The role may read and write what the migrations create, but
 * owns nothing, so it cannot bypass row level security; a migration may REVOKE more.
 *
 * Throws MigrationError when a recorded file has changed, when a file comes before one that has run, or when
 * its SQL fails (the file is rolled back).
 */
export async function migrateSubgraph(
  options: MigrateOptions,
): Promise<{ applied: string[]; total: number }> {
  const { adminUrl, schema, dir, role, log } = options;
  assertSqlName(schema);
  assertSqlName(role);
  const sets = [
    ...(options.withFloor
      ? [{ prefix: floorPrefix, migrations: await readMigrations(floorMigrations, floorPrefix) }]
      : []),
    { prefix: "", migrations: await readMigrations(dir, "") },
  ];
  return asAdministrator(adminUrl, async (client) => {
    await ensureRole(client, role);
    // One lock for all schemas: extensions belong to the whole database. It ends with the connection where this fails.
    await client.query(`SELECT pg_advisory_lock(${migrationLock})`);
    await prepareSchema(client, schema, role);
    const applied: string[] = [];
    for (const set of sets) {
      const pending = await findPending(client, schema, set, log);
      for (const migration of pending) await apply(client, schema, migration);
      applied.push(...pending.map((migration) => migration.file));
    }
    await client.query(`SELECT pg_advisory_unlock(${migrationLock})`);
    if (applied.length > 0) log.info({ schema, applied }, "Database migrated");
    return { applied, total: sets.reduce((sum, { migrations }) => sum + migrations.length, 0) };
  });
}

/** The migrations that `migrateSubgraph` would run, by file; all of them where the schema is not there. */
export async function listPending(
  client: pg.Client,
  { schema, dir }: Pick<MigrateOptions, "schema" | "dir">,
): Promise<string[]> {
  assertSqlName(schema);
  const all = [...(await readMigrations(floorMigrations, floorPrefix)), ...(await readMigrations(dir, ""))];
  const known = await client.query<{ name: string | null }>("SELECT to_regclass($1) AS name", [
    `${schema}.schema_migrations`,
  ]);
  if (known.rows[0]?.name === null) return all.map(({ file }) => file);
  const { rows } = await client.query<{ file: string }>(`SELECT file FROM ${schema}.schema_migrations`);
  const done = new Set(rows.map(({ file }) => file));
  return all.flatMap(({ file }) => (done.has(file) ? [] : [file]));
}

async function readMigrations(dir: string, prefix: string): Promise<Migration[]> {
  const paths = await migrationPaths(dir);
  const files = [...paths.keys()];
  const numbers = new Set<string>();
  for (const file of files) {
    if (!/^\d{4}_[a-z0-9_-]+\.sql$/.test(file))
      throw new MigrationError(`${file}: a migration is named NNNN_title.sql.`);
    const number = file.slice(0, 4);
    if (numbers.has(number))
      throw new MigrationError(`${file}: there are two migrations with the number ${number}.`);
    numbers.add(number);
  }
  return Promise.all(
    files.map(async (file) => {
      // A checkout on Windows must not count as a change.
      const sql = (await readFile(paths.get(file)!, "utf8")).replaceAll("\r\n", "\n");
      return { file: `${prefix}${file}`, sql, checksum: createHash("sha256").update(sql).digest("hex") };
    }),
  );
}

/**
 * The migrations of a directory and of its folders of a range of numbers, in order: path by file name. Throws MigrationError
 * when a name is there twice or outside its folder's range.
 */
export async function migrationPaths(dir: string): Promise<Map<string, string>> {
  const paths = new Map<string, string>();
  const add = (file: string, path: string) => {
    if (paths.has(file)) throw new MigrationError(`${file}: the migration is in two folders.`);
    paths.set(file, path);
  };
  for (const entry of await readdir(dir, { withFileTypes: true })) {
    if (entry.name.endsWith(".sql")) add(entry.name, join(dir, entry.name));
    const [, first, last] = /^(\d{4})-(\d{4})$/.exec(entry.name) ?? [];
    if (!first || !last || !entry.isDirectory()) continue;
    for (const file of (await readdir(join(dir, entry.name))).filter((name) => name.endsWith(".sql"))) {
      const number = file.slice(0, 4);
      if (number < first || number > last)
        throw new MigrationError(`${file}: its number does not belong in ${entry.name}.`);
      add(file, join(dir, entry.name, file));
    }
  }
  return new Map([...paths].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

async function prepareSchema(client: pg.Client, schema: string, role: string): Promise<void> {
  const existing = await client.query("SELECT to_regclass($1) AS name", [`${schema}.schema_migrations`]);
  if (existing.rows[0].name !== null) return;
  await client.query(`
    BEGIN;
    CREATE SCHEMA IF NOT EXISTS ${schema};
    GRANT USAGE ON SCHEMA ${schema} TO ${role};
    ALTER DEFAULT PRIVILEGES IN SCHEMA ${schema} GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO ${role};
    ALTER DEFAULT PRIVILEGES IN SCHEMA ${schema} GRANT USAGE, SELECT ON SEQUENCES TO ${role};
    CREATE TABLE ${schema}.schema_migrations (
      file text PRIMARY KEY,
      checksum text NOT NULL,
      applied_at timestamptz NOT NULL DEFAULT now()
    );
    REVOKE INSERT, UPDATE, DELETE ON ${schema}.schema_migrations FROM ${role};
    COMMIT;
  `);
}

async function findPending(
  client: pg.Client,
  schema: string,
  { prefix, migrations }: MigrationSet,
  log: Logger,
): Promise<Migration[]> {
  const { rows: all } = await client.query<{ file: string; checksum: string }>(
    `SELECT file, checksum FROM ${schema}.schema_migrations ORDER BY file`,
  );
  const rows = all.filter(({ file }) => file.startsWith(floorPrefix) === (prefix === floorPrefix));
  const recorded = new Map(rows.map((row) => [row.file, row.checksum]));
  const last = rows.at(-1)?.file ?? "";
  const pending: Migration[] = [];
  for (const migration of migrations) {
    const checksum = recorded.get(migration.file);
    recorded.delete(migration.file);
    if (checksum === migration.checksum) continue;
    if (checksum !== undefined) {
      throw new MigrationError(
        `${schema}/${migration.file} has changed since it was applied. Restore it and add a new migration.`,
      );
    }
    if (migration.file < last) {
      throw new MigrationError(
        `${schema}/${migration.file} comes before ${last}, which has been applied. Give it a later number.`,
      );
    }
    pending.push(migration);
  }
  // An older release beside a newer one, as in a rolling deploy, is no fault.
  if (recorded.size > 0)
    log.warn(
      { schema, unknown: [...recorded.keys()] },
      "The database has migrations this release does not know",
    );
  return pending;
}

async function apply(client: pg.Client, schema: string, migration: Migration): Promise<void> {
  try {
    await client.query("BEGIN");
    await client.query(`SET LOCAL search_path = ${schema}, public`);
    await client.query(migration.sql);
    await client.query(`INSERT INTO ${schema}.schema_migrations (file, checksum) VALUES ($1, $2)`, [
      migration.file,
      migration.checksum,
    ]);
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    const { message, position } = error as { message: string; position?: string };
    const line = position ? `:${migration.sql.slice(0, Number(position)).split("\n").length}` : "";
    throw new MigrationError(`${schema}/${migration.file}${line}: ${message}`, { cause: error });
  }
}
