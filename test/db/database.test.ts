import { Entity, PrimaryKey, Property } from "@mikro-orm/decorators/legacy";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase, type Database } from "../../src/db/database.ts";
import { executeSql } from "../../src/db/sql.ts";
import { inTransaction } from "../../src/db/transaction.ts";
import { createTestDatabase, type TestDatabase } from "../support/postgres.ts";
import { silentLog } from "../support/silent-log.ts";
import { openNotes } from "./notes-database.ts";

@Entity({ tableName: "notes" })
class Note {
  @PrimaryKey({ type: "text" })
  id: string;

  @Property({ type: "text" })
  ownerId: string;

  @Property({ type: "text" })
  body: string;
}

let server: TestDatabase;
let database: Database;
beforeAll(async () => {
  server = await createTestDatabase();
  database = await openNotes(server.url, { entities: [Note], statementTimeoutMs: 500 });
});
afterAll(async () => {
  await database.close();
  await server.drop();
});

test("every connection is the application's role in its schema", async () => {
  const facts =
    "SELECT current_user AS role, current_schema() AS schema, current_setting('TimeZone') AS zone";
  const rows = await Promise.all(Array.from({ length: 10 }, () => executeSql(database.fork(), facts)));
  for (const row of rows.flat()) expect(row).toEqual({ role: "notes_app", schema: "notes", zone: "UTC" });
});

test("entities are written and read under their owner", async () => {
  const ctx = { em: database.fork(), principal: { ownerId: "ann" } };
  await inTransaction(ctx, async (em) => {
    em.create(Note, { id: "a1", ownerId: "ann", body: "hers" });
  });
  await inTransaction(ctx, async (em) => {
    const note = await em.findOneOrFail(Note, { id: "a1" });
    note.body = "changed";
  });
  expect(await server.query("SELECT owner_id, body FROM notes.notes")).toEqual([
    { owner_id: "ann", body: "changed" },
  ]);
  const other = { em: database.fork(), principal: { ownerId: "bob" } };
  expect(await inTransaction(other, (em) => em.findOne(Note, { id: "a1" }))).toBeNull();
});

test("a statement that takes too long is ended", async () => {
  await expect(executeSql(database.fork(), "SELECT pg_sleep(5)")).rejects.toThrow(/statement timeout/);
});

test("the pool replaces connections that the server has closed", async () => {
  await database.ping();
  await server.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'notes' AND datname = current_database()",
  );
  await expect
    .poll(() =>
      database.ping().then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
});

test("connections that break inside of transactions are replaced too, however many", async () => {
  const ctx = () => ({ em: database.fork(), principal: { ownerId: "ann" } });
  for (let round = 0; round < 3; round++) {
    const allBegun = Promise.withResolvers<void>();
    let begun = 0;
    const broken = Array.from({ length: 10 }, () =>
      inTransaction(ctx(), async (em) => {
        if (++begun === 10) allBegun.resolve();
        await executeSql(em, "SELECT 1");
        await allBegun.promise;
        if (--begun === 0)
          await server.query(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'notes' AND datname = current_database()",
          );
        await executeSql(em, "SELECT pg_sleep(0.4)");
      }),
    );
    const results = await Promise.allSettled(broken);
    expect(results.map((result) => result.status)).toEqual(Array.from({ length: 10 }, () => "rejected"));
  }
  const working = Array.from({ length: 10 }, () =>
    inTransaction(ctx(), (em) => executeSql(em, "SELECT 1 AS one")),
  );
  expect((await Promise.all(working)).flat()).toEqual(Array.from({ length: 10 }, () => ({ one: 1 })));
});

test("opening as a role that does not exist fails", async () => {
  await expect(
    openDatabase({ url: server.url, schema: "notes", role: "nobody_app", entities: [], log: silentLog }),
  ).rejects.toThrow(/nobody_app/);
});
