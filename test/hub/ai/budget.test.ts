import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DomainError } from "../../../src/errors.ts";
import { newId } from "../../../src/ids.ts";
import type { TextAnswer, TextProvider } from "../../../subgraphs/hub/ai/ai.port.ts";
import { purgeBudgets } from "../../../subgraphs/hub/ai/text/budget.service.ts";
import { generateText } from "../../../subgraphs/hub/ai/text/generate-text.service.ts";
import { mostTextCostMicroUsd } from "../../../subgraphs/hub/ai/text/prices.ts";
import { ProviderFault } from "../../../subgraphs/hub/ai/providers/provider-fault.ts";
import { createHubApp, type HubApp } from "../support/hub-app.ts";

let app: HubApp;
beforeAll(async () => {
  app = await createHubApp();
});
afterAll(() => app?.close());

const input = { prompt: "p".repeat(936), maxTokens: 2000, temperature: 0.7, timeout: 20_000 };
const now = new Date("2026-03-04T10:00:00.000Z");
/** gpt-6-luna at its dearest: 1,000 tokens in and 2,000 out. */
const most = mostTextCostMicroUsd("gpt-6-luna", input, now)!;

/** A provider that takes its time and bills the most that it may. */
function provider(
  name: string,
  model: string,
  write: () => Promise<TextAnswer> = async () => full,
): TextProvider & { asked: number } {
  const self = {
    name,
    model,
    isSandbox: false,
    asked: 0,
    ready: async () => undefined,
    probe: async () => undefined,
    write: () => {
      self.asked += 1;
      return write();
    },
    // oxlint-disable-next-line require-yield
    async *stream() {
      throw new ProviderFault("network");
    },
  };
  return self;
}
const full: TextAnswer = { content: "x", usage: { inputTokens: 1_000, outputTokens: 2_000 } };

interface World {
  appId: string;
  ask(at?: Date): Promise<"ok" | DomainError>;
  spent(): Promise<number>;
  reserved(): Promise<number>;
}

/** An app of its own that may spend so much a day. */
function newWorld(textProviders: TextProvider[], budgetMicroUsd: number): World {
  const appId = newId("app").replace("_", "-");
  const ai = { textProviders, dailyBudgetMicroUsd: budgetMicroUsd, logsContent: false };
  return {
    appId,
    ask: async (at = now) => {
      const ctx = app.contextFor(newId("usr"), { appId, at });
      return generateText({ ...ctx, ports: { ...ctx.ports, ai } }, input).then(
        () => "ok" as const,
        (error: unknown) => {
          if (error instanceof DomainError) return error;
          throw error;
        },
      );
    },
    spent: async () => {
      const [row] = await app.database.query<{ spent: string }>(
        "SELECT coalesce(sum(cost_micro_usd), 0) AS spent FROM hub.ai_requests WHERE app_id = $1",
        [appId],
      );
      return Number(row!.spent);
    },
    reserved: async () => {
      const [row] = await app.database.query<{ n: string }>(
        "SELECT coalesce(sum(amount_micro_usd), 0) AS n FROM hub.ai_reservations WHERE app_id = $1",
        [appId],
      );
      return Number(row!.n);
    },
  };
}

describe("an app's budget of the day", () => {
  test("a day's budget is never exceeded by concurrent requests", async () => {
    const openai = provider("b-openai", "gpt-6-luna");
    const world = newWorld([openai], most * 5 + most / 2);
    const answers = await Promise.all(Array.from({ length: 30 }, () => world.ask()));
    const refusals = answers.filter((answer) => answer !== "ok");
    expect(await world.spent()).toBeLessThanOrEqual(most * 5.5);
    expect(answers.length - refusals.length).toBe(5);
    expect(openai.asked).toBe(5);
    expect(await world.reserved()).toBe(0);
    expect(refusals[0]).toMatchObject({
      code: "RATE_LIMIT_EXCEEDED",
      status: 429,
      details: {
        reason: "quota",
        window: "day",
        remaining: 0,
        resetAt: "2026-03-05T00:00:00.000Z",
        retryAfterSeconds: 14 * 3600,
      },
    });
  });

  test("an unused reservation is released to the day's budget", async () => {
    const cheap: TextAnswer = { content: "x", usage: { inputTokens: 10, outputTokens: 10 } };
    const world = newWorld([provider("c-openai", "gpt-6-luna", async () => cheap)], most + 4 * 6);
    for (let call = 0; call < 5; call++) expect(await world.ask()).toBe("ok");
    expect(await world.spent()).toBe(5 * 6);
  });

  test("a budget is reset at midnight UTC, and is separate per app", async () => {
    const world = newWorld([provider("d-openai", "gpt-6-luna")], most);
    expect(await world.ask()).toBe("ok");
    expect(await world.ask(new Date("2026-03-04T23:59:59.999Z"))).not.toBe("ok");
    expect(await world.ask(new Date("2026-03-05T00:00:00.000Z"))).toBe("ok");
    expect(await newWorld([provider("d-openai", "gpt-6-luna")], most).ask()).toBe("ok");
  });

  test("a budget is reserved again for the fallback provider", async () => {
    const broken = provider("e-openai", "gpt-6-luna", async () => {
      throw new ProviderFault("http_error", { status: 500 });
    });
    const dear = provider("e-mistral", "mistral-medium-3-5");
    const cheap = provider("e-google", "gemini-2.5-flash-lite");
    const dearMost = mostTextCostMicroUsd("mistral-medium-3-5", input, now)!;
    expect(dearMost).toBeGreaterThan(most);
    const world = newWorld([broken, dear, cheap], most);
    expect(await world.ask()).toBe("ok");
    expect([broken.asked, dear.asked, cheap.asked]).toEqual([1, 0, 1]);
    const noCheap = newWorld([broken, dear], most);
    expect(await noCheap.ask()).toMatchObject({
      code: "RATE_LIMIT_EXCEEDED",
      details: { attempts: [{ provider: "e-openai", outcome: "http_error", status: 500 }] },
    });
    expect(dear.asked).toBe(0);
  });

  test("a budget counts what a provider billed for a failed request", async () => {
    const empty = provider("f-openai", "gpt-6-luna", async () => {
      throw new ProviderFault("empty", { usage: full.usage });
    });
    const second = provider("f-anthropic", "gpt-6-luna");
    const world = newWorld([empty, second], most * 2 - 1);
    expect(await world.ask()).toMatchObject({ code: "RATE_LIMIT_EXCEEDED" });
    expect(second.asked).toBe(0);
    expect([await world.spent(), await world.reserved()]).toEqual([most, 0]);
  });

  test("a budget rejects a model without a known price", async () => {
    const unknown = provider("g-openai", "gpt-of-tomorrow");
    const world = newWorld([unknown], 1_000_000_000);
    expect(await world.ask()).toMatchObject({ code: "RATE_LIMIT_EXCEEDED" });
    expect(unknown.asked).toBe(0);
  });

  test("a new budget counts what was spent before it existed", async () => {
    const world = newWorld([provider("h-openai", "gpt-6-luna")], most * 2);
    await app.database.query(
      `INSERT INTO hub.ai_requests (id, owner_id, app_id, kind, status, prompt_hash, prompt_bytes, cost_micro_usd, created_at)
       VALUES ($1, 'usr_x', $2, 'text', 'succeeded', '', 1, $3, $4)`,
      [newId("air"), world.appId, most * 1.5, now],
    );
    expect(await world.ask()).not.toBe("ok");
  });

  test("a reservation of a dead process is released when it expires", async () => {
    const world = newWorld([provider("i-openai", "gpt-6-luna")], most);
    await app.database.query(
      `INSERT INTO hub.ai_reservations (request_id, app_id, day, amount_micro_usd, expires_at)
       VALUES ($1, $2, '2026-03-04', $3, $4)`,
      [newId("air"), world.appId, most, new Date(now.getTime() + 60_000)],
    );
    expect(await world.ask()).not.toBe("ok");
    const later = new Date(now.getTime() + 60_000);
    expect(await world.ask(later)).toBe("ok");
    expect(await purgeBudgets(app.contextFor(null).em, later)).toBe(1);
    expect(await world.reserved()).toBe(0);
  });
});

test("without a budget a model of unknown price runs, its cost is null, and an alert is logged", async () => {
  const ctx = app.contextFor(newId("usr"), { appId: "central" });
  const lines: unknown[] = [];
  const log = { ...ctx.log, error: (_fields: object, text: string) => void lines.push(text) } as never;
  const textProviders = [provider("j-openai", "gpt-of-tomorrow")];
  const ai = { textProviders, dailyBudgetMicroUsd: null, logsContent: false };
  const text = await generateText({ ...ctx, log, ports: { ...ctx.ports, ai } }, input);
  expect(text.usage).toEqual({ inputTokens: 1_000, outputTokens: 2_000, estimatedCostUsd: null });
  expect(lines).toContain("ai.unknown_price");
});
