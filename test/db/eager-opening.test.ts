import type { EventEmitter } from "node:events";
import type { Duplex } from "node:stream";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Database } from "../../src/db/database.ts";
import { executeSql } from "../../src/db/sql.ts";
import { asSystem, inTransaction } from "../../src/db/transaction.ts";
import { createTestDatabase, type TestDatabase } from "../support/postgres.ts";
import { openNotes } from "./notes-database.ts";

let server: TestDatabase;
let database: Database;
beforeAll(async () => {
  server = await createTestDatabase();
  database = await openNotes(server.url, { poolSize: 1 });
});
afterAll(async () => {
  await database.close();
  await server.drop();
});
beforeEach(() => server.query("TRUNCATE notes.notes"));

const contextOf = (ownerId: string | null) => ({ em: database.fork(), principal: { ownerId } });
const addSql = "INSERT INTO notes (id, owner_id, body) VALUES ($1, $2, '')";
const stored = async () =>
  (await server.query<{ id: string }>("SELECT id FROM notes.notes ORDER BY id")).map(({ id }) => id);

/** Counts writes to the server while `work` runs. */
async function countWrites(work: () => Promise<unknown>): Promise<number> {
  const pool = (await database.orm.em.getConnection().getNativeClient()) as EventEmitter;
  let writes = 0;
  const watch = ({ connection }: { connection: { stream: Duplex } }) => {
    const { stream } = connection;
    for (const name of ["_write", "_writev"] as const) {
      const write = stream[name]!.bind(stream) as (...args: unknown[]) => void;
      stream[name] = (...args: unknown[]) => {
        writes++;
        write(...args);
      };
    }
  };
  pool.once("acquire", watch);
  await work();
  return writes;
}

test("a transaction of one statement takes two round trips: its opening goes with the statement", async () => {
  const add = () => inTransaction(contextOf("ann"), (em) => executeSql(em, addSql, ["a1", "ann"]));
  expect(await countWrites(add)).toBe(2);
  expect(await stored()).toEqual(["a1"]);
});

test("a transaction that cannot be opened writes nothing, and its connection is replaced", async () => {
  const added = inTransaction(contextOf("ann\u0000"), (em) => executeSql(em, addSql, ["a1", "ann"]));
  await expect(added).rejects.toThrow();
  expect(await stored()).toEqual([]);
  await inTransaction(contextOf("ann"), (em) => executeSql(em, addSql, ["a2", "ann"]));
  expect(await stored()).toEqual(["a2"]);
});

test("a setting that fails in the middle of a transaction ends it", async () => {
  const two = asSystem(database.fork(), async (em) => {
    await executeSql(em, "SELECT set_config('app.nonsense\u0000', '', true)").catch(() => undefined);
    await executeSql(em, addSql, ["a1", "ann"]);
  });
  await expect(two).rejects.toThrow();
  expect(await stored()).toEqual([]);
});

test("an empty transaction, and one that only reads, end as usual", async () => {
  await inTransaction(contextOf("ann"), async () => undefined);
  const change = inTransaction(contextOf("ann"), (em) => executeSql(em, addSql, ["a1", "ann"]), {
    readOnly: true,
    isolationLevel: "repeatable read",
  });
  await expect(change).rejects.toThrow(/read-only/);
});
