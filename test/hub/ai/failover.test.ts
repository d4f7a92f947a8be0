import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  countAsked,
  deadlineMs,
  longestMs,
  nextStep,
  shownAttempts,
  type AttemptOutcome,
  type Tried,
} from "../../../subgraphs/hub/ai/text/failover.ts";

const providers = ["a", "b", "c", "d"];
const plan = { providers, timeoutMs: 30_000 };

/** `a:timeout b:network!` as attempts; `!` failed before anything was sent, `*` was forced. */
function tried(text: string): Tried[] {
  return text
    .split(" ")
    .filter((part) => part !== "")
    .map((part) => {
      const [provider, rest] = part.split(":") as [string, string];
      const outcome = rest.replace(/[!*]/g, "") as AttemptOutcome;
      return { provider, outcome, isUnreachable: rest.includes("!"), isForced: rest.includes("*") };
    });
}

function shown(text: string, elapsedMs = 0): string {
  const step = nextStep(plan, tried(text), elapsedMs);
  if (step.kind === "end") return step.result;
  return `${step.provider}${step.isForced ? "*" : ""}${step.isRetry ? " again" : ""}`;
}

describe("the next step", () => {
  test.each([
    ["", "a"],
    ["a:answered", "answered"],
    ["a:timeout", "b"],
    ["a:http_error", "b"],
    ["a:empty", "b"],
    ["a:network", "b"],
    ["a:network!", "a again"],
    ["a:network! a:network!", "b"],
    ["a:network! a:timeout", "b"],
    ["a:network! a:answered", "answered"],
    ["a:timeout b:network!", "b again"],
    ["a:rejected", "rejected"],
    ["a:timeout b:rejected", "rejected"],
    ["a:aborted", "aborted"],
    ["a:circuit_open", "b"],
    ["a:circuit_open b:timeout c:empty", "d"],
    ["a:timeout b:timeout c:timeout d:timeout", "exhausted"],
    ["a:circuit_open b:timeout c:timeout d:timeout", "exhausted"],
    ["a:circuit_open b:circuit_open c:circuit_open d:circuit_open", "a*"],
    ["a:circuit_open b:circuit_open c:circuit_open d:circuit_open a:timeout*", "b*"],
    ["a:circuit_open b:circuit_open c:circuit_open d:circuit_open a:network!*", "b*"],
    [
      "a:circuit_open b:circuit_open c:circuit_open d:circuit_open a:timeout* b:timeout* c:timeout* d:empty*",
      "exhausted",
    ],
    ["a:unaffordable", "b"],
    ["a:unaffordable b:timeout c:timeout d:timeout", "unaffordable"],
    ["a:unaffordable b:unaffordable c:unaffordable d:unaffordable", "unaffordable"],
    ["a:unaffordable b:circuit_open c:unaffordable d:unaffordable", "b*"],
  ])("after [%s] is %s", (text, expected) => {
    expect(shown(text)).toBe(expected);
  });

  test("an attempt's timeout is bounded by the request's timeout and the remaining total time", () => {
    expect(nextStep(plan, [], 0)).toMatchObject({ timeoutMs: 30_000 });
    expect(nextStep(plan, tried("a:timeout b:timeout"), 100_000)).toMatchObject({ timeoutMs: 20_000 });
    expect(shown("a:timeout", 120_000)).toBe("exhausted");
  });

  test.each([
    [1_000, 4, 4_000],
    [30_000, 4, 120_000],
    [120_000, 4, 120_000],
    [60_000, 1, 60_000],
  ])("a deadline of %i ms for each of %i providers is %i ms", (timeoutMs, count, expected) => {
    expect(deadlineMs({ providers: providers.slice(0, count), timeoutMs })).toBe(expected);
  });
});

test("shown attempts omit the skip of a provider that was called later", () => {
  const attempts = tried("a:circuit_open b:circuit_open a:timeout* b:answered*");
  expect(shownAttempts(attempts).map(({ provider, outcome }) => `${provider}:${outcome}`)).toEqual([
    "a:timeout",
    "b:answered",
  ]);
  expect(countAsked(attempts)).toBe(2);
  expect(countAsked(tried("a:network! a:network! b:circuit_open c:unaffordable d:answered"))).toBe(3);
});

const outcomes: AttemptOutcome[] = [
  "timeout",
  "http_error",
  "network",
  "empty",
  "circuit_open",
  "unaffordable",
];

test("every provider is tried once or twice, and the request ends within its time limit", () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          outcome: fc.constantFrom(...outcomes),
          isUnreachable: fc.boolean(),
          tookMs: fc.nat(40_000),
        }),
        {
          minLength: 20,
          maxLength: 20,
        },
      ),
      fc.integer({ min: 1, max: 4 }),
      (fates, count) => {
        const own = { providers: providers.slice(0, count), timeoutMs: 30_000 };
        const attempts: Tried[] = [];
        let elapsedMs = 0;
        for (const fate of fates) {
          const step = nextStep(own, attempts, elapsedMs);
          if (step.kind === "end") break;
          expect(step.timeoutMs).toBeGreaterThan(0);
          expect(step.timeoutMs).toBeLessThanOrEqual(own.timeoutMs);
          const { provider, isForced } = step;
          // A forced provider is called although its breaker is open.
          const outcome = isForced && fate.outcome === "circuit_open" ? "timeout" : fate.outcome;
          attempts.push({
            provider,
            outcome,
            isForced,
            isUnreachable: outcome === "network" && fate.isUnreachable,
          });
          if (outcome !== "circuit_open" && outcome !== "unaffordable")
            elapsedMs += Math.min(fate.tookMs, step.timeoutMs);
        }
        expect(nextStep(own, attempts, elapsedMs).kind).toBe("end");
        expect(elapsedMs).toBeLessThanOrEqual(longestMs);
        for (const name of own.providers)
          expect(countAsked(attempts.filter(({ provider }) => provider === name))).toBeLessThanOrEqual(2);
        if (elapsedMs < deadlineMs(own))
          expect(new Set(attempts.map(({ provider }) => provider)).size).toBe(count);
        const wasAnyAsked = countAsked(attempts) > 0;
        const isBudget = attempts.some(({ outcome }) => outcome === "unaffordable");
        expect(wasAnyAsked || isBudget).toBe(true);
      },
    ),
  );
});
