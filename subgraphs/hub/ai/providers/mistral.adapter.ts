import type { AssistantMessage } from "@mistralai/mistralai/models/components";
import type { TextAnswer, TextPart, TextProvider, TextRequest, TokenUsage } from "../ai.port.ts";
import { modelLists, probeModels } from "./probe-models.ts";
import { loadOnce, rethrow, sdkTimeoutMs, type ProviderAccess } from "./provider-client.ts";
import { contentRejected, emptyAnswer, httpFault, ProviderFault, transportFault } from "./provider-fault.ts";

/** Mistral's chat, by its official SDK. */
export function createMistralText({ baseUrl, apiKey, model, isSandbox }: ProviderAccess): TextProvider {
  const sdk = loadOnce(async () => {
    const [{ Mistral }, { MistralError }] = await Promise.all([
      import("@mistralai/mistralai"),
      import("@mistralai/mistralai/models/errors"),
    ]);
    const client = new Mistral({
      apiKey,
      ...(baseUrl === null ? {} : { serverURL: baseUrl }),
      retryConfig: { strategy: "none" },
      timeoutMs: sdkTimeoutMs,
    });
    const faultOf = (thrown: unknown): ProviderFault => {
      if (thrown instanceof ProviderFault) return thrown;
      if (thrown instanceof MistralError && thrown.statusCode >= 400) {
        const { statusCode: status, headers, body } = thrown;
        return httpFault({ status, headers, body });
      }
      // A good status with a body that does not fit.
      return thrown instanceof MistralError ? new ProviderFault("empty") : transportFault(thrown);
    };
    return { client, faultOf };
  });
  return {
    name: "mistral",
    model,
    isSandbox,
    ready: async () => void (await sdk()),
    async write(request, signal) {
      const { client, faultOf } = await sdk();
      const asked = client.chat.complete(bodyOf(model, request), { signal });
      return readAnswer(await asked.catch(rethrow(faultOf)));
    },
    async *stream(request, signal) {
      const { client, faultOf } = await sdk();
      try {
        yield* readParts(await client.chat.stream(bodyOf(model, request), { signal }));
      } catch (thrown) {
        throw faultOf(thrown);
      }
    },
    probe: (signal) => probeModels(modelLists.mistral(baseUrl, apiKey), signal),
  };
}

/** Temperatures end at 1.5 here. */
function bodyOf(model: string, { prompt, maxTokens, temperature }: TextRequest) {
  return {
    model,
    messages: [{ role: "user" as const, content: prompt }],
    maxTokens,
    temperature: Math.min(temperature, 1.5),
  };
}

interface Choice {
  message?: { content?: AssistantMessage["content"] } | undefined;
  finishReason?: string | null;
}

interface Counted {
  promptTokens?: number | undefined;
  completionTokens?: number | undefined;
}

function readAnswer({ choices, usage }: { choices?: Choice[] | undefined; usage?: Counted }): TextAnswer {
  const [choice] = choices ?? [];
  const counted = toUsage(usage);
  if (isRefused(choice?.finishReason)) throw contentRejected(counted);
  const content = textOf(choice?.message?.content);
  if (content === "") throw emptyAnswer(counted);
  return { content, usage: counted };
}

interface Chunk {
  data: {
    choices: { delta: { content?: AssistantMessage["content"] }; finishReason: string | null }[];
    usage?: Counted | undefined;
  };
}

async function* readParts(chunks: AsyncIterable<Chunk>): AsyncGenerator<TextPart> {
  let isFinished = false;
  for await (const { data } of chunks) {
    const [choice] = data.choices;
    if (isRefused(choice?.finishReason)) throw contentRejected();
    const text = textOf(choice?.delta.content);
    if (text !== "") yield { text };
    if (choice?.finishReason) isFinished = true;
    const counted = toUsage(data.usage);
    if (counted) yield { usage: counted };
  }
  if (!isFinished) throw new ProviderFault("network");
}

function isRefused(finishReason: string | null | undefined): boolean {
  return finishReason === "content_filter" || finishReason === "guardrail";
}

function textOf(content: AssistantMessage["content"]): string {
  if (!Array.isArray(content)) return content ?? "";
  return content.flatMap((chunk) => (chunk.type === "text" ? chunk.text : [])).join("");
}

function toUsage(usage: Counted | undefined): TokenUsage | null {
  return usage ? { inputTokens: usage.promptTokens ?? 0, outputTokens: usage.completionTokens ?? 0 } : null;
}
