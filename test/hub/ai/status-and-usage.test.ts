import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "../../../src/ids.ts";
import type { HubContext } from "../../../subgraphs/hub/hub.context.ts";
import { probeIdleProviders } from "../../../subgraphs/hub/ai/text/providers-status.service.ts";
import { createHubApp } from "../support/hub-app.ts";
import { readProvidersStatus } from "../../../subgraphs/hub/ai/text/providers-status.service.ts";
import { generateText } from "../../../subgraphs/hub/ai/text/generate-text.service.ts";
import { createAiWorld, type AiWorld } from "./ai-world.ts";
import { providerNames } from "./mock-providers.ts";

const dayMs = 24 * 60 * 60 * 1000;

let world: AiWorld;
beforeAll(async () => {
  world = await createAiWorld();
});
afterAll(() => world?.close());
beforeEach(() => world.behave());

const post = (headers: Record<string, string>) =>
  world.app.post("/ai/generate-text", { prompt: "x" }, headers);

describe("GET /ai/providers/status", () => {
  const read = async () => {
    const { headers } = await world.newCaller();
    const answer = await world.app.get("/ai/providers/status", headers);
    expect(answer.status).toBe(200);
    return answer.body;
  };

  test("probes providers that were never called, without billed tokens", async () => {
    const body = await read();
    expect(Object.keys(body)).toEqual(["providers", "timestamp"]);
    expect(Object.keys(body.providers)).toEqual([...providerNames]);
    const known = { status: "healthy", lastCheckedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) };
    for (const name of providerNames) expect(body.providers[name]).toEqual(known);
    expect(world.mocks.openai.probes).toBe(1);
    await read();
    expect(world.mocks.openai.probes).toBe(1);
  });

  test("shows the outcomes of the last calls", async () => {
    await world.behave({
      openai: { status: 500 },
      anthropic: { status: 429, headers: { "retry-after": "60" } },
    });
    const { headers } = await world.newCaller();
    for (let call = 0; call < 5; call++) await post(headers);
    const { providers } = await read();
    expect([providers.openai.status, providers.anthropic.status, providers.google.status]).toEqual([
      "down",
      "down",
      "healthy",
    ]);
    const later = new Date(Date.now() + 61_000).toISOString();
    const body = (await world.app.get("/ai/providers/status", { ...headers, "x-test-clock": later })).body;
    expect([body.providers.openai.status, body.providers.anthropic.status]).toEqual(["degraded", "degraded"]);
  });

  test("needs a credential", async () => {
    expect(await world.app.get("/ai/providers/status")).toMatchObject({ status: 401 });
  });
});

test("providers without a call for a minute are probed, others are not", async () => {
  const ctx = world.app.running.platform.contextIn("hub") as HubContext;
  const { headers } = await world.newCaller();
  await post(headers);
  const before = world.mocks.openai.probes;
  expect(await probeIdleProviders(ctx)).toBe(3);
  expect(world.mocks.openai.probes).toBe(before);
  expect(await probeIdleProviders(ctx)).toBe(0);
});

test("a probe closes the breaker of a recovered provider, and doubles the delay of another", async () => {
  await world.behave({ openai: { status: 500 }, mistral: { status: 500 } });
  const ctx = world.app.running.platform.contextIn("hub") as HubContext;
  const now = Date.now();
  for (const name of ["openai", "mistral"]) {
    for (let count = 0; count < 5; count++)
      await ctx.ports.breakers.record(ctx.em, name, { kind: "failed" }, now);
  }
  await world.mocks.openai.behave("ok");
  const later = { ...ctx, clock: { now: () => new Date(now + 61_000) } };
  await probeIdleProviders(later);
  const breakers = await ctx.ports.breakers.readAll(ctx.em);
  expect(breakers.get("openai")!.phase).toBe("closed");
  expect(breakers.get("mistral")).toMatchObject({ phase: "open", openUntil: now + 121_000 });
});

test("a provider without a key is unconfigured; without any, no request is sent and the error says so", async () => {
  const hub = await createHubApp();
  const ctx = hub.contextFor(newId("usr"), { appId: "central" });
  const { providers } = await readProvidersStatus(ctx);
  expect(providers).toEqual(
    Object.fromEntries(providerNames.map((name) => [name, { status: "unconfigured", lastCheckedAt: null }])),
  );
  const input = { prompt: "x", maxTokens: 1, temperature: 0, timeout: 1000 };
  await expect(generateText(ctx, input)).rejects.toMatchObject({
    code: "PROVIDERS_UNAVAILABLE",
    status: 500,
    details: { configured: false, retryable: false, attempts: [] },
  });
  await hub.close();
});

describe("GET /ai/usage/{appId}", () => {
  const read = async (appId: string) => world.app.get(`/ai/usage/${appId}`, await world.app.as("ada"));

  /** A request in the books. */
  const write = (
    appId: string,
    at: string,
    facts: { kind?: string; ms?: number | null; cost?: number | null } = {},
  ) =>
    world.app.database.query(
      `INSERT INTO hub.ai_requests (id, owner_id, app_id, kind, status, prompt_hash, prompt_bytes, duration_ms, cost_micro_usd, created_at)
       VALUES ($1, $2, $3, $4, 'succeeded', '', 1, $5, $6, $7)`,
      [newId("air"), newId("usr"), appId, facts.kind ?? "text", facts.ms ?? null, facts.cost ?? null, at],
    );

  test("covers exactly 30 UTC days, oldest first, with the requests of all principals", async () => {
    const appId = "hvut";
    // A credential that is good now is good in ten days, and was not in March.
    const today = Math.floor(Date.now() / dayMs) + 10;
    const day = (ago: number) => new Date((today - ago) * dayMs).toISOString().slice(0, 10);
    await write(appId, `${day(30)}T23:59:59.999Z`, { cost: 1_000_000 });
    await write(appId, `${day(29)}T00:00:00.000Z`, { cost: 100, ms: 100 });
    await write(appId, `${day(0)}T23:59:59.999Z`, { cost: 250_000, ms: 201 });
    await write(appId, `${day(0)}T08:00:00.000Z`, { kind: "image", cost: 42_000, ms: 400 });
    await write(appId, `${day(14)}T08:00:00.000Z`);
    await write("another-app", `${day(14)}T08:00:00.000Z`, { cost: 5 });
    const token = await world.app.tokenFor({
      sub: "usr_ada2",
      roles: ["admin"],
      expiresInSeconds: 11 * 86_400,
    });
    const { status, body } = await world.app.get(`/ai/usage/${appId}`, {
      authorization: `Bearer ${token}`,
      "x-test-clock": `${day(0)}T12:00:00.000Z`,
    });
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(["appId", "totals", "daily"]);
    expect(body.totals).toEqual({
      textRequests: 3,
      imageRequests: 1,
      avgDurationMs: 234,
      estimatedSpendUsd: 0.2921,
    });
    const none = { textRequests: 0, imageRequests: 0, spendUsd: 0 };
    expect(body.daily).toHaveLength(30);
    expect(body.daily[0]).toEqual({ ...none, date: day(29), textRequests: 1, spendUsd: 0.0001 });
    expect(body.daily[1]).toEqual({ ...none, date: day(28) });
    expect(body.daily[15]).toEqual({ ...none, date: day(14), textRequests: 1 });
    expect(body.daily[29]).toEqual({ date: day(0), textRequests: 1, imageRequests: 1, spendUsd: 0.292 });
  });

  test("counts a request once, however many providers were tried, and sums the billed attempts", async () => {
    await world.behave({ openai: { status: 500 }, anthropic: "empty" });
    const { headers, ownerId } = await world.newCaller("invoicer");
    const before = (await read("invoicer")).body.totals;
    await post(headers);
    const { totals } = (await read("invoicer")).body;
    expect(totals.textRequests - before.textRequests).toBe(1);
    const { attempts } = await world.booksOf(ownerId);
    const billed = attempts.reduce((sum, row) => sum + Number(row["cost_micro_usd"] ?? 0), 0);
    expect(attempts).toHaveLength(3);
    expect(totals.estimatedSpendUsd - before.estimatedSpendUsd).toBeCloseTo(billed / 1_000_000, 9);
  });

  test("is all zeros for an app without AI requests, and 404 for an unknown one", async () => {
    const unknown = await read("nobodys");
    expect([unknown.status, unknown.body.code]).toEqual([404, "APP_NOT_FOUND"]);
    const { status, body } = await read("event-manager");
    expect(status).toBe(200);
    expect(body.totals).toEqual({
      textRequests: 0,
      imageRequests: 0,
      avgDurationMs: 0,
      estimatedSpendUsd: 0,
    });
    expect(body.daily).toHaveLength(30);
  });

  test("usage is for administrators only", async () => {
    const { headers } = await world.newCaller();
    expect(await world.app.get("/ai/usage/central", headers)).toMatchObject({
      status: 403,
      body: { code: "FORBIDDEN", details: { reason: "admin_required" } },
    });
    expect(await world.app.get("/ai/usage/central")).toMatchObject({ status: 401 });
  });
});
