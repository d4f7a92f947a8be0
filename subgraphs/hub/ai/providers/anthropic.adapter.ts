import type { Anthropic } from "@anthropic-ai/sdk";
import type { TextAnswer, TextPart, TextProvider, TextRequest } from "../ai.port.ts";
import { modelLists, probeModels } from "./probe-models.ts";
import { loadOnce, rethrow, sdkTimeoutMs, type ProviderAccess } from "./provider-client.ts";
import { contentRejected, emptyAnswer, httpFault, ProviderFault, transportFault } from "./provider-fault.ts";

/** Anthropic's messages, by its official SDK. */
export function createAnthropicText({ baseUrl, apiKey, model, isSandbox }: ProviderAccess): TextProvider {
  const sdk = loadOnce(async () => {
    const { Anthropic, APIError } = await import("@anthropic-ai/sdk");
    const client = new Anthropic({
      apiKey,
      authToken: null,
      baseURL: baseUrl,
      maxRetries: 0,
      timeout: sdkTimeoutMs,
      logLevel: "off",
    });
    return { client, faultOf: (thrown: unknown) => toFault(thrown, APIError) };
  });
  return {
    name: "anthropic",
    model,
    isSandbox,
    ready: async () => void (await sdk()),
    async write(request, signal) {
      const { client, faultOf } = await sdk();
      const asked = client.messages.create(bodyOf(model, request), { signal });
      return readAnswer(await asked.catch(rethrow(faultOf)));
    },
    async *stream(request, signal) {
      const { client, faultOf } = await sdk();
      try {
        const body = { ...bodyOf(model, request), stream: true as const };
        yield* readParts(await client.messages.create(body, { signal }));
      } catch (thrown) {
        throw faultOf(thrown);
      }
    },
    probe: (signal) => probeModels(modelLists.anthropic(baseUrl, apiKey), signal),
  };
}

/**
 * The maximum temperature is 1 here, and models from 4.7 on reject the parameter. Thinking would be billed as output
 * that no client sees.
 */
function bodyOf(model: string, { prompt, maxTokens, temperature }: TextRequest) {
  const takesTemperature = /^claude-(haiku|sonnet|opus)-(3|4-[0-6](-|$))/.test(model);
  const mayThink = /^claude-(haiku|sonnet)-[5-9]/.test(model);
  return {
    model,
    max_tokens: maxTokens,
    messages: [{ role: "user" as const, content: prompt }],
    ...(mayThink ? { thinking: { type: "disabled" as const } } : {}),
    ...(takesTemperature ? { temperature: Math.min(temperature, 1) } : {}),
  };
}

function readAnswer({ content, stop_reason, usage }: Anthropic.Message): TextAnswer {
  const counted = usage
    ? { inputTokens: usage.input_tokens ?? 0, outputTokens: usage.output_tokens ?? 0 }
    : null;
  if (stop_reason === "refusal") throw contentRejected(counted);
  const text = (content ?? []).flatMap((block) => (block.type === "text" ? block.text : [])).join("");
  if (text === "") throw emptyAnswer(counted);
  return { content: text, usage: counted };
}

async function* readParts(events: AsyncIterable<Anthropic.RawMessageStreamEvent>): AsyncGenerator<TextPart> {
  let inputTokens = 0;
  let isFinished = false;
  for await (const event of events) {
    if (event.type === "message_start") inputTokens = event.message.usage?.input_tokens ?? 0;
    else if (event.type === "content_block_delta" && event.delta.type === "text_delta")
      yield { text: event.delta.text };
    else if (event.type === "message_delta") {
      if (event.delta.stop_reason === "refusal") throw contentRejected();
      yield {
        usage: {
          inputTokens: event.usage?.input_tokens ?? inputTokens,
          outputTokens: event.usage?.output_tokens ?? 0,
        },
      };
    } else if (event.type === "message_stop") isFinished = true;
  }
  if (!isFinished) throw new ProviderFault("network");
}

function toFault(thrown: unknown, APIError: typeof Anthropic.APIError): ProviderFault {
  if (thrown instanceof ProviderFault) return thrown;
  if (thrown instanceof APIError && typeof thrown.status === "number") {
    return httpFault({ status: thrown.status, headers: thrown.headers ?? null, body: thrown.error });
  }
  // An error event within a stream has a type and no status.
  if (thrown instanceof APIError && thrown.type)
    return new ProviderFault("http_error", { status: statusOf(thrown.type) });
  return transportFault(thrown);
}

function statusOf(type: string): number {
  return { overloaded_error: 529, rate_limit_error: 429, timeout_error: 504 }[type] ?? 500;
}
