import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDatabase, type Database } from "../../../src/db/database.ts";
import { openLogin } from "../../../src/db/login-role.ts";
import { migrateSubgraph } from "../../../src/db/migrate.ts";
import { asSystem } from "../../../src/db/transaction.ts";
import type { OwnData } from "../../../src/own-data/own-data.ts";
import { projectPath } from "../../../src/project-root.ts";
import { gatewayOwnData } from "../../../subgraphs/gateway/own-data.ts";
import {
  eraseDueAccounts,
  type ErasedSource,
} from "../../../subgraphs/hub/erasure/erase-accounts.service.ts";
import { reopen } from "../../../subgraphs/hub/identity/account-deletion.service.ts";
import { hubOwnData } from "../../../subgraphs/hub/own-data.ts";
import { propertyOwnData } from "../../../subgraphs/property/own-data.ts";
import { fillTables, wholeName, type TenantTable } from "../../support/fill-tables.ts";
import { silentLog } from "../../support/silent-log.ts";
import { createHubApp, type HubApp } from "../support/hub-app.ts";

const all: readonly OwnData[] = [hubOwnData, gatewayOwnData, propertyOwnData];
const dueAt = new Date("2031-01-01T00:00:00.000Z");

let app: HubApp;
let admin: pg.Client;
let owned: TenantTable[];
let sources: ErasedSource[];
const databases: Database[] = [];
beforeAll(async () => {
  app = await createHubApp();
  const { url } = app.database;
  admin = new pg.Client({ connectionString: url });
  await admin.connect();
  const bySchema = new Map([["hub", app.hub.database]]);
  for (const schema of ["gateway", "property"]) {
    const role = `${schema}_app`;
    const dir = projectPath("subgraphs", schema, "migrations");
    await migrateSubgraph({ adminUrl: url, schema, dir, role, withFloor: true, log: silentLog });
    const login = await openLogin(url, role);
    const options = { url: login, schema, role, entities: [], poolSize: 2, replicaUrl: null, log: silentLog };
    const database = await openDatabase(options);
    databases.push(database);
    bySchema.set(schema, database);
  }
  sources = all.map((data) => ({ data, ctx: { em: bySchema.get(data.schema)!.fork() } }));
  const { rows } = await admin.query<TenantTable>(
    `SELECT n.nspname AS schema, c.relname AS name, true AS "isOwned"
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'owner_id' AND NOT a.attisdropped
     WHERE n.nspname = ANY ($1) AND c.relkind IN ('r', 'p') ORDER BY 1, 2`,
    [all.map(({ schema }) => schema)],
  );
  owned = rows;
});
afterAll(async () => {
  await admin?.end();
  for (const database of databases) await database.close();
  await app?.close();
});

const keptOf = ({ schema, name }: TenantTable) => all.find((data) => data.schema === schema)!.kept[name];

/** A person whose 30 days are over. */
async function newDuePerson(id: string): Promise<void> {
  await admin.query(
    `INSERT INTO hub.users (id, created_at, last_seen_at, deleted_at, deletion_scheduled_at)
     VALUES ($1, now(), now(), now(), '2030-12-31')`,
    [id],
  );
}

async function rowsOf(table: TenantTable, ownerId: string): Promise<number> {
  const sql = `SELECT count(*)::int AS n FROM ${wholeName(table)} WHERE owner_id = $1`;
  return (await admin.query<{ n: number }>(sql, [ownerId])).rows[0]!.n;
}

const erase = (own = app.contextFor(null, { at: dueAt })) => eraseDueAccounts(own, sources);

describe.each(all)("in $schema", ({ schema, kept }) => {
  test("what is kept are tables of accounts", () => {
    const names = owned.filter((table) => table.schema === schema).map(({ name }) => name);
    expect(Object.keys(kept).filter((name) => !names.includes(name))).toEqual([]);
  });

  test("no kept row is deleted with an erased one", async () => {
    const { rows } = await admin.query<{ child: string; parent: string }>(
      `SELECT child.relname AS child, parent.relname AS parent FROM pg_constraint f
       JOIN pg_class child ON child.oid = f.conrelid JOIN pg_class parent ON parent.oid = f.confrelid
       WHERE f.contype = 'f' AND f.confdeltype = 'c' AND f.connamespace = $1::regnamespace`,
      [schema],
    );
    const lost = rows.filter(
      ({ child, parent }) => Object.hasOwn(kept, child) && !Object.hasOwn(kept, parent),
    );
    expect(lost).toEqual([]);
  });

  test("no kept row refers to an erased one", async () => {
    const { rows } = await admin.query<{ child: string; parent: string }>(
      `SELECT child.relname AS child, parent.relname AS parent FROM pg_constraint f
       JOIN pg_class child ON child.oid = f.conrelid JOIN pg_class parent ON parent.oid = f.confrelid
       JOIN pg_attribute a ON a.attrelid = parent.oid AND a.attname = 'owner_id'
       WHERE f.contype = 'f' AND f.connamespace = $1::regnamespace`,
      [schema],
    );
    const broken = rows.filter(
      ({ child, parent }) => Object.hasOwn(kept, child) && !Object.hasOwn(kept, parent),
    );
    expect(broken).toEqual([]);
  });
});

test("every table of every subgraph is erased or kept under an anonymous owner, and nothing of another account changes", async () => {
  await newDuePerson("usr_one");
  await admin.query("INSERT INTO hub.users (id, created_at, last_seen_at) VALUES ('usr_two', now(), now())");
  // Files and connections to providers are ended outside the database first, so they need real rows.
  const filled = owned.filter(({ name }) => !["files", "file_parts"].includes(name));
  await fillTables(admin, filled, ["usr_one", "usr_two"]);
  for (const [id, owner] of [
    ["file_00000000000000000000000001", "usr_one"],
    ["file_00000000000000000000000002", "usr_two"],
  ])
    await admin.query(
      `INSERT INTO hub.files (id, owner_id, app_id, filename, content_type, size, sha256, stored_at, created_at)
       VALUES ($1, $2, 'central', 'a.txt', 'text/plain', 1, repeat('a', 64), now(), now())`,
      [id, owner],
    );
  await admin.query("SET session_replication_role = origin");

  expect(await erase()).toBe(1);

  const { rows: report } = await admin.query<{
    alias: string;
    changes: { erased: Record<string, number>; kept: Record<string, { rows: number; reason: string }> };
  }>("SELECT target_id AS alias, changes FROM hub.audit_log WHERE action = 'eraseAccount'");
  expect(report).toHaveLength(1);
  const { alias, changes } = report[0]!;
  expect(alias).toMatch(/^erased_/);
  for (const table of owned) {
    const name = wholeName(table);
    const keeping = keptOf(table);
    expect.soft(await rowsOf(table, "usr_one"), name).toBe(keeping?.keepsOwner ? 1 : 0);
    if (name !== "hub.file_parts" && name !== "hub.outbox_events")
      expect.soft(await rowsOf(table, "usr_two"), name).toBe(1);
    if (keeping === undefined) expect.soft(await rowsOf(table, alias), name).toBe(0);
    else if (!keeping.keepsOwner) expect.soft(await rowsOf(table, alias), name).toBeGreaterThanOrEqual(1);
    if (keeping === undefined && name !== "hub.file_parts")
      expect.soft(changes.erased[name] ?? 0, name).toBeGreaterThanOrEqual(1);
    else if (keeping) expect.soft(changes.kept[name]?.reason, name).toBe(keeping.reason);
  }
  const { rows: left } = await admin.query(
    "SELECT 1 FROM hub.erasures UNION ALL SELECT 1 FROM hub.erased_rows",
  );
  expect(left).toEqual([]);
});

test("an erasure that is killed between any two batches is completed by later runs, and counts each row once", async () => {
  await newDuePerson("usr_many");
  await admin.query("SET session_replication_role = replica");
  await admin.query(
    `INSERT INTO hub.crm_suppressions SELECT r.* FROM (SELECT * FROM hub.crm_suppressions LIMIT 1) t, generate_series(1, 25) n,
       jsonb_populate_record(NULL::hub.crm_suppressions,
         to_jsonb(t) || jsonb_build_object('id', 'sup_' || n, 'owner_id', 'usr_many', 'address', n)) r`,
  );
  await admin.query("SET session_replication_role = origin");
  let runs = 0;
  const own = app.contextFor(null, { at: dueAt });
  await admin.query(`CREATE SEQUENCE hub.deaths; GRANT USAGE ON SEQUENCE hub.deaths TO PUBLIC;
    CREATE FUNCTION hub.die() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
    BEGIN IF nextval('hub.deaths') % 2 = 1 THEN RAISE EXCEPTION 'killed'; END IF; RETURN NULL; END $$;
    CREATE TRIGGER die AFTER INSERT OR UPDATE ON hub.erased_rows FOR EACH ROW EXECUTE FUNCTION hub.die()`);
  const run = () => eraseDueAccounts(own, sources, { batchRows: 10 });
  for (let erased = 0; erased === 0 && runs < 100; runs++) erased = await run();
  await admin.query("DROP TRIGGER die ON hub.erased_rows");
  // Every other batch of the three is killed.
  expect(runs).toBeGreaterThan(3);
  const { rows } = await admin.query(
    `SELECT 1 FROM hub.audit_log
     WHERE action = 'eraseAccount' AND (changes->'erased'->>'hub.crm_suppressions')::int = 25`,
  );
  expect(rows).toHaveLength(1);
});

test("a worker without all subgraphs erases nothing", async () => {
  await newDuePerson("usr_partial");
  const hubOnly = sources.filter(({ data }) => data.schema === "hub");
  await expect(eraseDueAccounts(app.contextFor(null, { at: dueAt }), hubOnly)).rejects.toThrow("Missing");
  const { rows } = await admin.query("SELECT 1 FROM hub.users WHERE id = 'usr_partial'");
  expect(rows).toHaveLength(1);
});

test("an account that is being erased is not restored", async () => {
  await newDuePerson("usr_returning");
  const at = new Date("2030-12-01T00:00:00.000Z");
  const ctx = app.contextFor(null, { at });
  const restore = () => asSystem(ctx.em, (em) => reopen(em, ctx, "usr_returning", at));
  await admin.query("INSERT INTO hub.erasures VALUES ('usr_returning', 'erased_returning', now())");
  await expect(restore()).rejects.toMatchObject({ code: "USER_NOT_FOUND" });
  await admin.query("DELETE FROM hub.erasures WHERE account_id = 'usr_returning'");
  await expect(restore()).resolves.toBeUndefined();
});
