import { z } from "zod";

/** Providers of text and of images. Their URLs and keys are among the external services. */
export const textProviderNames = ["openai", "anthropic", "google", "mistral"] as const;
export const imageProviderNames = ["openai", "google"] as const;
const speechProviderNames = ["openai", "google"] as const;
export type TextProviderName = (typeof textProviderNames)[number];
export type ImageProviderName = (typeof imageProviderNames)[number];

const model = (fallback: string) =>
  z
    .string()
    .regex(/^[\w.:/-]{1,100}$/)
    .default(fallback);

/** Settings of text and image generation, for the one schema of the configuration. */
export const aiShape = {
  AI_TEXT_ORDER: order(textProviderNames).describe("Text providers in the order of use, separated by commas"),
  AI_IMAGE_ORDER: order(imageProviderNames).describe(
    "Image providers in the order of use, separated by commas",
  ),
  OPENAI_TEXT_MODEL: model("gpt-6-luna").describe("OpenAI: model for text"),
  ANTHROPIC_TEXT_MODEL: model("claude-haiku-5-5").describe("Anthropic: model for text"),
  GOOGLE_AI_TEXT_MODEL: model("gemini-3.5-flash-lite").describe("Google AI: model for text"),
  MISTRAL_TEXT_MODEL: model("mistral-medium-3-5").describe("Mistral: model for text"),
  OPENAI_IMAGE_MODEL: model("gpt-image-2.5-flare").describe("OpenAI: model for images"),
  AI_SPEECH_ORDER: order(speechProviderNames).describe(
    "Speech providers for media streams of calls in the order of use, separated by commas",
  ),
  OPENAI_TRANSCRIPTION_MODEL: model("gpt-transcribe").describe(
    "OpenAI: model that recognizes speech in media streams of calls",
  ),
  OPENAI_SPEECH_MODEL: model("gpt-realtime-2.1-mini").describe(
    "OpenAI: model that speaks in media streams of calls",
  ),
  GOOGLE_AI_TRANSCRIPTION_MODEL: model("gemini-3.5-flash-lite").describe(
    "Google AI: model that recognizes speech in media streams of calls",
  ),
  GOOGLE_AI_SPEECH_MODEL: model("gemini-3.8-flash-lite-tts").describe(
    "Google AI: model that speaks in media streams of calls",
  ),
  GOOGLE_AI_IMAGE_MODEL: model("gemini-3.1-flash-image").describe("Google AI: model for images"),
  AI_DAILY_BUDGET_USD: z.coerce
    .number()
    .positive()
    .max(1_000_000)
    .optional()
    .describe("Maximum AI cost per app and UTC day, in US dollars. Default: no maximum"),
  AI_LOG_CONTENT: z
    .enum(["0", "1", "true", "false"])
    .transform((value) => value === "1" || value === "true")
    .default(false)
    .describe("Logs prompts and outputs. Avoid it in production"),
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
      `must be a comma-separated list of ${names.join(", ")}, each once`,
    );
}
