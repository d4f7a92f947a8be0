import type { GenerateContentResponse } from "@google/genai";
import type { TextAnswer, TextPart, TextProvider, TextRequest, TokenUsage } from "./ai.port.ts";
import { loadOnce, rethrow, type ProviderAccess } from "./provider-client.ts";
import { contentRejected, emptyAnswer, httpFault, ProviderFault, transportFault } from "./provider-fault.ts";

/** Google's Gemini, by its official SDK. */
export function createGoogleText({ baseUrl, apiKey, model, isSandbox }: ProviderAccess): TextProvider {
  const sdk = loadOnce(async () => {
    const { GoogleGenAI } = await import("@google/genai");
    const address = baseUrl === null ? {} : { baseUrl };
    const httpOptions = { ...address, apiVersion: "v1beta", fetch: fetchOrFault };
    return new GoogleGenAI({ apiKey, vertexai: false, httpOptions });
  });
  return {
    name: "google",
    model,
    isSandbox,
    ready: async () => void (await sdk()),
    async write(request, signal) {
      const { models } = await sdk();
      const asked = models.generateContent(bodyOf(model, request, signal));
      return readAnswer(await asked.catch(rethrow(toFault)));
    },
    async *stream(request, signal) {
      const { models } = await sdk();
      try {
        yield* readParts(await models.generateContentStream(bodyOf(model, request, signal)));
      } catch (thrown) {
        throw toFault(thrown);
      }
    },
    async probe(signal) {
      const { models } = await sdk();
      await models.list({ config: { pageSize: 1, abortSignal: signal } }).catch(rethrow(toFault));
    },
  };
}

/** Thoughts count as output that nobody sees, so there are as few as the model allows. */
function bodyOf(model: string, { prompt, maxTokens, temperature }: TextRequest, abortSignal: AbortSignal) {
  const thinkingConfig = model.startsWith("gemini-2.5-flash")
    ? { thinkingConfig: { thinkingBudget: 0 } }
    : {};
  return {
    model,
    contents: prompt,
    config: { maxOutputTokens: maxTokens, temperature, abortSignal, ...thinkingConfig },
  };
}

/** The SDK's own error keeps neither status details nor headers, and with them not how long to wait. */
async function fetchOrFault(url: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  if (response.ok) return response;
  const { status, headers } = response;
  throw httpFault({ status, headers, body: await response.text() });
}

const refusals = new Set([
  "SAFETY",
  "BLOCKLIST",
  "PROHIBITED_CONTENT",
  "SPII",
  "RECITATION",
  "IMAGE_SAFETY",
  "MODEL_ARMOR",
]);

function readAnswer(response: GenerateContentResponse): TextAnswer {
  const usage = usageOf(response);
  if (isRefused(response)) throw contentRejected(usage);
  const content = textOf(response);
  if (content === "") throw emptyAnswer(usage);
  return { content, usage };
}

async function* readParts(chunks: AsyncIterable<GenerateContentResponse>): AsyncGenerator<TextPart> {
  let isFinished = false;
  for await (const chunk of chunks) {
    if (isRefused(chunk)) throw contentRejected();
    const text = textOf(chunk);
    if (text !== "") yield { text };
    if (chunk.candidates?.[0]?.finishReason) isFinished = true;
    const usage = usageOf(chunk);
    if (usage) yield { usage };
  }
  if (!isFinished) throw new ProviderFault("network");
}

function isRefused({ promptFeedback, candidates }: GenerateContentResponse): boolean {
  return Boolean(promptFeedback?.blockReason) || refusals.has(candidates?.[0]?.finishReason ?? "");
}

function textOf({ candidates }: GenerateContentResponse): string {
  const parts = candidates?.[0]?.content?.parts ?? [];
  return parts.flatMap(({ text, thought }) => (thought ? [] : (text ?? []))).join("");
}

function usageOf({ usageMetadata }: GenerateContentResponse): TokenUsage | null {
  if (!usageMetadata) return null;
  const { promptTokenCount = 0, candidatesTokenCount = 0, thoughtsTokenCount = 0 } = usageMetadata;
  return { inputTokens: promptTokenCount, outputTokens: candidatesTokenCount + thoughtsTokenCount };
}

function toFault(thrown: unknown): ProviderFault {
  return thrown instanceof ProviderFault ? thrown : transportFault(thrown);
}
