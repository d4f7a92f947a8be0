import type { LLMock } from "@copilotkit/aimock";
import { answerCallPrompt } from "./caller-model.ts";

/** In a prompt, it makes the stand-in reject the content as a provider's moderation does. */
export const rejectMark = "[sandbox:reject]";

/** The model behind the AI providers' stand-ins: speaks every provider's protocol. Started on first use. */
export class AiModel {
  #starting: Promise<LLMock> | null = null;

  /** Its own address, on a free port of the loopback. */
  async url(): Promise<string> {
    this.#starting ??= start();
    return (await this.#starting).url;
  }

  async stop(): Promise<void> {
    const started = await this.#starting?.catch(() => null);
    this.#starting = null;
    await started?.stop();
  }
}

async function start(): Promise<LLMock> {
  const { LLMock } = await import("@copilotkit/aimock");
  const model = new LLMock({
    port: 0,
    host: "127.0.0.1",
    logLevel: "silent",
    journalMaxEntries: 1,
    chunkSize: 24,
  });
  model.on({ endpoint: "chat" }, (request) => {
    const prompt = textOf(request.messages.findLast(({ role }) => role === "user")?.content ?? "");
    const isRejected = prompt.includes(rejectMark);
    const content = isRejected
      ? "I cannot help with that."
      : (answerCallPrompt(prompt) ?? answerTo(prompt, request.model, request.max_tokens));
    return {
      content,
      usage: { prompt_tokens: countTokens(prompt), completion_tokens: countTokens(content) },
      ...(isRejected
        ? { finishReason: request._context === "anthropic" ? "refusal" : "content_filter" }
        : {}),
    };
  });
  await model.start();
  return model;
}

/** Deterministic for a prompt, and no longer than requested. */
function answerTo(prompt: string, model: string, maxTokens: number | undefined): string {
  const beginning = prompt.length > 120 ? `${prompt.slice(0, 120)}…` : prompt;
  const answer =
    `This text comes from the sandbox, which stands in for ${model}; no model has written it. ` +
    `The prompt has ${prompt.length} characters and reads: ${beginning}`;
  return typeof maxTokens === "number" ? answer.slice(0, Math.max(1, maxTokens * charsPerToken)) : answer;
}

const charsPerToken = 4;

function countTokens(text: string): number {
  return Math.ceil(text.length / charsPerToken);
}

function textOf(content: string | { text?: string }[]): string {
  return typeof content === "string" ? content : content.map(({ text = "" }) => text).join("");
}
