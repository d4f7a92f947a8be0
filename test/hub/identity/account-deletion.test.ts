import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { systemClock } from "../../../src/time/clock.ts";
import { internalPrincipal } from "../../../src/access/principal.ts";
import { isPayer } from "../../../src/access/rules.ts";
import { inTransaction } from "../../../src/db/transaction.ts";
import { creditAccount, openAccount } from "../../../subgraphs/hub/credits/account.ts";
import type { HubContext } from "../../../subgraphs/hub/hub.context.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { eraseAt } from "../support/erasure.ts";
import { createKeyOf, createPerson, type Person } from "../support/people.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app?.close());

const dayMs = 24 * 60 * 60 * 1000;
const close = (person: Person, more: Record<string, string> = {}) =>
  app.send("DELETE", "/auth/me", { ...person.headers, ...more });
const restore = (person: Person, more: Record<string, string> = {}) =>
  app.send("POST", "/auth/me/restore", { ...person.headers, ...more });
const me = (person: Person) => app.get("/auth/me", person.headers);
const hubContext = () => app.running.platform.contextIn("hub") as HubContext;
const inDays = (days: number) => new Date(systemClock.now().getTime() + days * dayMs);

async function giveCredits(ownerId: string): Promise<void> {
  const ctx = { ...hubContext(), principal: internalPrincipal("test", ownerId) };
  await inTransaction(ctx, async (em) => {
    const account = await openAccount(em, ownerId, "central", ctx.clock.now());
    const movement = {
      type: "grant" as const,
      amount: 500,
      description: "For Kim",
      metadata: { who: "Kim" },
    };
    await creditAccount(em, account, movement, ctx.clock.now());
  });
}

describe("a deleted account", () => {
  test("a deleted account is closed at once and erased in 30 days", async () => {
    const person = await createPerson(app);
    const before = Date.now();
    const { status, body } = await close(person);
    expect(status).toBe(202);
    expect(Object.keys(body)).toEqual(["success", "deletionScheduledAt"]);
    const days = (Date.parse(body.deletionScheduledAt) - before) / dayMs;
    expect(days).toBeGreaterThan(29.9);
    expect(days).toBeLessThan(30.1);
    const refused = await me(person);
    expect([refused.status, refused.body.code]).toEqual([401, "UNAUTHORIZED"]);
  });

  test("a deleted account is rejected at every door, its keys and the agent tools included", async () => {
    const person = await createPerson(app);
    const key = await createKeyOf(app, person.id, ["read:credits"]);
    expect((await app.get("/credits/balance/central", key)).status).toBe(200);
    await close(person);
    expect((await app.get("/credits/balance/central", key)).status).toBe(401);
    expect((await app.get("/credits/packages/central", person.headers)).status).toBe(401);
    expect((await app.get("/v1/properties/search?pageSize=1", person.headers)).status).toBe(401);
    expect((await app.get("/tools", person.headers)).status).toBe(401);
    expect((await app.tool("get_credit_balance", { appId: "central" }, person.headers)).status).toBe(401);
    const { body } = await app.graphql("{ me { id } }", {}, person.headers);
    expect(body.errors[0].extensions.code).toBe("UNAUTHORIZED");
  });

  test("a deleted account does not exist for the rule of payment routes", () => {
    const principal = { ...internalPrincipal("x"), kind: "user" as const };
    const refusalFor = (closed: "suspended" | "deleted" | null) =>
      isPayer.check({
        ctx: { ...hubContext(), principal: { ...principal, closed } },
        parent: null,
        args: {},
      });
    expect(refusalFor("suspended")).toMatchObject({ code: "USER_NOT_FOUND", status: 404 });
    expect(refusalFor("deleted")).toMatchObject({ code: "USER_NOT_FOUND", status: 404 });
    expect(refusalFor(null)).toBeNull();
  });

  test("a deletion is idempotent and keeps its time", async () => {
    const person = await createPerson(app);
    const first = await close(person);
    const second = await close(person, { "x-test-clock": inDays(3).toISOString() });
    expect(second.status).toBe(202);
    expect(second.body).toEqual(first.body);
  });

  test("an account restored within the 30 days is unchanged, keys included", async () => {
    const person = await createPerson(app, { name: "Kim" });
    const key = await createKeyOf(app, person.id, ["read:credits"]);
    const before = await me(person);
    await close(person);
    const restored = await restore(person);
    expect(restored.status).toBe(200);
    expect(restored.body.user).toMatchObject({ id: person.id, name: "Kim" });
    expect((await me(person)).body.user.name).toEqual(before.body.user.name);
    expect((await app.get("/credits/balance/central", key)).status).toBe(200);
    await eraseAt(app, inDays(31));
    expect((await me(person)).status).toBe(200);
  });

  test("an account cannot be restored after the 30 days", async () => {
    const person = await createPerson(app);
    await close(person);
    const late = await restore(person, { "x-test-clock": inDays(30.01).toISOString() });
    expect([late.status, late.body.code]).toEqual([404, "USER_NOT_FOUND"]);
    expect((await me(person)).status).toBe(401);
  });

  test("only its owner can delete or restore an account", async () => {
    for (const [method, url] of [
      ["DELETE", "/auth/me"],
      ["POST", "/auth/me/restore"],
    ] as const) {
      expect((await app.send(method, url)).body.code).toBe("MISSING_TOKEN");
      expect((await app.send(method, url, app.withKey("full"))).status).toBe(401);
    }
    expect((await app.get("/auth/me", await app.as("eve"))).status).toBe(200);
  });

  test("an administrator's account cannot be deleted", async () => {
    const { status, body } = await app.send("DELETE", "/auth/me", await app.as("ada"));
    expect([status, body.code]).toEqual([409, "INVALID_STATE"]);
    expect((await app.get("/auth/me", await app.as("ada"))).status).toBe(200);
  });

  test("no tool deletes an account of the platform", async () => {
    const { body } = await app.get("/tools", await app.as("pia"));
    const found = body.tools.filter(({ name }: { name: string }) => name.includes("delete_account"));
    // An account of personal finance is money that somebody keeps track of.
    expect(found.map(({ app: appId }: { app: string }) => appId)).toEqual(["finance"]);
  });
});

describe("erasure", () => {
  beforeEach(async () => {
    await eraseAt(app, inDays(31));
  });

  test("no account is erased before its 30 days are over", async () => {
    const person = await createPerson(app);
    await close(person);
    expect(await eraseAt(app, inDays(29.9))).toBe(0);
    expect((await restore(person)).status).toBe(200);
  });

  test("erasure deletes the profile and keeps the ledger under an anonymous owner", async () => {
    const claims = { email: "gone@person.example", emailVerified: true, name: "Gone Person" };
    const person = await createPerson(app, claims);
    await giveCredits(person.id);
    const key = await createKeyOf(app, person.id, ["read:credits"]);
    await app.post("/v1/saved-properties", { propertyId: "x" }, person.headers);
    await app.post("/account/data-exports", {}, person.headers);
    const preferences = [{ event: "webhook_disabled", channel: "email", enabled: false }];
    await app.send("PATCH", "/account/notification-preferences", person.headers, { preferences });
    expect((await app.get("/sessions", person.headers)).body.total).toBe(1);
    await close(person);
    // What was requested so far is logged before the log is read.
    await app.get("/requests", await app.as("ada"));
    expect(await eraseAt(app, inDays(31))).toBe(1);
    expect(await eraseAt(app, inDays(32))).toBe(0);

    const entries = await app.database.query<{ owner_id: string }>(
      `SELECT e.owner_id, e.amount::int AS amount, e.description, e.metadata, a.balance::int AS balance
       FROM hub.credit_entries e JOIN hub.credit_accounts a ON a.id = e.account_id AND a.owner_id = e.owner_id
       WHERE e.owner_id LIKE 'erased_%'`,
    );
    expect(entries).toMatchObject([{ amount: 500, balance: 500, description: "grant", metadata: null }]);
    const [alias] = await app.database.query("SELECT * FROM hub.users WHERE id = $1", [entries[0]!.owner_id]);
    expect(alias).toMatchObject({ email: null, name: null, picture: null, erased_at: expect.anything() });
    expect((await app.get("/credits/balance/central", key)).status).toBe(401);
    expect(await textsWith(person.id)).toEqual([]);
    expect(await textsWith("Gone Person")).toEqual([]);
    expect(await textsWith("gone@person.example")).toEqual([]);
  });

  test("after erasure the person can sign up again, without any old data", async () => {
    const person = await createPerson(app, { name: "Again" });
    await giveCredits(person.id);
    await close(person);
    await eraseAt(app, inDays(31));
    const { status, body } = await me(person);
    expect([status, body.user.name]).toEqual([200, "Again"]);
    expect((await app.get("/credits/balance/central", person.headers)).body.balance).toBe(0);
  });

  test("erasure does not readmit a suspended person", async () => {
    const person = await createPerson(app, { name: "Barred" });
    await close(person);
    await app.post(`/admin/users/${person.id}/suspend`, { reason: "abuse" }, await app.as("ada"));
    expect(await eraseAt(app, inDays(31))).toBe(1);
    expect((await me(person)).status).toBe(401);
    const [row] = await app.database.query("SELECT name, email FROM hub.users WHERE id = $1", [person.id]);
    expect(row).toEqual({ name: null, email: null });
  });

  test("a failed erasure of one account does not delay others", async () => {
    const [broken, fine] = [await createPerson(app), await createPerson(app)];
    await close(broken);
    await close(fine);
    await app.database.query(
      "CREATE TABLE hub.clinging (user_id text REFERENCES hub.users (id), other text, FOREIGN KEY (other) REFERENCES hub.users (id) ON UPDATE NO ACTION, CHECK (other NOT LIKE 'erased%'))",
    );
    await app.database.query("INSERT INTO hub.clinging VALUES (NULL, $1)", [broken.id]);
    expect(await eraseAt(app, inDays(31))).toBe(1);
    const left = await app.database.query("SELECT id FROM hub.users WHERE id = ANY($1)", [
      [broken.id, fine.id],
    ]);
    expect(left).toEqual([{ id: broken.id }]);
    await app.database.query("DROP TABLE hub.clinging");
    expect(await eraseAt(app, inDays(31))).toBe(1);
  });
});

/** Tables of the hub where a text is still found; the trail, keys of replays and events have a life of their own. */
async function textsWith(text: string): Promise<string[]> {
  const tables = await app.database.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c WHERE c.relnamespace = 'hub'::regnamespace AND c.relkind = 'r'
       AND c.relname NOT IN ('audit_account_heads', 'audit_account_links', 'audit_log', 'audit_trail',
          'idempotency_keys', 'outbox_events', 'webhook_events')`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await app.database.query(`SELECT 1 FROM hub.${name} t WHERE t::text LIKE $1 LIMIT 1`, [
      `%${text}%`,
    ]);
    if (rows.length > 0) found.push(name);
  }
  return found;
}
