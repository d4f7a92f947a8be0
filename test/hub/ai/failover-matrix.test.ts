import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { DomainError } from "../../../src/errors.ts";
import { newId } from "../../../src/ids.ts";
import type { GeneratedText } from "../../../subgraphs/hub/ai/ai.types.ts";
import { newBreaker, type Breaker } from "../../../subgraphs/hub/ai/text/breaker.ts";
import { generateText } from "../../../subgraphs/hub/ai/text/generate-text.service.ts";
import { textCostMicroUsd } from "../../../subgraphs/hub/ai/text/prices.ts";
import { ProviderBreakers } from "../../../subgraphs/hub/ai/text/provider-breakers.service.ts";
import { until } from "../../support/poll.ts";
import { silentLog } from "../../support/silent-log.ts";
import { createHubApp, type HubApp } from "../support/hub-app.ts";
import {
  counted,
  models,
  openMocks,
  providerNames,
  type Behaviour,
  type MockProvider,
} from "./mock-providers.ts";

let app: HubApp;
let mocks: MockProvider[];
beforeAll(async () => {
  mocks = await openMocks();
  const textProviders = mocks.map(({ provider }) => provider);
  await Promise.all(textProviders.map((provider) => provider.ready()));
  app = await createHubApp({ ai: { textProviders, dailyBudgetMicroUsd: null, logsContent: false } });
});
afterAll(async () => {
  await app?.close();
  await Promise.all(mocks.map((mock) => mock.close()));
});
beforeEach(() => app.database.query("DELETE FROM hub.ai_breakers"));

interface Fate {
  behaviour: Behaviour;
  /** Outcome of the attempt as shown; null when it ends the request. */
  outcome: string;
  status: number | null;
  /** Requests that reach the provider. */
  requests: number;
  /** Attempts in the books. */
  attempts: number;
  isBilled?: boolean;
  /** Outcome for the breaker. */
  verdict: "ok" | "failed" | "neutral";
}

const failed = (
  status: number,
  verdict: Fate["verdict"] = "failed",
  headers?: Record<string, string>,
): Fate => ({
  behaviour: { status, ...(headers ? { headers } : {}) },
  outcome: "http_error",
  status,
  requests: 1,
  attempts: 1,
  verdict,
});

const fates: Record<string, Fate> = {
  ok: {
    behaviour: "ok",
    outcome: "answered",
    status: null,
    requests: 1,
    attempts: 1,
    isBilled: true,
    verdict: "ok",
  },
  "time-out": {
    behaviour: "hang",
    outcome: "timeout",
    status: null,
    requests: 1,
    attempts: 1,
    verdict: "failed",
  },
  refused: {
    behaviour: "refuse",
    outcome: "network",
    status: null,
    requests: 0,
    attempts: 2,
    verdict: "failed",
  },
  reset: {
    behaviour: "reset",
    outcome: "network",
    status: null,
    requests: 1,
    attempts: 1,
    verdict: "failed",
  },
  "400": failed(400, "neutral"),
  "408": failed(408),
  "409": failed(409),
  "429": failed(429, "failed", { "retry-after": "40" }),
  "500": failed(500),
  "503": failed(503),
  "529": failed(529),
  empty: {
    behaviour: "empty",
    outcome: "empty",
    status: null,
    requests: 1,
    attempts: 1,
    isBilled: true,
    verdict: "failed",
  },
  malformed: {
    behaviour: "malformed",
    outcome: "empty",
    status: null,
    requests: 1,
    attempts: 1,
    verdict: "failed",
  },
  "wrong key": { ...failed(401), behaviour: "wrong-key" },
  moderation: {
    behaviour: "moderation",
    outcome: "rejected",
    status: null,
    requests: 1,
    attempts: 1,
    isBilled: true,
    verdict: "neutral",
  },
};

const states = ["closed", "half open", "open"] as const;
const priceOf = (name: keyof typeof models) => textCostMicroUsd(models[name], counted, new Date())!;

async function setBreaker(provider: string, state: (typeof states)[number]): Promise<void> {
  if (state === "closed") return;
  const openUntil = Date.now() + (state === "open" ? 30_000 : -1);
  const breaker: Breaker = { ...newBreaker, phase: "open", openings: 1, openUntil };
  await app.database.query("INSERT INTO hub.ai_breakers (provider, state) VALUES ($1, $2)", [
    provider,
    JSON.stringify(breaker),
  ]);
}

/** Of a provider. No test waits for it. */
const timeoutMs = 20_000;

/** Lets the time for a provider that hangs pass as soon as it has the request, and no other provider's. */
function endWaitFor(mock: MockProvider): void {
  const setReal = globalThis.setTimeout;
  let latest: (() => void) | null = null;
  const spy = vi.spyOn(globalThis, "setTimeout");
  const record = (run: () => void, delay?: number) => {
    if (delay !== undefined && delay > timeoutMs - 1_000 && delay <= timeoutMs) latest = run;
    return setReal(run, delay);
  };
  spy.mockImplementation(record);
  onTestFinished(() => spy.mockRestore());
  void until(`${mock.name} hangs`, () => mock.seen.length > 0).then(() => latest?.());
}

interface Told {
  text: GeneratedText | null;
  error: DomainError | null;
  breakers: ReadonlyMap<string, Breaker>;
  request: Record<string, unknown>;
  attempts: Record<string, unknown>[];
}

/** One request by a process that knows no more than the database does. */
async function ask(): Promise<Told> {
  const ctx = app.contextFor(newId("usr"), { appId: "central" });
  const breakers = new ProviderBreakers(ctx.ports.notices, silentLog);
  const own = { ...ctx, ports: { ...ctx.ports, breakers } };
  const input = { prompt: "Write.", maxTokens: 100, temperature: 0.5, timeout: timeoutMs };
  const outcome = await generateText(own, input).then(
    (text) => ({ text, error: null }),
    (error: unknown) => {
      if (!(error instanceof DomainError)) throw error;
      return { text: null, error };
    },
  );
  const requests = await app.database.query("SELECT * FROM hub.ai_requests WHERE owner_id = $1", [
    ctx.principal.ownerId,
  ]);
  expect(requests).toHaveLength(1);
  const attempts = await app.database.query(
    "SELECT * FROM hub.ai_attempts WHERE request_id = $1 ORDER BY number",
    [requests[0]!["id"]],
  );
  const told = { ...outcome, breakers: await breakers.readAll(ctx.em), request: requests[0]!, attempts };
  await breakers.close();
  return told;
}

describe.each(Object.entries(fates))("%s", (_title, fate) => {
  describe.each(providerNames.map((name, position) => [position + 1, name] as const))(
    "at place %i (%s)",
    (place, name) => {
      test.each(states)("its breaker %s", async (state) => {
        const before = providerNames.slice(0, place - 1);
        const next = providerNames[place] ?? null;
        for (const mock of mocks) {
          await mock.behave(
            mock.name === name ? fate.behaviour : before.includes(mock.name) ? { status: 503 } : "ok",
          );
        }
        await setBreaker(name, state);
        const isAsked = state !== "open";
        if (isAsked && fate.behaviour === "hang") endWaitFor(mocks.find((mock) => mock.name === name)!);
        const { text, error, breakers, request, attempts } = await ask();
        const ends = isAsked && (fate.outcome === "answered" || fate.outcome === "rejected");
        const answering = ends ? (fate.outcome === "answered" ? name : null) : next;
        const expected = [
          ...before.map((provider) => ({ provider, outcome: "http_error", http_status: 503 })),
          ...(isAsked
            ? Array.from({ length: fate.attempts }, () => ({
                provider: name,
                outcome: fate.outcome,
                http_status: fate.status,
              }))
            : [{ provider: name, outcome: "circuit_open", http_status: null }]),
          ...(!ends && next ? [{ provider: next, outcome: "answered", http_status: null }] : []),
        ];
        expect(attempts).toMatchObject(expected);
        expect(mocks.map(({ seen }) => seen.length)).toEqual(
          providerNames.map((provider) => {
            if (provider === name) return isAsked ? fate.requests : 0;
            return before.includes(provider) || provider === answering ? 1 : 0;
          }),
        );

        // The right answer, or the right refusal.
        if (answering) {
          expect(text).toMatchObject({ provider: answering, content: `${answering} writes`, usage: counted });
          expect(text!.fallback).toBe(answering !== "openai");
        } else if (fate.outcome === "rejected" && isAsked) {
          expect(error).toMatchObject({ code: "CONTENT_REJECTED", status: 400 });
        } else {
          expect(error).toMatchObject({
            code: "PROVIDERS_UNAVAILABLE",
            status: 500,
            details: { retryable: true },
          });
          expect(error!.details["attempts"]).toEqual(
            expected.map(({ provider, outcome, http_status: status }) => ({
              provider,
              outcome,
              status,
              durationMs: expect.any(Number),
            })),
          );
        }

        // Cost per billing provider.
        const billed = [
          ...(isAsked && fate.isBilled ? [priceOf(name)] : []),
          ...(answering && answering !== name ? [priceOf(answering)] : []),
        ];
        const spend = billed.reduce((sum, cost) => sum + cost, 0);
        expect(request["cost_micro_usd"]).toEqual(billed.length === 0 ? null : String(spend));
        expect(attempts.reduce((sum, row) => sum + Number(row["cost_micro_usd"] ?? 0), 0)).toBe(spend);
        expect(request).toMatchObject({
          status: answering ? "succeeded" : fate.outcome === "rejected" && isAsked ? "rejected" : "failed",
          provider: answering,
        });
        expectBreaker(breakers.get(name) ?? newBreaker, state, isAsked ? fate : null);
      });
    },
  );
});

function expectBreaker(breaker: Breaker, state: (typeof states)[number], fate: Fate | null): void {
  const openForMs = (breaker.openUntil ?? 0) - Date.now();
  if (fate === null) expect(breaker).toMatchObject({ phase: "open", openings: 1 });
  else if (fate.verdict === "ok") expect(breaker).toMatchObject({ phase: "closed", lastOk: true });
  else if (fate.verdict === "neutral") {
    expect(breaker.phase).toBe(state === "closed" ? "closed" : "open");
    expect(openForMs).toBeLessThanOrEqual(0);
  } else if (state === "half open") {
    expect(breaker).toMatchObject({ phase: "open", openings: 2 });
    expect(openForMs).toBeGreaterThan(55_000);
  } else if (typeof fate.behaviour === "object" && fate.behaviour.headers) {
    expect(breaker.phase).toBe("open");
    expect(openForMs).toBeGreaterThan(35_000);
  } else expect(breaker).toMatchObject({ phase: "closed", lastOk: false });
}

describe("the breakers of all are open", () => {
  test("with all breakers open each provider is tried once, in order, and the first success closes its breaker", async () => {
    for (const mock of mocks) {
      await setBreaker(mock.name, "open");
      await mock.behave(mock.name === "google" ? "ok" : { status: 500 });
    }
    const { text, breakers, attempts } = await ask();
    expect(text).toMatchObject({ provider: "google", fallback: true });
    expect(mocks.map(({ seen }) => seen.length)).toEqual([1, 1, 1, 0]);
    expect(attempts.map(({ provider, outcome }) => `${String(provider)} ${String(outcome)}`)).toEqual([
      ...providerNames.map((name) => `${name} circuit_open`),
      "openai http_error",
      "anthropic http_error",
      "google answered",
    ]);
    expect([...breakers].map(([name, { phase }]) => `${name} ${phase}`).sort()).toEqual([
      "anthropic open",
      "google closed",
      "mistral open",
      "openai open",
    ]);
  });

  test("with all breakers open and no response, the error lists the attempts without the skips", async () => {
    for (const mock of mocks) {
      await setBreaker(mock.name, "open");
      await mock.behave({ status: 500 });
    }
    const { error } = await ask();
    expect((error!.details["attempts"] as { outcome: string }[]).map(({ outcome }) => outcome)).toEqual(
      Array.from({ length: 4 }, () => "http_error"),
    );
  });
});
