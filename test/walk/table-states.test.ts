import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../support/postgres.ts";
import { changesOf } from "../support/table-states.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.query("CREATE SCHEMA hub");
  await database.query("CREATE TABLE hub.plain (id int PRIMARY KEY, text text)");
  await database.query("CREATE TABLE hub.touched (id int PRIMARY KEY, text text, updated_at timestamptz)");
  await database.query("CREATE TABLE hub.parts (id int REFERENCES hub.plain ON DELETE CASCADE)");
  await database.query("INSERT INTO hub.plain VALUES (1, 'a'), (2, 'b')");
  await database.query("INSERT INTO hub.parts VALUES (2)");
  await database.query("INSERT INTO hub.touched VALUES (1, 'a', now())");
});
afterAll(() => database?.drop());

const changedBy = async (...statements: string[]) => {
  const changes = await changesOf(database, async () => {
    for (const statement of statements) await database.query(statement);
  });
  return changes && Object.keys(changes.after).toSorted();
};

test.each([
  ["nothing", []],
  ["a statement that finds no row", ["UPDATE hub.plain SET text = 'c' WHERE id = 9"]],
  ["a transaction that is rolled back", ["BEGIN; INSERT INTO hub.plain VALUES (3, 'c'); ROLLBACK"]],
  ["a column that is touched in passing", ["UPDATE hub.touched SET updated_at = now()"]],
])("%s is no change", async (_name, statements) => {
  expect(await changedBy(...statements)).toBeNull();
});

test.each([
  ["a new row", ["INSERT INTO hub.plain VALUES (3, 'c')"], ["hub.plain"]],
  ["a row that is changed", ["UPDATE hub.plain SET text = 'd' WHERE id = 1"], ["hub.plain"]],
  ["a column beside those that are touched", ["UPDATE hub.touched SET text = 'd'"], ["hub.touched"]],
  ["a row that goes with another", ["DELETE FROM hub.plain WHERE id = 2"], ["hub.parts", "hub.plain"]],
  [
    "a row that is deleted and inserted again",
    ["DELETE FROM hub.plain WHERE id = 1", "INSERT INTO hub.plain VALUES (1, 'd')"],
    ["hub.plain"],
  ],
  ["a table that is emptied", ["TRUNCATE hub.touched"], ["hub.touched"]],
])("%s is a change", async (_name, statements, tables) => {
  expect(await changedBy(...statements)).toEqual(tables);
  expect(await changedBy()).toBeNull();
});
