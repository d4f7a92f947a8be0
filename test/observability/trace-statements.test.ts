import { expect, test } from "vitest";
import { describeStatement } from "../../src/observability/trace-statements.ts";

test.each([
  ["SELECT id FROM invoices WHERE owner_id = $1", "SELECT", "invoices"],
  ['select "a".* from "gateway"."invoices" as "a"', "SELECT", "gateway.invoices"],
  ["INSERT INTO outbox_events (id) VALUES ($1)", "INSERT", "outbox_events"],
  ["UPDATE webhook_deliveries SET status = $1", "UPDATE", "webhook_deliveries"],
  ["DELETE FROM ONLY sessions WHERE id = $1", "DELETE", "sessions"],
  ["WITH due AS (SELECT 1 FROM jobs) SELECT 2", "WITH", "jobs"],
  ["BEGIN; SELECT set_config('app.user', 'usr_1', true)", "BEGIN", undefined],
  ["COMMIT", "COMMIT", undefined],
  ["", "OTHER", undefined],
  ["ALTER ROLE someone PASSWORD 'from secret'", "OTHER", undefined],
])("the name of %s", (text, operation, table) => {
  expect(describeStatement(text)).toEqual({
    "db.operation.name": operation,
    ...(table !== undefined && { "db.collection.name": table }),
  });
});

test("a literal never becomes a name", () => {
  for (const text of [
    "SELECT 'from secret'",
    "SELECT coalesce('x', E'update secret') ",
    "INSERT INTO notes VALUES ('into secret')",
  ]) {
    expect(JSON.stringify(describeStatement(text))).not.toContain("secret");
  }
});
