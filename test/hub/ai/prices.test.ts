import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readConfig } from "../../../src/config/config.ts";
import {
  guessUsage,
  mostTextCostMicroUsd,
  pricedModels,
  textCostMicroUsd,
} from "../../../subgraphs/hub/ai/text/prices.ts";

const day = (text: string) => new Date(`${text}T12:00:00Z`);
const now = day("2026-11-21");

describe("what tokens cost", () => {
  test.each([
    ["gpt-6-luna", 1_000_000, 1_000_000, now, 600_000],
    ["gpt-6-luna", 10, 20, now, 11],
    // Rounded up: nothing that was billed costs nothing.
    ["gpt-6-luna", 1, 0, now, 1],
    ["gpt-6-luna", 0, 0, now, 0],
    // The whole request costs more above the bound.
    ["claude-haiku-5-5", 100_000, 1_000, now, 10_500],
    ["claude-haiku-5-5", 100_001, 1_000, now, 52_501],
    // A price that ends.
    ["gemini-3.8-flash", 1_000_000, 0, day("2026-12-31"), 750_000],
    ["gemini-3.8-flash", 1_000_000, 0, day("2027-01-01"), 1_500_000],
    ["a-model-that-nobody-knows", 10, 10, now, null],
  ])("%s, %i in and %i out, on %s: %s millionths", (model, inputTokens, outputTokens, at, expected) => {
    expect(textCostMicroUsd(model, { inputTokens, outputTokens }, at)).toBe(expected);
  });

  test("every default model has a price", () => {
    const config = readConfig({ NODE_ENV: "test" });
    const { OPENAI_TEXT_MODEL, ANTHROPIC_TEXT_MODEL, GOOGLE_AI_TEXT_MODEL, MISTRAL_TEXT_MODEL } = config;
    for (const model of [OPENAI_TEXT_MODEL, ANTHROPIC_TEXT_MODEL, GOOGLE_AI_TEXT_MODEL, MISTRAL_TEXT_MODEL])
      expect(pricedModels).toContain(model);
  });

  test("the cost of a text never exceeds its reservation", () => {
    const tokensOf = (prompt: string) => Buffer.byteLength(prompt);
    fc.assert(
      fc.property(
        fc.constantFrom(...pricedModels),
        fc.string({ unit: "grapheme", maxLength: 2_000 }),
        fc.integer({ min: 1, max: 8_000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (model, prompt, maxTokens, inputShare, outputShare) => {
          const usage = {
            inputTokens: Math.floor(tokensOf(prompt) * inputShare),
            outputTokens: Math.floor(maxTokens * outputShare),
          };
          const most = mostTextCostMicroUsd(model, { prompt, maxTokens }, now)!;
          expect(textCostMicroUsd(model, usage, now)!).toBeLessThanOrEqual(most);
        },
      ),
    );
  });
});

test("the cost of a text that was cut off is estimated by its length", () => {
  expect(guessUsage("12345", "äöü")).toEqual({ inputTokens: 2, outputTokens: 2 });
});
