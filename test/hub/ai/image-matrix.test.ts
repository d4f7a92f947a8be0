import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { DomainError } from "../../../src/errors.ts";
import { newId } from "../../../src/ids.ts";
import { imageTokens, type ImageBehaviour } from "./image-mocks.ts";
import { createImageWorld, type ImageWorld } from "./image-world.ts";

let world: ImageWorld;
beforeAll(async () => {
  world = await createImageWorld();
});
afterAll(() => world?.close());
beforeEach(() => world.reset());

const attemptsOf = (ownerId: string) =>
  world.app.database.query(
    `SELECT provider, outcome, http_status, input_tokens, output_tokens, cost_micro_usd::int AS cost
     FROM hub.ai_attempts WHERE owner_id = $1 ORDER BY request_id, number`,
    [ownerId],
  );

/** How a provider may fail, and how its attempt is shown. */
const failures: [ImageBehaviour, string, number | null][] = [
  ["reset", "network", null],
  ["empty", "empty", null],
  ["malformed", "empty", null],
  ["not-an-image", "empty", null],
  [400, "http_error", 400],
  [401, "http_error", 401],
  [404, "http_error", 404],
  [429, "http_error", 429],
  [500, "http_error", 500],
  [529, "http_error", 529],
];

describe.each(failures)("a provider that answers with %s", (behaviour, outcome, status) => {
  test("a failure is followed by the next provider", async () => {
    world.mocks.openai.behave(behaviour);
    const ownerId = newId("usr");
    expect(await world.draw(world.contextFor(ownerId))).toMatchObject({
      provider: "google",
      creditsRemaining: 4,
    });
    expect(await attemptsOf(ownerId)).toMatchObject([
      { provider: "openai", outcome, http_status: status },
      { provider: "google", outcome: "answered", http_status: null },
    ]);
  });

  test("a failure of the last provider is an error that costs no credit", async () => {
    world.mocks.openai.behave(503);
    world.mocks.google.behave(behaviour);
    const ownerId = newId("usr");
    const refusal = (await world.draw(world.contextFor(ownerId)).catch((error) => error)) as DomainError;
    expect(refusal).toMatchObject({
      code: "PROVIDERS_UNAVAILABLE",
      status: 500,
      details: {
        attempts: [{ provider: "openai" }, { provider: "google", outcome, status }],
        retryable: true,
      },
    });
    expect(await world.creditsOf(ownerId)).toEqual([{ status: "released", source: "allowance" }]);
  });
});

describe.each(["openai", "google"] as const)("%s", (name) => {
  const other = name === "openai" ? "google" : "openai";
  beforeEach(() => {
    if (name === "google") world.mocks.openai.behave(500);
  });

  test.each(["moderation", "moderation-after"] as const)(
    "ends it by %s, and costs no credit",
    async (behaviour) => {
      world.mocks[name].behave(behaviour);
      if (name === "openai") world.mocks[other].behave("ok");
      const ownerId = newId("usr");
      await expect(world.draw(world.contextFor(ownerId))).rejects.toMatchObject({
        code: "CONTENT_REJECTED",
        status: 400,
        details: { provider: name },
      });
      expect(world.mocks.google.seen).toHaveLength(name === "google" ? 1 : 0);
      expect(await world.creditsOf(ownerId)).toEqual([{ status: "released", source: "allowance" }]);
      const requests = await world.app.database.query(
        "SELECT status FROM hub.ai_requests WHERE owner_id = $1",
        [ownerId],
      );
      expect(requests).toEqual([{ status: "rejected" }]);
    },
  );

  test("a provider's reported usage is billed", async () => {
    const ownerId = newId("usr");
    await world.draw(world.contextFor(ownerId));
    const { inputTokens, outputTokens } = imageTokens;
    const cost = name === "openai" ? 20 * 5 + 400 * 30 : (20 * 50) / 100 + 400 * 60;
    expect((await attemptsOf(ownerId)).at(-1)).toMatchObject({
      provider: name,
      input_tokens: inputTokens,
      output_tokens: outputTokens,
      cost,
    });
  });

  test("a provider without reported usage is billed by the price list", async () => {
    world.mocks[name].behave("untold");
    const ownerId = newId("usr");
    await world.draw(world.contextFor(ownerId), { quality: "low", size: "1536x1024" });
    expect((await attemptsOf(ownerId)).at(-1)).toMatchObject({
      output_tokens: name === "openai" ? 294 : 1_120,
    });
  });

  test("the stored file has the type that the provider drew", async () => {
    world.mocks[name].behave("jpeg");
    const ownerId = newId("usr");
    const image = await world.draw(world.contextFor(ownerId));
    expect(image.filename).toMatch(/\.jpg$/);
    expect(image.revisedPrompt).toBe(name === "openai" ? "A revised prompt." : null);
    const files = await world.app.database.query("SELECT content_type FROM hub.files WHERE owner_id = $1", [
      ownerId,
    ]);
    expect(files).toEqual([{ content_type: "image/jpeg" }]);
  });
});

test("without a configured provider the request is rejected with the reason", async () => {
  const ctx = world.contextFor(newId("usr"));
  const bare = { ...ctx, ports: { ...ctx.ports, imageProviders: [] } };
  await expect(world.draw(bare)).rejects.toMatchObject({
    code: "PROVIDERS_UNAVAILABLE",
    details: { configured: false },
  });
});

test("the app's daily budget limits images too", async () => {
  const ownerId = newId("usr");
  const ctx = world.contextFor(ownerId);
  const spare = { ...ctx, ports: { ...ctx.ports, ai: { ...ctx.ports.ai, dailyBudgetMicroUsd: 1_000 } } };
  await expect(world.draw(spare)).rejects.toMatchObject({
    code: "RATE_LIMIT_EXCEEDED",
    details: { reason: "quota", window: "day" },
  });
  expect(world.mocks.openai.seen).toEqual([]);
  expect(await world.creditsOf(ownerId)).toEqual([{ status: "released", source: "allowance" }]);
});
