import { afterAll, beforeAll, expect, test } from "vitest";
import { forgetRevealedSecrets } from "../../../src/db/idempotency.ts";
import { createHubApp, type HubApp } from "../support/hub-app.ts";
import { createKeyOwner, newKeyBody } from "./key-owners.ts";

let app: HubApp;
beforeAll(async () => {
  app = await createHubApp();
});
afterAll(() => app?.close());

/** Every row of every table, as text. */
async function dumpDatabase(): Promise<string> {
  const tables = await app.database.query<{ name: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
     WHERE table_schema NOT IN ('pg_catalog', 'information_schema') AND table_type = 'BASE TABLE'`,
  );
  const rows = await Promise.all(
    tables.map(({ name }) => app.database.query<{ row: string }>(`SELECT t::text AS row FROM ${name} AS t`)),
  );
  return rows
    .flat()
    .map(({ row }) => row)
    .join("\n");
}

test("no revealed secret is in the database, the audit trail, an event or the log", async () => {
  const { headers } = await createKeyOwner(app);
  const admin = await app.as("demo-ada", { roles: ["admin"] });
  const body = { ...newKeyBody, scopes: ["webhooks"], webhookUrls: ["https://hooks.example.com/"] };
  const key = (name: string) => ({ "idempotency-key": name });
  const created = (await app.post("/api-keys", body, { ...headers, ...key("a") })).body;
  const rotated = (await app.post(`/api-keys/${created.apiKey.id}/rotate`, {}, { ...headers, ...key("b") }))
    .body;
  const account = { name: "CI", environment: "production", scopes: ["read:*"] };
  const service = (await app.post("/admin/service-accounts", account, { ...admin, ...key("c") })).body;
  await app.get("/credits/balance/central", { "x-api-key": rotated.key });
  await app.get("/credits/balance/central", { authorization: `Bearer ${service.key}` });
  const secrets = [created.key, created.webhookSecret, rotated.key, service.key] as string[];
  expect(secrets.every((secret) => typeof secret === "string" && secret.length > 30)).toBe(true);
  const dump = `${await dumpDatabase()}\n${app.logLines.join("\n")}`;
  expect(dump).toContain(created.apiKey.id);
  for (const secret of secrets) {
    expect(dump).not.toContain(secret);
    expect(dump).not.toContain(secret.split("_").at(-1)!);
  }
});

test("a retry shows a new key again for ten minutes; then the sealed secret is deleted from the database too", async () => {
  const { ownerId, headers } = await createKeyOwner(app);
  const start = Date.now();
  const create = (ms: number, body: object = newKeyBody) =>
    app.post("/api-keys", body, {
      ...headers,
      "idempotency-key": "c1",
      "x-test-clock": new Date(start + ms).toISOString(),
    });
  const first = await create(0);
  expect((await create(599_999)).text).toBe(first.text);
  const late = await create(600_000);
  expect([late.status, late.body]).toEqual([201, { ...first.body, key: null }]);
  expect((await create(1, { ...newKeyBody, name: "Other" })).body.code).toBe("IDEMPOTENCY_KEY_REUSED");
  const sealed = async () => {
    const [row] = await app.database.query(
      "SELECT count(sealed)::int AS sealed, count(*)::int AS keys FROM hub.idempotency_keys WHERE scope = $1",
      [ownerId],
    );
    return row;
  };
  const { em } = app.contextFor(null);
  await forgetRevealedSecrets(em, new Date(start + 599_999));
  expect(await sealed()).toEqual({ sealed: 1, keys: 1 });
  await forgetRevealedSecrets(em, new Date(start + 600_000));
  expect(await sealed()).toEqual({ sealed: 0, keys: 1 });
  expect((await create(700_000)).body.key).toBeNull();
});
