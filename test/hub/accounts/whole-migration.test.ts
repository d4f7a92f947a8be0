import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrateSubgraph, migrationPaths } from "../../../src/db/migrate.ts";
import { projectPath } from "../../../src/project-root.ts";
import { createPlatformDatabase } from "../../support/app.ts";
import type { TestDatabase } from "../../support/postgres.ts";
import { silentLog } from "../../support/silent-log.ts";

/** In the order in which they are taken back: the hub's accounts are what the others refer to. */
const subgraphs = ["gateway", "property", "hub"] as const;
const migrationsOf = (subgraph: string) => projectPath("subgraphs", subgraph, "migrations");

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await createPlatformDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query("SET app.system = 'on'");
  await deleteOrganizations();
  await client.query(`INSERT INTO hub.users (id, email, created_at, last_seen_at)
    SELECT 'usr_' || n, n || '@people.example', now(), now() FROM generate_series(1, 500) n`);
});
afterAll(async () => {
  await client?.end();
  await database?.drop();
});

interface Column {
  place: string;
  name: string;
}

/** Text columns of these names in all subgraphs, of tables alone. */
async function columnsNamed(...names: string[]): Promise<Column[]> {
  const { rows } = await client.query<Column>(
    `SELECT format('%I.%I', table_schema, table_name) AS place, column_name::text AS name
     FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
     WHERE table_schema = ANY ($1) AND column_name = ANY ($2) AND data_type = 'text' AND table_type = 'BASE TABLE'
     ORDER BY 1, 2`,
    [subgraphs, names],
  );
  return rows;
}

/** The demo's organizations with all that is theirs: while one exists, nothing is taken back. */
async function deleteOrganizations(): Promise<void> {
  await client.query("SET session_replication_role = replica");
  for (const { place, name } of await columnsNamed("owner_id", "account_id"))
    await client.query(
      `DELETE FROM ${place} WHERE ${name} IN (SELECT id FROM hub.accounts WHERE kind = 'organization')`,
    );
  await client.query("DELETE FROM hub.accounts WHERE kind = 'organization'");
  await client.query("SET session_replication_role = origin");
}

/** How many rows each owner has in each table. */
async function owners(): Promise<Map<string, unknown>> {
  const found = new Map<string, unknown>();
  for (const { place, name } of await columnsNamed("owner_id", "user_id")) {
    const { rows } = await client.query(
      `SELECT ${name} AS owner, count(*)::int AS n FROM ${place} GROUP BY 1 ORDER BY 1`,
    );
    found.set(`${place}.${name}`, rows);
  }
  return found;
}

async function takeBack(): Promise<void> {
  for (const subgraph of subgraphs) {
    const down = join(migrationsOf(subgraph), "down");
    const paths = existsSync(down) ? [...(await migrationPaths(down)).values()] : [];
    await client.query(`SET search_path = ${subgraph}, public`);
    for (const path of paths.toReversed())
      await client.query(`BEGIN; ${await readFile(path, "utf8")} COMMIT;`);
  }
}

async function migrate(): Promise<void> {
  for (const subgraph of subgraphs.toReversed())
    await migrateSubgraph({
      adminUrl: database.url,
      schema: subgraph,
      dir: migrationsOf(subgraph),
      role: `${subgraph}_app`,
      withFloor: true,
      log: silentLog,
    });
}

test("a whole platform is taken back to before accounts and migrated again, and no row changes its owner", async () => {
  const before = await owners();
  await takeBack();
  expect((await client.query("SELECT to_regclass('hub.accounts') AS accounts")).rows).toEqual([
    { accounts: null },
  ]);
  const older = await owners();
  for (const [place, rows] of older) expect.soft(rows, place).toEqual(before.get(place));
  expect(older.size).toBeGreaterThan(50);
  await migrate();
  const after = await owners();
  expect([...after.keys()]).toEqual([...before.keys()]);
  for (const place of older.keys()) expect.soft(after.get(place), place).toEqual(before.get(place));
  const { rows } = await client.query(
    "SELECT count(*)::int AS missing FROM hub.users u LEFT JOIN hub.accounts a USING (id) WHERE a.id IS NULL",
  );
  expect(rows).toEqual([{ missing: 0 }]);
});
