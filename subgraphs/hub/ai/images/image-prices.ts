import type { TokenUsage } from "../ai.port.ts";
import type { ImageQuality, ImageRequest } from "./image-provider.port.ts";

/** Price of a million tokens in millionths of a US dollar, and tokens per image. */
interface ImagePrice {
  /** Of text that is sent. */
  input: number;
  /** Of the image that comes back. */
  output: number;
  /** Tokens of a square image by quality. An oblong one has half as many more where `growsOblong`. */
  tokens: Readonly<Record<Exclude<ImageQuality, "auto">, number>>;
  growsOblong: boolean;
}

const gptImage25 = {
  input: 5_000_000,
  output: 30_000_000,
  tokens: { low: 196, medium: 439, high: 1_756 },
  growsOblong: true,
};

/**
 * List prices of the models' makers, read on the day of `priceVersion`: developers.openai.com/api/docs/pricing and the
 * pages of its models, ai.google.dev/gemini-api/docs/pricing. Google bills an image by its resolution: 1K, or 2K for high
 * quality of the models that have it.
 */
const imagePrices: Readonly<Record<string, ImagePrice>> = {
  "gpt-image-2.5-flare": gptImage25,
  "gpt-image-2.5-sunburst": gptImage25,
  "gpt-image-1-mini": {
    input: 2_000_000,
    output: 8_000_000,
    tokens: { low: 272, medium: 1_056, high: 4_160 },
    growsOblong: true,
  },
  "gemini-3.1-flash-image": {
    input: 500_000,
    output: 60_000_000,
    tokens: { low: 1_120, medium: 1_120, high: 1_680 },
    growsOblong: false,
  },
  "gemini-3-pro-image": {
    input: 2_000_000,
    output: 120_000_000,
    tokens: { low: 1_120, medium: 1_120, high: 1_120 },
    growsOblong: false,
  },
  "gemini-2.5-flash-image": {
    input: 300_000,
    output: 30_000_000,
    tokens: { low: 1_290, medium: 1_290, high: 1_290 },
    growsOblong: false,
  },
};

/** Models of which there is a price. */
export const pricedImageModels: readonly string[] = Object.keys(imagePrices);

/** Price of an image in millionths of a US dollar, rounded up; null for a model without a known price. */
export function imageCostMicroUsd(model: string, { inputTokens, outputTokens }: TokenUsage): number | null {
  const price = imagePrices[model];
  if (!price) return null;
  const total = BigInt(inputTokens) * BigInt(price.input) + BigInt(outputTokens) * BigInt(price.output);
  return Number((total + 999_999n) / 1_000_000n);
}

/**
 * Usage of an image by the price list, for providers that report none and as the upper bound of a request: `auto` may
 * be of high quality, and no tokenizer makes more tokens of a text than it has bytes. Null for an unknown model.
 */
export function imageUsage(model: string, { prompt, size, quality }: ImageRequest): TokenUsage | null {
  const price = imagePrices[model];
  if (!price) return null;
  const square = price.tokens[quality === "auto" ? "high" : quality];
  const isOblong = size !== "1024x1024";
  const outputTokens = price.growsOblong && isOblong ? Math.ceil(square * 1.5) : square;
  return { inputTokens: Buffer.byteLength(prompt), outputTokens };
}
