import type { OpenAI } from "openai";
import type { TextAnswer, TextPart, TextProvider, TextRequest, TokenUsage } from "../ai.port.ts";
import { loadOpenAi } from "./openai-client.ts";
import { modelLists, probeModels } from "./probe-models.ts";
import { rethrow, type ProviderAccess } from "./provider-client.ts";
import { contentRejected, emptyAnswer, ProviderFault } from "./provider-fault.ts";

/** OpenAI's chat completions, by its official SDK. */
export function createOpenAiText({ model, isSandbox, ...access }: ProviderAccess): TextProvider {
  const sdk = loadOpenAi(access);
  return {
    name: "openai",
    model,
    isSandbox,
    ready: async () => void (await sdk()),
    async write(request, signal) {
      const { client, faultOf } = await sdk();
      const asked = client.chat.completions.create(bodyOf(model, request), { signal });
      return readAnswer(await asked.catch(rethrow(faultOf)));
    },
    async *stream(request, signal) {
      const { client, faultOf } = await sdk();
      try {
        const body = {
          ...bodyOf(model, request),
          stream: true as const,
          stream_options: { include_usage: true },
        };
        yield* readParts(await client.chat.completions.create(body, { signal }));
      } catch (thrown) {
        throw faultOf(thrown);
      }
    },
    probe: (signal) => probeModels(modelLists.openai(access.baseUrl, access.apiKey), signal),
  };
}

/** Models that reason take a temperature only without it, and the first of them (gpt-5, o series) take none. */
function bodyOf(model: string, { prompt, maxTokens, temperature }: TextRequest) {
  const canSkipReasoning = /^gpt-(5\.[1-9]|[6-9]|\d\d)/.test(model);
  const alwaysReasons = /^(o\d|gpt-5(-|$))/.test(model);
  return {
    model,
    messages: [{ role: "user" as const, content: prompt }],
    max_completion_tokens: maxTokens,
    ...(canSkipReasoning ? { reasoning_effort: "none" as const } : {}),
    ...(alwaysReasons ? {} : { temperature }),
  };
}

function readAnswer({ choices, usage }: OpenAI.ChatCompletion): TextAnswer {
  const [choice] = choices ?? [];
  const counted = toUsage(usage);
  if (choice?.message?.refusal || choice?.finish_reason === "content_filter") throw contentRejected(counted);
  const content = choice?.message?.content;
  if (!content) throw emptyAnswer(counted);
  return { content, usage: counted };
}

async function* readParts(chunks: AsyncIterable<OpenAI.ChatCompletionChunk>): AsyncGenerator<TextPart> {
  let isFinished = false;
  for await (const { choices, usage } of chunks) {
    const [choice] = choices ?? [];
    if (choice?.delta?.refusal || choice?.finish_reason === "content_filter") throw contentRejected();
    if (choice?.delta?.content) yield { text: choice.delta.content };
    if (choice?.finish_reason) isFinished = true;
    const counted = toUsage(usage);
    if (counted) yield { usage: counted };
  }
  if (!isFinished) throw new ProviderFault("network");
}

function toUsage(usage: OpenAI.CompletionUsage | null | undefined): TokenUsage | null {
  return usage ? { inputTokens: usage.prompt_tokens, outputTokens: usage.completion_tokens } : null;
}
