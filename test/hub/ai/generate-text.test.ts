import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "../../../src/ids.ts";
import { until } from "../../support/poll.ts";
import { createAiWorld, type AiWorld } from "./ai-world.ts";
import { counted } from "./mock-providers.ts";

let world: AiWorld;
beforeAll(async () => {
  world = await createAiWorld();
});
afterAll(() => world?.close());
beforeEach(() => world.behave());

const path = "/ai/generate-text";
const post = async (body: unknown, headers: Record<string, string> = {}) => {
  const caller = await world.newCaller();
  return world.app.post(path, body, { ...caller.headers, ...headers });
};

describe("POST /ai/generate-text", () => {
  test("returns the documented fields, the duration, and the number of attempts", async () => {
    const { headers, ownerId } = await world.newCaller();
    const answer = await world.app.post(path, { prompt: "Write." }, headers);
    expect(answer).toMatchObject({ status: 200, headers: { "x-ai-attempts": "1" } });
    expect(answer.body).toEqual({
      content: "openai writes",
      provider: "openai",
      model: "gpt-6-luna",
      duration: expect.any(Number),
      usage: { ...counted, estimatedCostUsd: 0.000005 },
      fallback: false,
    });
    const [seen] = world.mocks.openai.seen;
    expect(seen!.body).toMatchObject({ max_completion_tokens: 2000, temperature: 0.7 });
    const { requests, attempts } = await world.booksOf(ownerId);
    expect(requests).toMatchObject([
      { app_id: "central", kind: "text", status: "succeeded", provider: "openai", cost_micro_usd: "5" },
    ]);
    expect(attempts).toMatchObject([
      {
        outcome: "answered",
        input_tokens: 11,
        output_tokens: 7,
        cost_micro_usd: "5",
        price_version: "2026-11-21",
      },
    ]);
  });

  test.each([
    [{ prompt: "x" }],
    [{ prompt: "x".repeat(100_000) }],
    [{ prompt: "x", maxTokens: 1 }],
    [{ prompt: "x", maxTokens: 8000 }],
    [{ prompt: "x", temperature: 0 }],
    [{ prompt: "x", temperature: 2 }],
    [{ prompt: "x", timeout: 1000 }],
    [{ prompt: "x", timeout: 120_000 }],
  ])("admits input %#", async (body) => {
    expect((await post(body)).status).toBe(200);
  });

  test.each([
    ["prompt", {}],
    ["prompt", { prompt: "" }],
    ["prompt", { prompt: "x".repeat(100_001) }],
    ["prompt", { prompt: 1 }],
    ["maxTokens", { prompt: "x", maxTokens: 0 }],
    ["maxTokens", { prompt: "x", maxTokens: 8001 }],
    ["maxTokens", { prompt: "x", maxTokens: 1.5 }],
    ["maxTokens", { prompt: "x", maxTokens: "10" }],
    ["temperature", { prompt: "x", temperature: -0.1 }],
    ["temperature", { prompt: "x", temperature: 2.01 }],
    ["timeout", { prompt: "x", timeout: 999 }],
    ["timeout", { prompt: "x", timeout: 120_001 }],
    ["model", { prompt: "x", model: "mine" }],
  ])("refuses a bad %s (case %#), and asks nobody", async (field, body) => {
    const answer = await post(body);
    expect(answer).toMatchObject({ status: 400, body: { code: "VALIDATION_ERROR" } });
    expect(answer.body.details.fields.map(({ path: at }: { path: string }) => at)).toEqual([field]);
    expect(world.mocks.openai.seen).toEqual([]);
  });

  test("checks the credential first, then that the app exists", async () => {
    const { headers } = await world.newCaller();
    const { "x-app-id": _, ...withoutApp } = headers;
    expect(await world.app.post(path, { prompt: "x" })).toMatchObject({ status: 401 });
    expect(await world.app.post(path, { prompt: "x" }, withoutApp)).toMatchObject({
      status: 400,
      body: { code: "MISSING_APP_ID" },
    });
    expect(await post({ prompt: "x" }, { "x-app-id": "nobodys" })).toMatchObject({
      status: 400,
      body: { code: "UNKNOWN_APP" },
    });
    const mutation = 'mutation { generateText(input: { prompt: "x" }) { content } }';
    const graph = await world.app.graphql(mutation, {}, withoutApp);
    expect(graph.body.errors[0].extensions).toMatchObject({ code: "MISSING_APP_ID", http: { status: 400 } });
    const tool = await world.app.tool("generate_text", { prompt: "x" }, withoutApp);
    expect(tool).toMatchObject({ status: 400, body: { code: "MISSING_APP_ID" } });
  });

  test("counts in the rate limit of AI texts, and costs no credits", () => {
    const { access } = world.app.running.router.registry.get("GenerateText")!;
    expect(access).toMatchObject({ limit: "ai-text" });
    expect(access.cost).toBeUndefined();
  });
});

describe("when a provider fails", () => {
  test("the next provider responds after a failure, and the response names it", async () => {
    await world.behave({ openai: { status: 500 }, anthropic: "malformed" });
    const answer = await post({ prompt: "x" });
    expect(answer).toMatchObject({ status: 200, headers: { "x-ai-attempts": "3" } });
    expect(answer.body).toMatchObject({ provider: "google", fallback: true });
  });

  test("an attempt has the request's timeout, which counts in the duration", async () => {
    await world.behave({ openai: "hang" });
    const answer = await post({ prompt: "x", timeout: 1000 });
    expect(answer.body).toMatchObject({ provider: "anthropic", fallback: true });
    expect(answer.body.duration).toBeGreaterThanOrEqual(1000);
    // The next provider answers at once; a busy machine does not.
    expect(answer.body.duration).toBeLessThan(20_000);
    await until("its request is ended", () => world.mocks.openai.abandoned === 1);
  });

  test("when every provider fails the response is 500 with the attempts", async () => {
    await world.behave({
      openai: { status: 503 },
      anthropic: "reset",
      google: "empty",
      mistral: "wrong-key",
    });
    const { headers, ownerId } = await world.newCaller();
    const answer = await world.app.post(path, { prompt: "x" }, headers);
    expect(answer).toMatchObject({ status: 500, headers: { "x-ai-attempts": "4" } });
    const durationMs = expect.any(Number);
    expect(answer.body).toEqual({
      error: expect.any(String),
      code: "PROVIDERS_UNAVAILABLE",
      details: {
        attempts: [
          { provider: "openai", outcome: "http_error", status: 503, durationMs },
          { provider: "anthropic", outcome: "network", status: null, durationMs },
          { provider: "google", outcome: "empty", status: null, durationMs },
          { provider: "mistral", outcome: "http_error", status: 401, durationMs },
        ],
        retryable: true,
        requestId: answer.headers["x-request-id"],
      },
      requestId: answer.headers["x-request-id"],
      docsUrl: expect.stringMatching(/\/errors#PROVIDERS_UNAVAILABLE$/),
    });
    // A failed attempt that was billed counts as spent.
    expect((await world.booksOf(ownerId)).requests).toMatchObject([
      { status: "failed", cost_micro_usd: "21" },
    ]);
    expect(world.app.logLines.join("")).toContain("provider.credential_error");
  });

  test("a provider is skipped after five failures in a row", async () => {
    await world.behave({ openai: { status: 500 } });
    for (let call = 0; call < 5; call++) await post({ prompt: "x" });
    // One failure may be that of the job that probes idle providers.
    const asked = world.mocks.openai.seen.length;
    expect(asked).toBeOneOf([4, 5]);
    const answer = await post({ prompt: "x" });
    expect(answer).toMatchObject({ body: { provider: "anthropic" }, headers: { "x-ai-attempts": "1" } });
    expect(world.mocks.openai.seen).toHaveLength(asked);
  });

  test("a moderation refusal is final", async () => {
    await world.behave({ anthropic: "ok", openai: "moderation" });
    expect(await post({ prompt: "x" })).toMatchObject({
      status: 400,
      body: { code: "CONTENT_REJECTED", details: { provider: "openai" } },
    });
    expect(world.mocks.anthropic.seen).toEqual([]);
  });
});

test("a client disconnect aborts the provider's request, and counts as no failure", async () => {
  await world.behave({ openai: "hang" });
  const { headers, ownerId } = await world.newCaller();
  const leaving = new AbortController();
  const asking = fetch(world.app.url + path, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ prompt: "x" }),
    signal: leaving.signal,
  });
  await until("the provider is asked", () => world.mocks.openai.seen.length === 1);
  leaving.abort();
  await expect(asking).rejects.toThrow();
  await until("its request is ended", () => world.mocks.openai.abandoned === 1);
  const { requests, attempts } = await until("it is in the books", async () => {
    const books = await world.booksOf(ownerId);
    return books.requests[0]?.["status"] === "running" ? null : books;
  });
  expect(requests).toMatchObject([{ status: "aborted", cost_micro_usd: null }]);
  expect(attempts).toMatchObject([{ provider: "openai", outcome: "aborted" }]);
  expect(world.mocks.anthropic.seen).toEqual([]);
  const status = await world.app.get("/ai/providers/status", headers);
  expect(status.body.providers.openai.status).toBe("healthy");
});

describe("an idempotency key", () => {
  test("an idempotency key replays the same text without another request", async () => {
    const { headers, ownerId } = await world.newCaller();
    const keyed = { ...headers, "idempotency-key": newId("k") };
    const first = await world.app.post(path, { prompt: "x" }, keyed);
    const again = await world.app.post(path, { prompt: "x" }, keyed);
    expect(again).toMatchObject({
      status: 200,
      headers: { "idempotent-replayed": "true", "x-ai-attempts": "1" },
    });
    expect(again.body).toEqual(first.body);
    expect(world.mocks.openai.seen).toHaveLength(1);
    expect((await world.booksOf(ownerId)).requests).toHaveLength(1);
    expect(await world.app.post(path, { prompt: "y" }, keyed)).toMatchObject({ status: 422 });
  });

  test("an idempotency key that ten requests send at once makes one provider request", async () => {
    const { headers } = await world.newCaller();
    const keyed = { ...headers, "idempotency-key": newId("k") };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => world.app.post(path, { prompt: "x" }, keyed)),
    );
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(world.mocks.openai.seen).toHaveLength(1);
  });

  test("a failed request is retried by its idempotency key: one row, with the cost of both attempts", async () => {
    await world.behave({
      openai: "empty",
      anthropic: { status: 500 },
      google: { status: 500 },
      mistral: { status: 500 },
    });
    const { headers, ownerId } = await world.newCaller();
    const keyed = { ...headers, "idempotency-key": newId("k") };
    expect((await world.app.post(path, { prompt: "x" }, keyed)).status).toBe(500);
    await world.behave();
    expect((await world.app.post(path, { prompt: "x" }, keyed)).body).toMatchObject({ provider: "openai" });
    const { requests, attempts } = await world.booksOf(ownerId);
    expect(requests).toMatchObject([{ status: "succeeded", cost_micro_usd: "10" }]);
    expect(attempts.map(({ number, outcome }) => [number, outcome])).toEqual([
      [1, "empty"],
      [2, "http_error"],
      [3, "http_error"],
      [4, "http_error"],
      [5, "answered"],
    ]);
  });
});

test("the log and the database contain neither prompt nor text, whatever the outcome", async () => {
  const canary = "pRoMpTcAnArY";
  const { headers } = await world.newCaller();
  const keyed = () => ({ ...headers, "idempotency-key": newId("k") });
  await world.app.post(path, { prompt: canary }, keyed());
  await world.app.tool("generate_text", { prompt: canary }, headers);
  await world.app.post(path, { prompt: canary, maxTokens: 0 }, headers);
  await world.behave({ openai: "moderation" });
  await world.app.post(path, { prompt: canary }, keyed());
  await world.behave({
    openai: { status: 400 },
    anthropic: "malformed",
    google: { status: 500 },
    mistral: "wrong-key",
  });
  await world.app.post(path, { prompt: canary }, keyed());
  const tables = await world.app.database.query<{ name: string }>(
    "SELECT c.oid::regclass::text AS name FROM pg_class c WHERE c.relnamespace = 'hub'::regnamespace AND c.relkind IN ('r', 'p')",
  );
  for (const text of [canary, "openai writes"]) {
    expect(world.app.logLines.join("").includes(text)).toBe(false);
    for (const { name } of tables) {
      const rows = await world.app.database.query(`SELECT 1 FROM ${name} AS t WHERE t::text LIKE $1`, [
        `%${text}%`,
      ]);
      expect([name, rows.length]).toEqual([name, 0]);
    }
  }
});
