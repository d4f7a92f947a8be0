import { buildSchema, getNamedType, isObjectType, type GraphQLObjectType, type GraphQLSchema } from "graphql";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createTestApp, type Answer, type TestApp } from "../support/app.ts";
import { doorsOf, type Headers } from "../walk/door-calls.ts";
import { callerOf, samples } from "../walk/samples/door-samples.ts";
import type { StoredOperation } from "../../router/operations/registry.ts";

vi.setConfig({ testTimeout: 300_000 });

let app: TestApp;
let eve: Headers;
let schema: GraphQLSchema;
beforeAll(async () => {
  app = await createTestApp();
  eve = await app.as("eve");
  schema = buildSchema((await app.get("/schema.graphql")).text);
});
afterAll(() => app?.close());

const limitedTo = async (sub: string, apps: string[]) => ({
  authorization: `Bearer ${await app.tokenFor({ sub, apps })}`,
});

/** The app that nothing was made in; every other one is foreign to a credential of it. */
const onlyApp = "hvut";
const allApps = ["central", "invoicer", "event-manager", "payroll", "ai-caller", "finance"];

/** Every app that an answer names, wherever it does. */
function appsIn(body: unknown): string[] {
  const found = new Set<string>();
  JSON.stringify(body, (name, value: unknown) => {
    if (name === "appId" && typeof value === "string") found.add(value);
    if (name === "appIds" && Array.isArray(value)) for (const one of value as string[]) found.add(one);
    return value;
  });
  return [...found];
}

function namesApps(type: GraphQLObjectType, seen = new Set<string>()): boolean {
  if (seen.has(type.name)) return false;
  seen.add(type.name);
  return Object.values(type.getFields()).some((field) => {
    const target = getNamedType(field.type);
    return /^appIds?$/.test(field.name) || (isObjectType(target) && namesApps(target, seen));
  });
}

/** Reads of accounts whose answers name apps, and which the call need not name one for. */
function reads(): StoredOperation[] {
  return [...app.running.router.registry.values()].filter(({ kind, access, rootField, inputSchema }) => {
    if (kind !== "query" || access.app || ["public", "admin"].includes(access.auth!)) return false;
    if (((inputSchema["required"] ?? []) as string[]).includes("appId")) return false;
    const type = getNamedType(schema.getQueryType()!.getFields()[rootField.name]!.type);
    return isObjectType(type) && namesApps(type);
  });
}

async function save(appId: string): Promise<Answer> {
  const input = await samples["SaveProperty"]!.input(app, eve);
  return app.post("/v1/saved-properties", { ...input, appId, note: "secret" }, eve);
}

/** Makes rows in apps that the limited credentials are not for. */
async function makeRows(): Promise<void> {
  const made = [
    await save("invoicer"),
    await app.post(
      "/webhooks/endpoints",
      { url: "https://hooks.sample.example/x", eventTypes: ["*"], appId: "finance" },
      eve,
    ),
    await app.post("/api-keys", { name: "foreign", scopes: ["read:invoices"], appIds: ["finance"] }, eve),
    await app.post("/credits/consume", { appId: "central", amount: 1, description: "x" }, eve),
    await app.post("/ai/generate-text", { prompt: "Say hello." }, { ...eve, "x-app-id": "central" }),
  ];
  expect(made.map(({ status }) => status < 300)).toEqual(made.map(() => true));
  for (const name of ["RevokeOauthConnection", "DisconnectBank", "GetInvoice"])
    await samples[name]!.input(app, eve);
  await app.database.query(
    `INSERT INTO hub.payment_transactions (id, owner_id, app_id, type, amount, currency, description, created_at, updated_at)
     VALUES ('txn_foreign', 'demo-eve', 'central', 'payment_intent', 100, 'USD', 'x', now(), now())`,
  );
}

const subOf = (name: string | undefined) =>
  name === undefined ? "demo-eve" : name.startsWith("usr_") ? name : `demo-${name}`;

describe("a credential that is limited to an app", () => {
  test("reads no saved property of another one without naming an app", async () => {
    const saved = await save("central");
    expect(saved.status).toBe(201);
    const { status, body } = await app.get("/v1/saved-properties", await limitedTo("demo-eve", ["invoicer"]));
    expect([status, body.savedProperties, body.total]).toEqual([200, [], 0]);
    const query = "{ me { savedProperties { appId } } }";
    const { body: me } = await app.graphql(query, {}, await limitedTo("demo-eve", ["invoicer"]));
    expect(me.data.me.savedProperties).toEqual([]);
  });

  test("an app-limited principal sees no row of another app in any read, at any door", async () => {
    await makeRows();
    const key = await app.post(
      "/api-keys",
      {
        name: "limited",
        scopes: ["read:credits", "read:properties", "read:reports", "webhooks"],
        appIds: [onlyApp],
      },
      eve,
    );
    const seen = new Set<string>();
    for (const operation of reads()) {
      const { name } = operation.row;
      const { as } = samples[name]!;
      const headers = await callerOf(app, name, eve);
      const {
        limit: _limit,
        appId: _appId,
        from: _from,
        to: _to,
        ...input
      } = await samples[name]!.input(app, headers);
      const limited = [await limitedTo(subOf(as), [onlyApp]), { "x-api-key": String(key.body.key) }];
      for (const [door, send] of doorsOf(app, operation)) {
        const full = await send(operation, input, headers);
        expect.soft(full.status, `${name} by ${door}: ${JSON.stringify(full.body)}`).toBe(200);
        if (appsIn(full.body).some((one) => allApps.includes(one))) seen.add(operation.rootField.name);
        for (const caller of limited) {
          const { body } = await send(operation, input, caller);
          expect
            .soft(
              appsIn(body).filter((one) => one !== onlyApp),
              `${name} by ${door}`,
            )
            .toEqual([]);
        }
      }
    }
    // Operations without output cannot leak: these name the app in question, or have none in their samples. The apps of a
    // member's rights are facts of the membership, not rows of those apps.
    const empty = new Set(
      reads()
        .map(({ rootField }) => rootField.name)
        .filter((name) => !seen.has(name)),
    );
    const known = [
      "account",
      "accountAuditLog",
      "accountClosure",
      "accountInvitations",
      "accountMembers",
      "accounts",
      "apiKey",
      "autoReloadHistory",
      "ledgerMapping",
      "oauthConnectionStatus",
      "profile",
      "report",
      "reports",
      "request",
      "requests",
    ];
    expect([...empty].sort()).toEqual(known);
  });

  test("an app-limited principal reaches no row of another app through the person", async () => {
    const query =
      "{ me { creditBalances { appId } recentInvoices { appId } savedProperties { appId } subscriptions { appId } } }";
    const full = await app.graphql(query, {}, eve);
    expect(appsIn(full.body).length).toBeGreaterThan(1);
    const { body } = await app.graphql(query, {}, await limitedTo("demo-eve", [onlyApp]));
    expect([body.errors, appsIn(body)]).toEqual([undefined, []]);
  });

  test("sees and changes only keys of that app", async () => {
    const make = async (name: string, appIds?: string[]) =>
      (await app.post("/api-keys", { name, scopes: ["read:invoices"], ...(appIds && { appIds }) }, eve)).body
        .apiKey.id as string;
    const [own, foreign, all] = [
      await make("own", [onlyApp]),
      await make("foreign", ["finance"]),
      await make("all"),
    ];
    const limited = await limitedTo("demo-eve", [onlyApp]);
    const { body } = await app.get("/api-keys?limit=100", limited);
    const ids = (body.apiKeys as { id: string }[]).map(({ id }) => id);
    expect(ids).toContain(own);
    expect(ids).not.toContain(foreign);
    expect(ids).not.toContain(all);
    const usage = await app.get("/api-keys/usage", limited);
    expect(usage.text).not.toContain(foreign);
    for (const id of [foreign, all]) {
      const answers = [
        await app.get(`/api-keys/${id}`, limited),
        await app.post(`/api-keys/${id}/rotate`, {}, limited),
        await app.send("PATCH", `/api-keys/${id}`, limited, { name: "x" }),
        await app.send("DELETE", `/api-keys/${id}`, limited),
      ];
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    }
    expect((await app.send("DELETE", `/api-keys/${own}`, limited)).status).toBe(200);
  });

  test("retries no billing invoice of another app", async () => {
    const sam = await app.as("sam");
    const { body } = await app.get("/subscriptions/invoices", sam);
    const [invoice] = body.invoices as { id: string }[];
    const retry = (headers: Headers) => app.post(`/subscriptions/invoices/${invoice!.id}/retry`, {}, headers);
    expect((await retry(sam)).status).toBe(200);
    expect((await retry(await limitedTo("demo-sam", [onlyApp]))).status).toBe(404);
  });
});
