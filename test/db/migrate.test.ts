import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { MigrationError, migrateSubgraph } from "../../src/db/migrate.ts";
import { createTestDatabase, type TestDatabase } from "../support/postgres.ts";
import { silentLog } from "../support/silent-log.ts";
import { writeMigrations } from "./notes-database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const migrate = (schema: string, dir: string) =>
  migrateSubgraph({ adminUrl: database.url, schema, dir, role: `${schema}_app`, log: silentLog });

async function migrationsForTest(files: Record<string, string>): Promise<string> {
  const dir = await writeMigrations(files);
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

test("migrations run in order, once, and later ones are added", async () => {
  const dir = await migrationsForTest({
    "0002_b.sql": "ALTER TABLE a ADD COLUMN two int",
    "0001_a.sql": "CREATE TABLE a (one int)",
  });
  expect(await migrate("ordered", dir)).toEqual({ applied: ["0001_a.sql", "0002_b.sql"], total: 2 });
  expect(await migrate("ordered", dir)).toEqual({ applied: [], total: 2 });
  await writeFile(join(dir, "0003_c.sql"), "CREATE TABLE c ()");
  expect(await migrate("ordered", dir)).toEqual({ applied: ["0003_c.sql"], total: 3 });
});

test("a database keeps its migrations when they move to folders of a range, and later ones are added", async () => {
  const files = { "0001_a.sql": "CREATE TABLE a ()", "0050_b.sql": "CREATE TABLE b ()" };
  const dir = await migrationsForTest(files);
  await migrate("moved", dir);
  const recorded = "SELECT file, checksum, applied_at FROM moved.schema_migrations ORDER BY file";
  const before = await database.query(recorded);
  for (const [folder, file] of [
    ["0001-0049", "0001_a.sql"],
    ["0050-0099", "0050_b.sql"],
  ] as const) {
    await mkdir(join(dir, folder));
    await rename(join(dir, file), join(dir, folder, file));
  }
  expect(await migrate("moved", dir)).toEqual({ applied: [], total: 2 });
  expect(await database.query(recorded)).toEqual(before);
  await mkdir(join(dir, "0100-0149"));
  await writeFile(join(dir, "0100-0149", "0100_d.sql"), "CREATE TABLE d ()");
  // Later than the folder before it, earlier than the folder after it.
  await writeFile(join(dir, "0099_c.sql"), "CREATE TABLE c ()");
  expect(await migrate("moved", dir)).toEqual({ applied: ["0099_c.sql", "0100_d.sql"], total: 4 });
  expect(await migrate("fresh", dir)).toEqual({
    applied: ["0001_a.sql", "0050_b.sql", "0099_c.sql", "0100_d.sql"],
    total: 4,
  });
});

test.each([
  ["0001-0049/0050_b.sql", /does not belong in 0001-0049/],
  ["0001-0049/0002_a.sql", /in two folders/],
])("%s beside 0002_a.sql is refused", async (file, message) => {
  const dir = await migrationsForTest({ "0002_a.sql": "" });
  await mkdir(join(dir, "0001-0049"));
  await writeFile(join(dir, file), "");
  await expect(migrate("misplaced", dir)).rejects.toThrow(message);
});

test("of many processes that migrate at once, one applies", async () => {
  const dir = await migrationsForTest({
    "0001_a.sql": "CREATE TABLE a ()",
    "0002_b.sql": "CREATE TABLE b ()",
  });
  const results = await Promise.all(Array.from({ length: 6 }, () => migrate("raced", dir)));
  expect(results.flatMap((result) => result.applied).toSorted()).toEqual(["0001_a.sql", "0002_b.sql"]);
});

test("many databases of one server get the same new role at once", async () => {
  const dir = await migrationsForTest({ "0001_a.sql": "CREATE TABLE a ()" });
  const databases = await Promise.all(Array.from({ length: 5 }, () => createTestDatabase()));
  const schema = `shared_${process.pid}`;
  const results = await Promise.allSettled(
    databases.map(({ url }) =>
      migrateSubgraph({ adminUrl: url, schema, dir, role: `${schema}_app`, log: silentLog }),
    ),
  );
  await Promise.all(databases.map((each) => each.drop()));
  await database.query(`DROP ROLE IF EXISTS ${schema}_app`);
  expect(results.map((result) => result.status)).toEqual(Array.from({ length: 5 }, () => "fulfilled"));
});

test("a changed migration is refused by name and nothing is run", async () => {
  const dir = await migrationsForTest({ "0001_a.sql": "CREATE TABLE a ()" });
  await migrate("changed", dir);
  await writeFile(join(dir, "0001_a.sql"), "CREATE TABLE a (more int)");
  await writeFile(join(dir, "0002_b.sql"), "CREATE TABLE b ()");
  await expect(migrate("changed", dir)).rejects.toThrow(/changed\/0001_a\.sql has changed/);
  expect(await database.query("SELECT to_regclass('changed.b') AS b")).toEqual([{ b: null }]);
});

test("other line ends are not a change", async () => {
  const dir = await migrationsForTest({ "0001_a.sql": "CREATE TABLE a (\n)\n;" });
  await migrate("lines", dir);
  await writeFile(join(dir, "0001_a.sql"), "CREATE TABLE a (\r\n)\r\n;");
  expect((await migrate("lines", dir)).applied).toEqual([]);
});

test("a migration that sorts before an applied one is refused", async () => {
  const dir = await migrationsForTest({ "0002_b.sql": "CREATE TABLE b ()" });
  await migrate("late", dir);
  await writeFile(join(dir, "0001_a.sql"), "CREATE TABLE a ()");
  await expect(migrate("late", dir)).rejects.toThrow(/comes before 0002_b\.sql/);
});

test("a failing migration leaves nothing of itself and names file and line", async () => {
  const dir = await migrationsForTest({
    "0001_a.sql": "CREATE TABLE a ()",
    "0002_b.sql": "CREATE TABLE b ();\nSELECT nothing_here;",
  });
  const failure = await migrate("broken", dir).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(MigrationError);
  expect((failure as Error).message).toMatch(/broken\/0002_b\.sql:2: .*nothing_here/);
  const names = await database.query(
    "SELECT to_regclass('broken.a')::text AS a, to_regclass('broken.b')::text AS b",
  );
  expect(names).toEqual([{ a: "broken.a", b: null }]);
});

test.each([
  ["a name without a number", { "create.sql": "" }, /NNNN_title/],
  ["a number used twice", { "0001_a.sql": "", "0001_b.sql": "" }, /two migrations/],
])("%s is refused", async (_, files, message) => {
  await expect(migrate("misnamed", await migrationsForTest(files))).rejects.toThrow(message);
});

test("the application's role can use the tables but owns nothing and bypasses nothing", async () => {
  const dir = await migrationsForTest({
    "0001_a.sql": "CREATE TABLE a (id int GENERATED ALWAYS AS IDENTITY); CREATE SEQUENCE s",
  });
  await migrate("rights", dir);
  const [rights] = await database.query(`
    SELECT has_table_privilege('rights_app', 'rights.a', 'SELECT, INSERT, UPDATE, DELETE') AS uses,
      has_sequence_privilege('rights_app', 'rights.s', 'USAGE') AS counts,
      has_schema_privilege('rights_app', 'rights', 'CREATE') AS creates,
      has_table_privilege('rights_app', 'rights.schema_migrations', 'UPDATE') AS rewrites,
      (SELECT rolbypassrls OR rolsuper OR rolcanlogin FROM pg_roles WHERE rolname = 'rights_app') AS strong,
      (SELECT count(*)::int FROM pg_class JOIN pg_roles r ON r.oid = relowner WHERE rolname = 'rights_app') AS owned`);
  expect(rights).toEqual({
    uses: true,
    counts: true,
    creates: false,
    rewrites: false,
    strong: false,
    owned: 0,
  });
});
