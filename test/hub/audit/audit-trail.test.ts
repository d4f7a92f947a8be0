import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { generateKey } from "../../../src/access/key-format.ts";
import { newId } from "../../../src/ids.ts";
import { chainEntries } from "../../../subgraphs/hub/audit/audit-trail.service.ts";
import type { HubContext } from "../../../subgraphs/hub/hub.context.ts";
import { createTestApp, type Answer, type TestApp } from "../../support/app.ts";
import { until } from "../../support/poll.ts";
import { pendingEntry } from "./pending-entry.ts";

let app: TestApp;
let ada: Record<string, string>;
let eve: Record<string, string>;
beforeAll(async () => {
  app = await createTestApp();
  ada = await app.as("ada");
  eve = await app.as("eve");
});
afterAll(() => app?.close());

const consume = { appId: "central", amount: 0.01, description: "audited" };
const spend = (headers = eve, body: object = consume) => app.post("/credits/consume", body, headers);
const list = (query = "", headers = ada) => app.get(`/admin/audit-logs${query}`, headers);
const verify = (query = "") => app.get(`/admin/audit-logs/verify${query}`, ada);
const entryOf = async (answer: Answer) => {
  const { auditLogs } = (await list("?limit=200")).body;
  return auditLogs.find((entry: { requestId: string }) => entry.requestId === answer.headers["x-request-id"]);
};

describe("the audit trail", () => {
  test("an entry has principal, action, owner, source and credential, right after the request", async () => {
    const answer = await spend({ ...eve, "user-agent": "audit-test/1", "x-app-id": "central" });
    expect(await entryOf(answer)).toEqual({
      id: expect.stringMatching(/^aud_/),
      at: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
      actor: { type: "user", id: "demo-eve" },
      onBehalfOf: null,
      action: "consumeCredits",
      target: { type: "ConsumeCreditsResult", id: answer.body.entryId },
      appId: "central",
      ip: "127.0.0.1",
      userAgent: "audit-test/1",
      requestId: answer.headers["x-request-id"],
      outcome: "ok",
      code: null,
      changes: { appId: "central", amount: 0.01, description: "***" },
      subgraph: "hub",
      prevHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  test("the audit trail has the rows of every subgraph", async () => {
    const saved = await app.post("/v1/saved-properties", { propertyId: await anyProperty() }, eve);
    const invoice = await app.post(
      "/invoices",
      { client: "a@b.example", items: [{ description: "x", amount: 1 }] },
      { ...eve, "x-app-id": "invoicer" },
    );
    expect([saved.status, invoice.status]).toEqual([201, 201]);
    expect(await entryOf(saved)).toMatchObject({
      subgraph: "property",
      action: "saveProperty",
      outcome: "ok",
    });
    expect(await entryOf(invoice)).toMatchObject({
      subgraph: "gateway",
      action: "createInvoice",
      outcome: "ok",
    });
  });

  test("the audit trail has rejections and failures, and rejected attempts to read it", async () => {
    const cases: [Answer, string, string][] = [
      [await spend({}), "denied", "MISSING_TOKEN"],
      [await spend(app.withKey("reader")), "denied", "FORBIDDEN"],
      [await spend(eve, { ...consume, amount: 9_000_000 }), "error", "INSUFFICIENT_CREDITS"],
      [await list("", eve), "denied", "FORBIDDEN"],
    ];
    for (const [answer, outcome, code] of cases)
      expect(await entryOf(answer)).toMatchObject({ outcome, code });
  });

  test("an entry names the key that acted, and whom it acted for", async () => {
    const answer = await spend(app.withKey("full"));
    expect(await entryOf(answer)).toMatchObject({
      actor: { type: "api_key", id: expect.stringMatching(/^key_/) },
      onBehalfOf: "demo-eve",
    });
  });

  test("the audit trail is readable by administrators only, at every door", async () => {
    for (const [headers, status] of [
      [{}, 401],
      [eve, 403],
      [app.withKey("full"), 401],
    ] as const) {
      for (const path of ["/admin/audit-logs", "/admin/audit-logs/verify"])
        expect((await app.get(path, headers)).status, path).toBe(status);
      const { body } = await app.graphql(
        "{ auditLogs { auditLogs { id } } auditLogCheck { valid } }",
        {},
        headers,
      );
      expect(body.data).toBeNull();
      expect((await app.tool("list_audit_logs", {}, headers)).status).toBe(status);
    }
  });

  test("the audit trail pages from newest to oldest without gap or repetition, and filters", async () => {
    const ownerId = newId("usr");
    const auth = { authorization: `Bearer ${await app.tokenFor({ sub: ownerId })}` };
    for (let call = 0; call < 7; call++) await spend(auth, { ...consume, amount: call + 1 });
    const seen: { at: string; changes: { amount: number } }[] = [];
    let cursor = "";
    do {
      const { body } = await list(`?actor=${ownerId}&limit=3${cursor}`);
      expect(body.success).toBe(true);
      seen.push(...body.auditLogs);
      cursor = body.nextCursor ? `&cursor=${body.nextCursor}` : "";
    } while (cursor);
    expect(seen.map(({ changes }) => changes.amount)).toEqual([7, 6, 5, 4, 3, 2, 1]);
    const at = (index: number) => encodeURIComponent(seen[index]!.at);
    const count = async (query: string) => (await list(`?actor=${ownerId}${query}`)).body.auditLogs.length;
    expect(await count("&action=consumeCredits")).toBe(7);
    expect(await count("&action=saveProperty")).toBe(0);
    expect(await count("&target=ConsumeCreditsResult")).toBe(7);
    expect(await count(`&from=${at(0)}`)).toBe(seen.filter((one) => one.at >= seen[0]!.at).length);
    expect(await count(`&to=${at(6)}`)).toBe(0);
  });

  test.each(["nonsense", Buffer.from("2026-99-99T00:00:00.000000Z aud_1").toString("base64url")])(
    "refuses the cursor %s",
    async (cursor) => {
      const { status, body } = await list(`?cursor=${cursor}`);
      expect([status, body.code]).toEqual([400, "INVALID_CURSOR"]);
    },
  );
});

const anyProperty = async () =>
  (await app.get("/v1/properties/search?pageSize=1", eve)).body.properties[0].id as string;

describe("the chain", () => {
  test("the chain of 50 concurrent mutations in three subgraphs has no fork and verifies", async () => {
    const propertyId = await anyProperty();
    const before = (await verify()).body.checked as number;
    const calls = Array.from({ length: 50 }, (_, index) =>
      index % 5 === 0 ? app.post("/v1/saved-properties", { propertyId }, eve) : spend(index % 2 ? eve : {}),
    );
    await Promise.all(calls);
    expect((await verify()).body).toEqual({
      success: true,
      valid: true,
      checked: before + 50,
      firstBroken: null,
    });
    const [forks] = await app.database.query<{ count: number }>(
      `SELECT count(*)::int - count(DISTINCT previous_hash)::int AS count FROM hub.audit_trail WHERE retention = 'standard'`,
    );
    expect(forks!.count).toBe(0);
  });

  test("the chain has each row once, however often and by however many processes it is delivered", async () => {
    const ctx = app.running.platform.contextIn("hub") as HubContext;
    const entries = Array.from({ length: 20 }, () => pendingEntry());
    const added = await Promise.all(
      Array.from({ length: 8 }, () =>
        chainEntries(ctx, { subgraph: "test", entries: [...entries, ...entries] }),
      ),
    );
    expect(added.reduce((sum, count) => sum + count, 0)).toBe(20);
    expect((await verify()).body.valid).toBe(true);
  });

  test("the chain has rows that wait in a subgraph as soon as the hub accepts them, after a rejection", async () => {
    await app.database.query("ALTER TABLE hub.audit_heads RENAME TO audit_heads_away");
    const answer = await spend();
    expect(answer.status).toBe(200);
    await app.database.query("ALTER TABLE hub.audit_heads_away RENAME TO audit_heads");
    expect(await entryOf(answer)).toMatchObject({ outcome: "ok" });
    await until("nothing waits", async () => {
      const [row] = await app.database.query<{ count: number }>(
        "SELECT count(*)::int FROM hub.audit_pending",
      );
      return row!.count === 0;
    });
  });
});

test("no secret, tax number or personal text enters the trail, whatever field it was sent in", async () => {
  const key = generateKey("hub_live");
  const canaries = [key, "123-45-6789", "987654321", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "cAnArYtext"];
  for (const canary of canaries) {
    const headers = { ...eve, "user-agent": `agent ${canary}`.slice(0, 200) };
    await spend(headers, { ...consume, description: canary, referenceId: canary, metadata: { tin: canary } });
    await app.post("/credits/holds", { ...consume, description: canary }, headers);
    await app.post(`/credits/holds/${encodeURIComponent(canary)}/release`, {}, headers);
    const input = { input: { appId: canary, amount: 1, description: canary } };
    await app.graphql(
      "mutation($input: ConsumeCreditsInput!) { consumeCredits(input: $input) { balance } }",
      input,
      headers,
    );
  }
  await verify();
  for (const table of ["hub.audit_log", "hub.audit_trail"]) {
    const rows = await app.database.query<{ row: string }>(`SELECT t::text AS row FROM ${table} t`);
    const text = rows.map(({ row }) => row).join("\n");
    for (const canary of canaries.slice(0, 4)) expect(text.includes(canary), canary).toBe(false);
  }
  const agents = await app.database.query<{ changes: string }>(
    "SELECT changes::text AS changes FROM hub.audit_trail",
  );
  expect(agents.map(({ changes }) => changes).join("\n")).not.toContain("cAnArY");
});

test("the field by which subgraphs deliver their rows is not in the public schema", async () => {
  const mutation = 'mutation { chainAuditEntries(input: { subgraph: "x", entries: [] }) }';
  expect((await app.graphql(mutation, {}, ada)).body.errors[0].message).toMatch(/Cannot query field/);
});
