import type { GenerateContentResponse } from "@google/genai";
import type { TokenUsage } from "../ai.port.ts";
import { loadOnce, type ProviderAccess } from "./provider-client.ts";
import { httpFault, ProviderFault, transportFault } from "./provider-fault.ts";

/** Google's official SDK for Gemini, loaded at its first use. */
export function loadGoogle({ baseUrl, apiKey }: Pick<ProviderAccess, "baseUrl" | "apiKey">) {
  return loadOnce(async () => {
    const { GoogleGenAI } = await import("@google/genai");
    const address = baseUrl === null ? {} : { baseUrl };
    const httpOptions = { ...address, apiVersion: "v1beta", fetch: fetchOrFault };
    return new GoogleGenAI({ apiKey, vertexai: false, httpOptions });
  });
}

/** The SDK's own error keeps neither status details nor headers, and with them not how long to wait. */
async function fetchOrFault(url: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  if (response.ok) return response;
  const { status, headers } = response;
  throw httpFault({ status, headers, body: await response.text() });
}

export function toGoogleFault(thrown: unknown): ProviderFault {
  return thrown instanceof ProviderFault ? thrown : transportFault(thrown);
}

const refusals = new Set([
  "SAFETY",
  "BLOCKLIST",
  "PROHIBITED_CONTENT",
  "SPII",
  "RECITATION",
  "IMAGE_SAFETY",
  "IMAGE_PROHIBITED_CONTENT",
  "IMAGE_RECITATION",
  "MODEL_ARMOR",
]);

/** True when moderation has refused the prompt, or what came of it. */
export function isRefused({ promptFeedback, candidates }: GenerateContentResponse): boolean {
  return Boolean(promptFeedback?.blockReason) || refusals.has(candidates?.[0]?.finishReason ?? "");
}

/** Counted tokens; thinking counts as output. Null when none are reported. */
export function usageOf({ usageMetadata }: GenerateContentResponse): TokenUsage | null {
  if (!usageMetadata) return null;
  const { promptTokenCount = 0, candidatesTokenCount = 0, thoughtsTokenCount = 0 } = usageMetadata;
  return { inputTokens: promptTokenCount, outputTokens: candidatesTokenCount + thoughtsTokenCount };
}
