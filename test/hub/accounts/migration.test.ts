import { cp, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrateSubgraph, migrationPaths } from "../../../src/db/migrate.ts";
import { projectPath } from "../../../src/project-root.ts";
import { createTestDatabase, type TestDatabase } from "../../support/postgres.ts";
import { silentLog } from "../../support/silent-log.ts";

const migrations = projectPath("subgraphs", "hub", "migrations");

let database: TestDatabase;
let client: pg.Client;
let olderMigrations: string;
beforeAll(async () => {
  database = await createTestDatabase();
  olderMigrations = await mkdtemp(join(tmpdir(), "hub-migrations-"));
  for (const [file, path] of await migrationPaths(migrations))
    if (file < "0080") await cp(path, join(olderMigrations, file));
  await migrate(olderMigrations);
  client = new pg.Client({ connectionString: database.url, options: "-c search_path=hub,public" });
  await client.connect();
  await client.query(`
    INSERT INTO users (id, email, created_at, last_seen_at)
      SELECT 'usr_' || n, n || '@people.example', now(), now() FROM generate_series(1, 2000) n;
    INSERT INTO entitlements (owner_id, app_id, tier)
      SELECT 'usr_' || n, 'central', 'business' FROM generate_series(1, 500) n;
    INSERT INTO api_keys (id, owner_id, name, key_hash, key_preview, status, scopes, created_at)
      SELECT 'key_' || n, 'usr_' || n, 'key', 'hash ' || n, '…', 'active', '{read:invoices}', now()
      FROM generate_series(1, 1000) n;`);
});
afterAll(async () => {
  await client?.end();
  await database?.drop();
  await rm(olderMigrations, { recursive: true, force: true });
});

const migrate = (dir: string) =>
  migrateSubgraph({
    adminUrl: database.url,
    schema: "hub",
    dir,
    role: "hub_app",
    withFloor: true,
    log: silentLog,
  });

/** The columns of each table before the migration. */
const firstColumns = new Map<string, string[]>();

async function noteColumns(): Promise<void> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `SELECT table_name::text AS name, array_agg(column_name::text ORDER BY ordinal_position) AS columns
     FROM information_schema.columns WHERE table_schema = 'hub' GROUP BY 1`,
  );
  for (const { name, columns } of rows) firstColumns.set(name, columns);
}

/** Every row of every table, and every definition of the schema that is not a table's name. */
async function contents(): Promise<Record<string, unknown>> {
  const { rows: tables } = await client.query<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relnamespace = 'hub'::regnamespace AND relkind = 'r' ORDER BY 1",
  );
  const found: Record<string, unknown> = {};
  for (const { name } of tables) {
    if (name === "schema_migrations") continue;
    // Later migrations add columns; those that a table had at first are compared.
    const columns = (firstColumns.get(name) ?? []).map((column) => `t.${column}`).join(", ") || "t";
    const sql = `SELECT count(*)::int AS n, md5(string_agg(row(${columns})::text, ' ' ORDER BY row(${columns})::text)) AS hash
      FROM ${name} t`;
    found[name] = (await client.query(sql)).rows[0];
  }
  return found;
}

async function definitions(): Promise<unknown[]> {
  const { rows } = await client.query<{ definition: string }>(`
    SELECT conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) AS definition
      FROM pg_constraint WHERE connamespace = 'hub'::regnamespace
    UNION ALL SELECT pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'hub'::regnamespace
    UNION ALL SELECT pg_get_triggerdef(t.oid) FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
      WHERE c.relnamespace = 'hub'::regnamespace AND NOT t.tgisinternal
    UNION ALL SELECT relname || ' ' || relkind::text FROM pg_class WHERE relnamespace = 'hub'::regnamespace
    UNION ALL SELECT 'schema ' || nspacl::text FROM pg_namespace WHERE nspname = 'hub'
    ORDER BY 1`);
  return rows.map(({ definition }) => definition);
}

async function migrateDown(): Promise<void> {
  const paths = [...(await migrationPaths(join(migrations, "down"))).values()];
  for (const path of paths.toReversed()) await client.query(`BEGIN; ${await readFile(path, "utf8")} COMMIT;`);
}

test("the migration leaves every row as it is, gives each user an account, and can be taken back", async () => {
  await noteColumns();
  const [rowsBefore, definitionsBefore] = [await contents(), await definitions()];
  await migrate(migrations);
  expect(await contents()).toMatchObject(rowsBefore);
  const accounts = await client.query(
    `SELECT count(*)::int AS n, count(*) FILTER (WHERE a.kind = 'personal' AND u.id IS NOT NULL)::int AS personal
     FROM accounts a FULL JOIN users u ON u.id = a.id`,
  );
  expect(accounts.rows).toEqual([{ n: 2_000, personal: 2_000 }]);

  await migrateDown();
  expect(await contents()).toEqual(rowsBefore);
  expect(await definitions()).toEqual(definitionsBefore);

  await migrate(migrations);
  expect(await contents()).toMatchObject(rowsBefore);
});

test("it is not taken back while there are organizations", async () => {
  await client.query(
    "INSERT INTO accounts (id, kind, name, created_at, updated_at) VALUES ('org_a', 'organization', 'A', now(), now())",
  );
  await expect(migrateDown()).rejects.toThrow("There are organizations");
  await client.query("ROLLBACK");
  expect((await client.query("SELECT id FROM accounts WHERE kind = 'organization'")).rows).toHaveLength(1);
});

test("a key keeps its owner, and a user's account goes with the user", async () => {
  const found = await client.query("SELECT id, owner_id, suspended FROM find_key_caller('hash 7')");
  expect(found.rows).toEqual([{ id: "key_7", owner_id: "usr_7", suspended: false }]);
  await client.query("DELETE FROM users WHERE id = 'usr_2000'");
  expect((await client.query("SELECT 1 FROM accounts WHERE id = 'usr_2000'")).rows).toEqual([]);
});
