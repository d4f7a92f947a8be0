import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { deriveKeyRing } from "../../src/crypto/crypto.ts";
import { refreshBlindIndexes } from "../../src/db/blind-index.ts";
import type { Database } from "../../src/db/database.ts";
import { countEnvelopes, resealColumn } from "../../src/db/reseal.ts";
import { countOlderTexts, resealTexts } from "../../src/db/reseal-texts.ts";
import { executeSql } from "../../src/db/sql.ts";
import { inTransaction } from "../../src/db/transaction.ts";
import { newId } from "../../src/ids.ts";
import { sealedAnswers, type SealedColumn } from "../../src/crypto/sealed-column.ts";
import { dieAt, watchStatements } from "../support/crash.ts";
import { createTestDatabase, type TestDatabase } from "../support/postgres.ts";
import { openNotes } from "./notes-database.ts";

const [older, newer] = ["the-older-secret-of-this-test", "the-newer-secret-of-this-test"] as const;
const before = deriveKeyRing([older]);
const announced = deriveKeyRing([older, newer]);
const during = deriveKeyRing([newer, older]);
const after = deriveKeyRing([newer]);
const numbers: SealedColumn = {
  table: "notes.numbers",
  column: "sealed",
  key: ["id"],
  placeOf: (id) => `numbers.sealed.${id}`,
  blindIndex: { column: "fingerprint", name: "numbers" },
};

let server: TestDatabase;
let database: Database;
beforeAll(async () => {
  server = await createTestDatabase();
  database = await openNotes(server.url, { poolSize: 6 });
  await server.query(`CREATE TABLE notes.numbers (id text PRIMARY KEY, owner_id text NOT NULL, sealed text NOT NULL,
      fingerprint text NOT NULL, UNIQUE (owner_id, fingerprint));
    GRANT ALL ON notes.numbers TO notes_app;
    ALTER TABLE notes.numbers ENABLE ROW LEVEL SECURITY;
    ALTER TABLE notes.numbers FORCE ROW LEVEL SECURITY;
    CREATE POLICY owner_or_system ON notes.numbers
      USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on')`);
});
afterAll(async () => {
  await database?.close();
  await server?.drop();
});
beforeEach(() => server.query("TRUNCATE notes.numbers, notes.idempotency_keys"));

/** Rows of several owners, sealed by a process that has the older secret alone. */
async function fill(count: number, ring = before): Promise<void> {
  for (let index = 0; index < count; index++) {
    const id = `number_${String(index).padStart(4, "0")}`;
    const value = `secret ${index}`;
    await server.query("INSERT INTO notes.numbers VALUES ($1, $2, $3, $4)", [
      id,
      `owner_${index % 3}`,
      ring.seal(value, numbers.placeOf(id)),
      ring.blindIndex("numbers", value),
    ]);
  }
}

const reseal = (keyRing = during, report: (rows: number) => void = () => undefined) =>
  resealColumn(database.fork(), numbers, { keyRing, report });
const olderRows = async (keyRing = during) => (await countEnvelopes(database.fork(), numbers, keyRing)).older;

/** Every value with the newer secret alone, checked against its fingerprint. */
async function readAll(): Promise<string[]> {
  const rows = await server.query<{ id: string; sealed: string; fingerprint: string }>(
    "SELECT id, sealed, fingerprint FROM notes.numbers ORDER BY id",
  );
  return rows.map(({ id, sealed, fingerprint }) => {
    const value = after.open(sealed, numbers.placeOf(id));
    expect(fingerprint).toBe(after.blindIndex("numbers", value));
    return value;
  });
}
const valuesTo = (count: number) => Array.from({ length: count }, (_, index) => `secret ${index}`);

test("rows of all owners are sealed again in batches, with their blind indexes", async () => {
  await fill(230);
  expect(await olderRows()).toBe(230);
  const reports: number[] = [];
  expect(await reseal(during, (rows) => reports.push(rows))).toEqual({ changed: 230, failed: [] });
  expect(reports).toEqual([100, 100, 30]);
  expect(await olderRows()).toBe(0);
  expect(await readAll()).toEqual(valuesTo(230));
  expect(await reseal()).toEqual({ changed: 0, failed: [] });
});

test("a row under no configured secret is named, and counted as left", async () => {
  await fill(3);
  const stranger = deriveKeyRing(["a-secret-that-nobody-has-any-more"]);
  const sealed = stranger.seal("x", numbers.placeOf("number_0001"));
  await server.query("UPDATE notes.numbers SET sealed = $1 WHERE id = 'number_0001'", [sealed]);
  expect(await reseal()).toEqual({ changed: 2, failed: ["number_0001"] });
  expect(await olderRows()).toBe(1);
});

test("killed at any statement it loses nothing, and the next run goes on", async () => {
  const stop = await watchStatements(database.fork());
  try {
    for (const isDone of [false, true]) {
      for (let at = 1; at < 60; at++) {
        await server.query("TRUNCATE notes.numbers");
        await fill(5);
        const life = await dieAt({ at, isDone }, () => reseal());
        if (!life.hasDied) break;
        await reseal();
        expect([at, isDone, await readAll()]).toEqual([at, isDone, valuesTo(5)]);
      }
    }
  } finally {
    stop();
  }
});

test("two runs at once, beside writers that replace values, lose no write", async () => {
  await fill(150);
  const written = new Map<string, string>();
  const write = async () => {
    for (let index = 0; index < 150; index += 7) {
      const id = `number_${String(index).padStart(4, "0")}`;
      const value = `replaced ${index}`;
      const ctx = { em: database.fork(), principal: { ownerId: `owner_${index % 3}` } };
      await inTransaction(ctx, (em) =>
        executeSql(em, "UPDATE numbers SET sealed = $2, fingerprint = $3 WHERE id = $1", [
          id,
          during.seal(value, numbers.placeOf(id)),
          during.blindIndex("numbers", value),
        ]),
      );
      written.set(id, value);
    }
  };
  const [first, second] = await Promise.all([reseal(), reseal(), write()]);
  expect([first.failed, second.failed]).toEqual([[], []]);
  expect(await olderRows()).toBe(0);
  const expected = valuesTo(150).map((value, index) => (index % 7 === 0 ? `replaced ${index}` : value));
  expect(await readAll()).toEqual(expected);
});

test("a value is found under an older blind index, and stored once by processes with another order", async () => {
  const add = (ring: typeof during) => {
    const ctx = { em: database.fork(), principal: { ownerId: "owner_0" } };
    return inTransaction(ctx, async (em) => {
      const indexes = ring.blindIndexes("numbers", "secret 0");
      const columns = [{ table: "numbers", column: "fingerprint" }];
      await refreshBlindIndexes(em, { indexes, ownerId: "owner_0", columns });
      const id = newId("num");
      const sql = `INSERT INTO numbers VALUES ($1, 'owner_0', $2, $3)
        ON CONFLICT (owner_id, fingerprint) DO NOTHING RETURNING 1`;
      return (await executeSql(em, sql, [id, ring.seal("secret 0", numbers.placeOf(id)), indexes[0]])).length;
    });
  };
  await fill(1);
  expect(await add(during)).toBe(0);
  await server.query("TRUNCATE notes.numbers");
  for (let round = 0; round < 5; round++) {
    await server.query("TRUNCATE notes.numbers");
    const added = await Promise.all([add(during), add(announced), add(during), add(announced)]);
    expect(added.reduce((sum, count) => sum + count, 0)).toBe(1);
  }
});

test.each([
  ["an id", newId("thing")],
  ["an id of demo data", "thing_demo_first-one_2"],
])("envelopes inside the JSON of stored answers are sealed again, at the place of %s", async (_what, id) => {
  await server.query("TRUNCATE notes.idempotency_keys");
  const placeOf = (one: string) => `things.secret.${one}`;
  const { texts } = sealedAnswers("notes", (one) => [`other.place.${one}`, placeOf(one)]);
  const [response] = texts;
  const body = { id, nested: { secretSealed: before.seal("inside", placeOf(id)) }, note: "plain" };
  await server.query(
    `INSERT INTO notes.idempotency_keys (scope, principal, operation, key, request_hash, response, created_at, expires_at)
     VALUES ('s', 'p', 'o', 'k', 'h', $1, now(), now())`,
    [JSON.stringify(body)],
  );
  expect(await countOlderTexts(database.fork(), response!, during)).toBe(1);
  const report = () => undefined;
  expect(await resealTexts(database.fork(), response!, { keyRing: during, report })).toEqual({
    changed: 1,
    failed: [],
  });
  expect(await countOlderTexts(database.fork(), response!, during)).toBe(0);
  const [row] = await server.query<{ response: typeof body }>("SELECT response FROM notes.idempotency_keys");
  expect(after.open(row!.response.nested.secretSealed, placeOf(id))).toBe("inside");
  expect(row!.response).toMatchObject({ id, note: "plain" });
});
