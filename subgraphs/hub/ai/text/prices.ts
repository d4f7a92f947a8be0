import type { TokenUsage } from "../ai.port.ts";

/** Names the table below in every row that was computed with it; moves with each change. */
export const priceVersion = "2026-11-21";

/** Price of a million tokens, in millionths of a US dollar. */
interface TokenPrice {
  input: number;
  output: number;
  /** From more input tokens than this on, the whole request is billed at the second price. */
  above?: { tokens: number; input: number; output: number };
  /** Valid from this UTC day on; the first price of a model is valid from ever. */
  from?: string;
}

/**
 * List prices of the models' makers, without discounts for caching and batches, read on the day of `priceVersion`:
 * developers.openai.com/api/docs/pricing, platform.claude.com/docs/en/about-claude/pricing,
 * ai.google.dev/gemini-api/docs/pricing, mistral.ai/pricing.
 */
const textPrices: Readonly<Record<string, readonly TokenPrice[]>> = {
  "gpt-6-luna": [{ input: 100_000, output: 500_000 }],
  "gpt-5.6-luna": [
    {
      input: 200_000,
      output: 1_200_000,
      above: { tokens: 272_000, input: 400_000, output: 1_800_000 },
    },
  ],
  "gpt-5.4": [{ input: 2_500_000, output: 15_000_000 }],
  "gpt-5.2": [{ input: 1_750_000, output: 14_000_000 }],
  "gpt-5.1": [{ input: 1_250_000, output: 10_000_000 }],
  "gpt-5": [{ input: 1_250_000, output: 10_000_000 }],
  "gpt-5-mini": [{ input: 250_000, output: 2_000_000 }],
  "gpt-5-nano": [{ input: 50_000, output: 400_000 }],
  "gpt-4.1": [{ input: 2_000_000, output: 8_000_000 }],
  "gpt-4.1-mini": [{ input: 400_000, output: 1_600_000 }],
  "gpt-4.1-nano": [{ input: 100_000, output: 400_000 }],
  "gpt-4o": [{ input: 2_500_000, output: 10_000_000 }],
  "gpt-4o-mini": [{ input: 150_000, output: 600_000 }],
  "claude-haiku-5-5": [
    {
      input: 100_000,
      output: 500_000,
      above: { tokens: 100_000, input: 500_000, output: 2_500_000 },
    },
  ],
  "claude-sonnet-5-5": [{ input: 2_000_000, output: 10_000_000 }],
  "claude-sonnet-5": [{ input: 2_000_000, output: 10_000_000 }],
  "claude-opus-5-5": [{ input: 4_000_000, output: 20_000_000 }],
  "claude-opus-4-8": [{ input: 5_000_000, output: 25_000_000 }],
  "claude-haiku-4-5": [{ input: 1_000_000, output: 5_000_000 }],
  "gemini-3.8-flash": [
    { input: 750_000, output: 3_750_000 },
    { from: "2027-01-01", input: 1_500_000, output: 7_500_000 },
  ],
  "gemini-3.5-flash-lite": [{ input: 300_000, output: 2_500_000 }],
  "gemini-3.1-flash-lite": [{ input: 250_000, output: 1_500_000 }],
  "gemini-2.5-flash": [{ input: 300_000, output: 2_500_000 }],
  "gemini-2.5-flash-lite": [{ input: 100_000, output: 400_000 }],
  "gemini-2.5-pro": [
    {
      input: 1_250_000,
      output: 10_000_000,
      above: { tokens: 200_000, input: 2_500_000, output: 15_000_000 },
    },
  ],
  "mistral-medium-3-5": [{ input: 1_500_000, output: 7_500_000 }],
  "mistral-medium-latest": [{ input: 1_500_000, output: 7_500_000 }],
};

/** Models of which there is a price. */
export const pricedModels: readonly string[] = Object.keys(textPrices);

/** Price of the tokens in millionths of a US dollar, rounded up; null for a model without a known price. */
export function textCostMicroUsd(model: string, usage: TokenUsage, at: Date): number | null {
  const price = priceAt(model, at);
  if (price === null) return null;
  const isAbove = price.above !== undefined && usage.inputTokens > price.above.tokens;
  const { input, output } = isAbove ? price.above! : price;
  const total = BigInt(usage.inputTokens) * BigInt(input) + BigInt(usage.outputTokens) * BigInt(output);
  return Number((total + 999_999n) / 1_000_000n);
}

/**
 * The most that a request can cost: no tokenizer makes more tokens of a text than it has bytes, and the frame that a
 * provider puts around it is small.
 */
export function mostTextCostMicroUsd(
  model: string,
  request: { prompt: string; maxTokens: number },
  at: Date,
): number | null {
  const inputTokens = Buffer.byteLength(request.prompt) + frameTokens;
  return textCostMicroUsd(model, { inputTokens, outputTokens: request.maxTokens }, at);
}

const frameTokens = 64;

/** Estimated usage of a request that was cut off before the provider reported any: about four bytes per token. */
export function guessUsage(prompt: string, output: string): TokenUsage {
  const tokens = (text: string) => Math.ceil(Buffer.byteLength(text) / 4);
  return { inputTokens: tokens(prompt), outputTokens: tokens(output) };
}

function priceAt(model: string, at: Date): TokenPrice | null {
  const day = at.toISOString().slice(0, 10);
  return textPrices[model]?.findLast(({ from }) => from === undefined || from <= day) ?? null;
}
