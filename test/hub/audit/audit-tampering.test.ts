import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { fixedClock } from "../../../src/time/clock.ts";
import { executeSql } from "../../../src/db/sql.ts";
import { chainEntries } from "../../../subgraphs/hub/audit/audit-trail.service.ts";
import type { HubContext } from "../../../subgraphs/hub/hub.context.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { pendingEntry } from "./pending-entry.ts";

let app: TestApp;
let ada: Record<string, string>;
beforeAll(async () => {
  app = await createTestApp();
  ada = await app.as("ada");
  const eve = await app.as("eve");
  const body = { appId: "central", amount: 0.01, description: "audited" };
  for (let call = 0; call < 5; call++) await app.post("/credits/consume", body, eve);
  const item = { description: "x", amount: 1 };
  await app.post("/invoices", { client: "a@b.example", items: [item] }, { ...eve, "x-app-id": "invoicer" });
  const [property] = (await app.get("/v1/properties/search?pageSize=1", eve)).body.properties;
  await app.post("/v1/saved-properties", { propertyId: property.id }, eve);
});
afterAll(() => app?.close());

const verify = (query = "") => app.get(`/admin/audit-logs/verify${query}`, ada);

/** Changes the trail as only its owner could, with the triggers off. */
async function tamper(sql: string, values: unknown[] = []): Promise<void> {
  await app.database.query("ALTER TABLE hub.audit_trail DISABLE TRIGGER ALL");
  await app.database.query(sql, values);
  await app.database.query("ALTER TABLE hub.audit_trail ENABLE TRIGGER ALL");
}

describe("verification finds one row that was", () => {
  let backup: Record<string, unknown>[];
  const newest =
    "(SELECT id FROM hub.audit_trail WHERE retention = 'standard' ORDER BY day DESC, sequence DESC LIMIT 1)";
  const third =
    "(SELECT id FROM hub.audit_trail WHERE retention = 'standard' ORDER BY day DESC, sequence DESC OFFSET 3 LIMIT 1)";

  beforeAll(async () => {
    await verify();
    backup = await app.database.query(
      "SELECT to_jsonb(t) - 'changes' AS row, changes::text AS changes FROM hub.audit_trail t",
    );
  });
  afterEach(async () => {
    await tamper("DELETE FROM hub.audit_trail");
    await tamper(
      `INSERT INTO hub.audit_trail SELECT (jsonb_populate_record(NULL::hub.audit_trail, r -> 'row')).* FROM jsonb_array_elements($1) r`,
      [JSON.stringify(backup)],
    );
    await tamper(
      `UPDATE hub.audit_trail t SET changes = (r ->> 'changes')::json FROM jsonb_array_elements($1) r WHERE t.id = r -> 'row' ->> 'id'`,
      [JSON.stringify(backup)],
    );
  });

  test("verification finds no fault while nothing was changed", async () => {
    expect((await verify()).body).toMatchObject({ valid: true, firstBroken: null });
  });

  test.each([
    ["edited: the outcome", `UPDATE hub.audit_trail SET outcome = 'denied' WHERE id = ${third}`, "changed"],
    [
      "edited: the changes",
      `UPDATE hub.audit_trail SET changes = '{"amount":1}' WHERE id = ${third}`,
      "changed",
    ],
    [
      "edited: the time, by a microsecond",
      `UPDATE hub.audit_trail SET at = at + interval '1 microsecond' WHERE id = ${third}`,
      "changed",
    ],
    ["edited: the hash", `UPDATE hub.audit_trail SET hash = repeat('a', 64) WHERE id = ${third}`, "changed"],
    ["deleted", `DELETE FROM hub.audit_trail WHERE id = ${third}`, "predecessor_missing"],
    ["deleted at the end", `DELETE FROM hub.audit_trail WHERE id = ${newest}`, "end_missing"],
    [
      "inserted",
      `INSERT INTO hub.audit_trail SELECT (jsonb_populate_record(t, '{"id":"aud_forged","sequence":99999,"previous_hash":"forged"}')).* FROM hub.audit_trail t WHERE id = ${newest}`,
      "changed",
    ],
  ])("%s", async (_, sql, reason) => {
    await tamper(sql);
    const { body } = await verify();
    expect(body).toMatchObject({
      valid: false,
      checked: expect.any(Number),
      firstBroken: { day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), sequence: expect.any(Number), reason },
    });
  });

  test("verification of a single day finds a changed row on that day only", async () => {
    await tamper(`UPDATE hub.audit_trail SET outcome = 'denied' WHERE id = ${third}`);
    const today = new Date().toISOString();
    expect((await verify(`?from=${today}&to=${today}`)).body.valid).toBe(false);
    expect((await verify(`?to=2020-01-01T00:00:00.000Z`)).body).toMatchObject({ valid: true, checked: 0 });
  });
});

describe("the application itself", () => {
  const tables = ["hub.audit_trail", "hub.audit_log", "gateway.audit_log", "property.audit_log"];
  const asApp = (table: string, sql: string) => {
    const ctx = app.running.platform.contextIn(table.split(".")[0]!);
    return executeSql(ctx.em, sql);
  };

  test.each(tables)("cannot change, delete or empty %s", async (table) => {
    for (const sql of [`UPDATE ${table} SET outcome = 'ok'`, `DELETE FROM ${table}`, `TRUNCATE ${table}`])
      await expect(asApp(table, sql), sql).rejects.toThrow(/permission denied/);
  });

  test.each(tables)("and its owner cannot either, but for what is past its time: %s", async (table) => {
    for (const sql of [`UPDATE ${table} SET outcome = 'ok'`, `DELETE FROM ${table}`, `TRUNCATE ${table}`])
      await expect(app.database.query(sql), sql).rejects.toThrow(/append-only/);
  });

  test("the application purges expired entries (2 years, for tax 7), and the chain still verifies", async () => {
    const yearsAgo = (years: number) => fixedClock(new Date(Date.now() - years * 366 * 86_400_000));
    const ctx = app.running.platform.contextIn("hub") as HubContext;
    await tamper("DELETE FROM hub.audit_trail");
    await app.database.query("UPDATE hub.audit_heads SET day = NULL, sequence = 0, hash = repeat('0', 64)");
    for (const years of [8, 3, 1]) {
      const entries = [pendingEntry(), pendingEntry("tax")];
      await chainEntries({ ...ctx, clock: yearsAgo(years) }, { subgraph: "test", entries });
    }
    expect((await verify()).body).toMatchObject({ valid: true, checked: 6 });
    const [purged] = await executeSql<{ count: number }>(ctx.em, "SELECT purge_audit_trail() AS count");
    expect(purged!.count).toBe(3);
    const left = await app.database.query<{ retention: string; count: number }>(
      "SELECT retention, count(*)::int AS count FROM hub.audit_trail WHERE subgraph = 'test' GROUP BY 1 ORDER BY 1",
    );
    expect(left).toEqual([
      { retention: "standard", count: 1 },
      { retention: "tax", count: 2 },
    ]);
    expect((await verify()).body).toMatchObject({ valid: true });
  });
});
