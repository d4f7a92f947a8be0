import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startEmbeddedPostgres, type EmbeddedPostgres } from "../../src/db/postgres/embedded-postgres.ts";
import { openLogin, refusePrivilegedUser } from "../../src/db/login-role.ts";
import { executeSql } from "../../src/db/sql.ts";
import { inTransaction } from "../../src/db/transaction.ts";
import { createTestApp, type TestApp } from "../support/app.ts";
import { silentLog } from "../support/silent-log.ts";

let app: TestApp;
let connectionString: string;
/** A connection as the hub's pool makes them, for SQL that an attacker has got into it. */
let injected: pg.Client;

beforeAll(async () => {
  app = await createTestApp();
  connectionString = await openLogin(app.database.url, "hub_app");
  injected = new pg.Client({ connectionString, options: "-c role=hub_app -c search_path=hub,public" });
  await injected.connect();
});
afterAll(async () => {
  await injected?.end();
  await app?.close();
});

const stateOf = (sql: string) =>
  injected.query(sql).then(
    () => "allowed",
    (error: { code: string }) => error.code,
  );
const forbidden = "42501";

describe("the users that the running platform is connected as", () => {
  test("are no superusers, own nothing, and may make nothing", async () => {
    // A call, so that each pool has a connection.
    expect((await app.get("/auth/me", await app.as("eve"))).status).toBe(200);
    expect((await app.get("/v1/saved-properties", await app.as("eve"))).status).toBe(200);
    expect((await app.get("/clients", { ...(await app.as("eve")), "x-app-id": "invoicer" })).status).toBe(
      200,
    );
    const connections = await app.database.query<{ usename: string; application: string }>(
      `SELECT DISTINCT usename, application_name AS application FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'
         AND application_name <> ''`,
    );
    expect(connections.map(({ application }) => application).sort()).toEqual([
      "gateway",
      "hub",
      "jobs",
      "listener",
      "property",
    ]);
    const roles = await app.database.query(
      `SELECT rolsuper OR rolbypassrls OR rolcreaterole OR rolcreatedb OR rolreplication OR rolinherit AS may,
         EXISTS (SELECT 1 FROM pg_shdepend WHERE refobjid = r.oid AND deptype = 'o') AS owns,
         (SELECT count(*)::int FROM pg_auth_members WHERE member = r.oid) AS memberships
       FROM pg_roles r WHERE rolname = ANY($1)`,
      [connections.map(({ usename }) => usename)],
    );
    expect(roles).toHaveLength(5);
    for (const role of roles) expect(role).toEqual({ may: false, owns: false, memberships: 1 });
  });

  test("are what the hub's own pool uses", async () => {
    const ctx = app.running.platform.contextIn("hub");
    const [row] = await inTransaction(ctx, (em) =>
      executeSql<{ session: string; current: string }>(
        em,
        "SELECT session_user AS session, current_user AS current",
      ),
    );
    expect(row).toEqual({ session: expect.stringMatching(/^hub_app_\d+$/), current: "hub_app" });
  });
});

describe("SQL injected into a connection of the hub", () => {
  test.each([
    ["another role", "SET ROLE postgres"],
    ["another subgraph's role", "SET ROLE gateway_app"],
    ["the role of the jobs", "SET ROLE jobs_app"],
    ["another user", "SET SESSION AUTHORIZATION postgres"],
    ["a stronger role of its own", "ALTER ROLE CURRENT_USER SUPERUSER"],
    ["a new role", "CREATE ROLE intruder"],
    ["the membership of another role", "GRANT gateway_app TO hub_app"],
    ["no row security", "ALTER TABLE hub.credit_accounts DISABLE ROW LEVEL SECURITY"],
    ["row security that is not forced", "ALTER TABLE hub.credit_accounts NO FORCE ROW LEVEL SECURITY"],
    ["another policy", "CREATE POLICY everything ON hub.credit_accounts USING (true)"],
    ["fewer policies", "DROP POLICY owner_or_system ON hub.credit_accounts"],
    ["no triggers", "ALTER TABLE hub.audit_log DISABLE TRIGGER ALL"],
    ["no triggers by a setting", "SET session_replication_role = replica"],
    ["an emptied table", "TRUNCATE hub.credit_entries"],
    ["a dropped table", "DROP TABLE hub.users"],
    ["a table of its own", "CREATE TABLE hub.loot (words text)"],
    ["a function of its own", "CREATE FUNCTION hub.f() RETURNS int LANGUAGE sql AS 'SELECT 1'"],
    ["an extension", "CREATE EXTENSION plperlu"],
    ["a program", "COPY (SELECT 1) TO PROGRAM 'id'"],
    ["a file", "SELECT pg_read_file('/etc/passwd')"],
    ["a file by COPY", "COPY pg_temp.t FROM '/etc/passwd'"],
    ["a large object of a file", "SELECT lo_import('/etc/passwd')"],
    ["passwords", "SELECT rolpassword FROM pg_authid"],
    ["another subgraph's rows", "SELECT * FROM gateway.invoices"],
    ["jobs", "SELECT * FROM jobs.job"],
    ["a changed ledger of the audit trail", "UPDATE hub.audit_log SET actor_id = 'nobody'"],
    ["a changed server", "ALTER SYSTEM SET log_statement = 'all'"],
    [
      "another session's end",
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'gateway' AND datname = current_database()",
    ],
  ])("gets no %s", async (_what, sql) => {
    const state = await stateOf(sql);
    if (sql.startsWith("COPY pg_temp")) expect(["42P01", forbidden]).toContain(state);
    else if (sql.startsWith("CREATE EXTENSION")) expect([forbidden, "0A000", "58P01"]).toContain(state);
    else expect(state).toBe(forbidden);
  });

  test("stays the same role after RESET ROLE and may not leave it by SET ROLE NONE", async () => {
    await injected.query("RESET ROLE");
    const { rows } = await injected.query("SELECT current_user AS name");
    expect(rows).toEqual([{ name: "hub_app" }]);
    await injected.query("SET ROLE NONE");
    expect(await stateOf("SELECT * FROM hub.users")).toBe(forbidden);
    await injected.query("SET ROLE hub_app");
  });

  test("sees no row of anybody where it does not name an account", async () => {
    const tables = await app.database.query<{ name: string }>(
      `SELECT c.oid::regclass::text AS name FROM pg_class c WHERE relnamespace = 'hub'::regnamespace AND relkind = 'r'
         AND EXISTS (SELECT 1 FROM pg_attribute WHERE attrelid = c.oid AND attname = 'owner_id')`,
    );
    expect(tables.length).toBeGreaterThan(20);
    for (const { name } of tables) {
      const { rows } = await injected.query(`SELECT count(*)::int AS seen FROM ${name}`);
      expect([name, rows[0].seen]).toEqual([name, 0]);
    }
  });
});

describe("on a server that asks for passwords", () => {
  let folder: string;
  let server: EmbeddedPostgres;
  let adminUrl: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "hub-scram-"));
    await chmod(folder, 0o755);
    const hba = join(folder, "pg_hba.conf");
    await writeFile(hba, "local all postgres trust\nlocal all all scram-sha-256\n");
    const settings = { hba_file: hba, fsync: "off" };
    server = await startEmbeddedPostgres({ dataDir: join(folder, "data"), settings, log: silentLog });
    adminUrl = withPassword("first password");
  });
  afterAll(async () => {
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const withPassword = (password: string) => Object.assign(new URL(server.adminUrl), { password }).href;
  const nameFor = async (url: string) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query<{ name: string }>("SELECT current_user AS name")).rows[0]!.name;
    } finally {
      await client.end();
    }
  };

  test("the login role has a password of its own that follows from the owner's", async () => {
    const url = await openLogin(adminUrl, "hub_app");
    expect(new URL(url).password).toMatch(/^[0-9a-f]{64}$/);
    expect(await nameFor(url)).toMatch(/^hub_app_\d+$/);
    expect(await openLogin(adminUrl, "hub_app")).toBe(url);
    const guessed = Object.assign(new URL(url), { password: "first password" }).href;
    await expect(nameFor(guessed)).rejects.toMatchObject({ code: "28P01" });
  });

  test("another password of the owner changes that of the login role", async () => {
    const before = await openLogin(adminUrl, "hub_app");
    const after = await openLogin(withPassword("second password"), "hub_app");
    expect(await nameFor(after)).toMatch(/^hub_app_\d+$/);
    await expect(nameFor(before)).rejects.toMatchObject({ code: "28P01" });
  });

  test("a user who is given and is a superuser is refused", async () => {
    await expect(refusePrivilegedUser(adminUrl)).rejects.toThrow(/no superuser/);
    await refusePrivilegedUser(await openLogin(adminUrl, "hub_app"));
  });
});
