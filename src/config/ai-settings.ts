import { z } from "zod";

/** Who can write text, and who can draw. Their addresses and keys are among the external services. */
export const textProviderNames = ["openai", "anthropic", "google", "mistral"] as const;
export const imageProviderNames = ["openai", "google"] as const;
export type TextProviderName = (typeof textProviderNames)[number];
export type ImageProviderName = (typeof imageProviderNames)[number];

const model = (fallback: string) =>
  z
    .string()
    .regex(/^[\w.:/-]{1,100}$/)
    .default(fallback);

/** Settings of text and image generation, for the one schema of the configuration. */
export const aiShape = {
  AI_TEXT_ORDER: order(textProviderNames).describe("Text providers in the order they are asked, with commas"),
  AI_IMAGE_ORDER: order(imageProviderNames).describe(
    "Image providers in the order they are asked, with commas",
  ),
  OPENAI_TEXT_MODEL: model("gpt-6-luna").describe("OpenAI: model that writes text"),
  ANTHROPIC_TEXT_MODEL: model("claude-haiku-5-5").describe("Anthropic: model that writes text"),
  GOOGLE_AI_TEXT_MODEL: model("gemini-3.5-flash-lite").describe("Google AI: model that writes text"),
  MISTRAL_TEXT_MODEL: model("mistral-medium-3-5").describe("Mistral: model that writes text"),
  OPENAI_IMAGE_MODEL: model("gpt-image-2.5-flare").describe("OpenAI: model that draws"),
  GOOGLE_AI_IMAGE_MODEL: model("gemini-3.1-flash-image").describe("Google AI: model that draws"),
  AI_DAILY_BUDGET_USD: z.coerce
    .number()
    .positive()
    .max(1_000_000)
    .optional()
    .describe("What AI may cost an app in a UTC day; without it there is no bound"),
  AI_LOG_CONTENT: z
    .enum(["0", "1", "true", "false"])
    .transform((value) => value === "1" || value === "true")
    .default(false)
    .describe("Writes prompts and outputs to the log; never in production without need"),
};

function order<Name extends string>(names: readonly Name[]) {
  return z
    .string()
    .default(names.join(","))
    .transform((text) => text.split(",").flatMap((part) => (part.trim() || []) as Name[]))
    .refine(
      (parts) =>
        parts.length > 0 &&
        new Set(parts).size === parts.length &&
        parts.every((part) => (names as readonly string[]).includes(part)),
      `must be some of ${names.join(", ")}, each once`,
    );
}
