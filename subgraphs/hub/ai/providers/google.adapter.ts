import type { GenerateContentResponse } from "@google/genai";
import type { TextAnswer, TextPart, TextProvider, TextRequest } from "../ai.port.ts";
import { isRefused, loadGoogle, toGoogleFault, usageOf } from "./google-client.ts";
import { modelLists, probeModels } from "./probe-models.ts";
import { rethrow, type ProviderAccess } from "./provider-client.ts";
import { contentRejected, emptyAnswer, ProviderFault } from "./provider-fault.ts";

/** Google's Gemini, by its official SDK. */
export function createGoogleText({ model, isSandbox, ...access }: ProviderAccess): TextProvider {
  const sdk = loadGoogle(access);
  return {
    name: "google",
    model,
    isSandbox,
    ready: async () => void (await sdk()),
    async write(request, signal) {
      const { models } = await sdk();
      const asked = models.generateContent(bodyOf(model, request, signal));
      return readAnswer(await asked.catch(rethrow(toGoogleFault)));
    },
    async *stream(request, signal) {
      const { models } = await sdk();
      try {
        yield* readParts(await models.generateContentStream(bodyOf(model, request, signal)));
      } catch (thrown) {
        throw toGoogleFault(thrown);
      }
    },
    probe: (signal) => probeModels(modelLists.google(access.baseUrl, access.apiKey), signal),
  };
}

/** Thinking counts as output that no client sees, so it is set to the model's minimum. */
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

function textOf({ candidates }: GenerateContentResponse): string {
  const parts = candidates?.[0]?.content?.parts ?? [];
  return parts.flatMap(({ text, thought }) => (thought ? [] : (text ?? []))).join("");
}
