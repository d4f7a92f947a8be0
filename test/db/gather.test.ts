import type { EntityManager } from "@mikro-orm/postgresql";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Database } from "../../src/db/database.ts";
import { gather } from "../../src/db/gather.ts";
import { emitEvent, emitEvents } from "../../src/db/outbox.ts";
import { inPipelinedTransaction } from "../../src/db/pipelined-transaction.ts";
import { executeSql, numberArray, textArray, timeArray } from "../../src/db/sql.ts";
import { inTransaction } from "../../src/db/transaction.ts";
import { createTestDatabase, type TestDatabase } from "../support/postgres.ts";
import { openNotes } from "./notes-database.ts";

let server: TestDatabase;
let database: Database;
beforeAll(async () => {
  server = await createTestDatabase();
  database = await openNotes(server.url);
});
afterAll(async () => {
  await database.close();
  await server.drop();
});
beforeEach(() => server.query("TRUNCATE notes.notes, notes.outbox_events"));

const contextOf = (ownerId: string | null) => ({ em: database.fork(), principal: { ownerId } });
const stored = async () =>
  (await server.query<{ id: string }>("SELECT id FROM notes.notes ORDER BY id")).map(({ id }) => id);

/** Adds notes; records how many go in each statement. */
function adding() {
  const sizes: number[] = [];
  const add = gather<{ id: string; owner: string }, string>(async (em, items) => {
    sizes.push(items.length);
    const sql =
      "INSERT INTO notes (id, owner_id, body) SELECT id, owner, '' FROM unnest($1::text[], $2::text[]) AS n (id, owner)";
    await executeSql(em, sql, [items.map(({ id }) => id), items.map(({ owner }) => owner)]);
    return items.map(({ id }) => `added ${id}`);
  });
  return { sizes, add: (em: EntityManager, id: string, owner = "ann") => add(em, { id, owner }) };
}

const runners: [string, typeof inTransaction][] = [
  ["a transaction", inTransaction],
  ["a pipelined transaction", (ctx, work) => inPipelinedTransaction(ctx, work)],
];

test.each(runners)(
  "work of one tick in %s goes in one statement, and each has its own result",
  async (_name, run) => {
    const { sizes, add } = adding();
    const ids = Array.from({ length: 70 }, (_, index) => `a${100 + index}`);
    const answers = await run(contextOf("ann"), (em) => Promise.all(ids.map((id) => add(em, id))));
    expect(answers).toEqual(ids.map((id) => `added ${id}`));
    expect(sizes).toEqual([64, 6]);
    expect(await stored()).toEqual(ids);
  },
);

test("transactions at the same time share no statement: each sees its own owner's rows", async () => {
  const { sizes, add } = adding();
  await Promise.all([
    inTransaction(contextOf("ann"), (em) => add(em, "a1")),
    inTransaction(contextOf("bob"), (em) => add(em, "b1", "bob")),
  ]);
  expect(sizes).toEqual([1, 1]);
  const stolen = inTransaction(contextOf("bob"), (em) => add(em, "a2", "ann"));
  await expect(stolen).rejects.toThrow(/row-level security/);
  expect(await stored()).toEqual(["a1", "b1"]);
});

test("one that fails fails all of its statement, and nothing is written", async () => {
  const { add } = adding();
  const all = inPipelinedTransaction(contextOf("ann"), async (em) => {
    const answers = await Promise.allSettled([add(em, "a1"), add(em, "b1", "bob"), add(em, "a2")]);
    expect(answers.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  });
  await expect(all).rejects.toThrow();
  expect(await stored()).toEqual([]);
});

test("events of one tick are published in the order of their emits", async () => {
  const event = (type: string) => ({ type, objectId: "one", appId: null, ownerId: "ann", payload: {} });
  await inTransaction(contextOf("ann"), (em) =>
    Promise.all([
      emitEvent(em, event("first")),
      emitEvents(em, [event("second"), event("third")]),
      emitEvent(em, event("fourth")),
    ]),
  );
  const rows = await server.query<{ type: string }>("SELECT type FROM notes.outbox_events ORDER BY sequence");
  expect(rows.map(({ type }) => type)).toEqual(["first", "second", "third", "fourth"]);
});

test("arrays that are written as text are read as the same values", async () => {
  const texts = ["", "NULL", "null", 'a "b"', "c\\d", "{e,f}", "g,h", " i ", "é\n", "😀"];
  const times = [0, 1_700_000_000_123, 253_402_300_799_999];
  const [read] = await executeSql<Record<string, unknown>>(
    database.fork(),
    `SELECT to_json($1::text[]) AS texts, to_json($2::int[]) AS numbers, to_json($3::text[]) AS none,
       (SELECT json_agg((extract(epoch FROM at) * 1000)::bigint) FROM unnest($4::timestamptz[]) AS at) AS times`,
    [textArray(texts), numberArray([-1, 0, 2_147_483_647]), textArray([]), timeArray(times)],
  );
  expect(read).toEqual({ texts, numbers: [-1, 0, 2_147_483_647], none: [], times });
});
