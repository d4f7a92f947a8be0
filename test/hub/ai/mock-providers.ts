import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { until } from "../../support/poll.ts";
import type { TextProvider } from "../../../subgraphs/hub/ai/ai.port.ts";
import { createAnthropicText } from "../../../subgraphs/hub/ai/providers/anthropic.adapter.ts";
import { createGoogleText } from "../../../subgraphs/hub/ai/providers/google.adapter.ts";
import { createMistralText } from "../../../subgraphs/hub/ai/providers/mistral.adapter.ts";
import { createOpenAiText } from "../../../subgraphs/hub/ai/providers/openai.adapter.ts";

export const providerNames = ["openai", "anthropic", "google", "mistral"] as const;
export type ProviderName = (typeof providerNames)[number];

/** Behaviour of a mock provider for its requests. A number is the response's status. */
export type Behaviour =
  | "ok"
  | "hang"
  | "reset"
  | "refuse"
  | "empty"
  | "malformed"
  | "wrong-key"
  | "moderation"
  | "moderation-status"
  | "cut-off"
  | "slow-stream"
  | { status: number; headers?: Record<string, string> };

export const counted = { inputTokens: 11, outputTokens: 7 };
export const models: Record<ProviderName, string> = {
  openai: "gpt-6-luna",
  anthropic: "claude-haiku-5-5",
  google: "gemini-3.5-flash-lite",
  mistral: "mistral-medium-3-5",
};

interface Seen {
  path: string;
  headers: IncomingMessage["headers"];
  body: Record<string, unknown>;
}

/** One provider's API on a loopback port, as its SDK expects it, with a fate for each request. */
export class MockProvider {
  readonly name: ProviderName;
  behaviour: Behaviour = "ok";
  /** Requests so far, probes aside. */
  readonly seen: Seen[] = [];
  probes = 0;
  /** Requests whose connection the client has closed before their answer was complete. */
  abandoned = 0;
  #server: Server | null = null;
  #port = 0;

  constructor(name: ProviderName) {
    this.name = name;
  }

  async open(): Promise<this> {
    this.#server = createServer((request, response) => void this.#answer(request, response));
    await new Promise<void>((resolve) => this.#server!.listen(this.#port, "127.0.0.1", resolve));
    this.#port = (this.#server.address() as AddressInfo).port;
    return this;
  }

  /** Behaves so from now on; `refuse` closes the port. */
  async behave(behaviour: Behaviour): Promise<void> {
    this.seen.length = 0;
    this.abandoned = 0;
    const wasClosed = this.behaviour === "refuse";
    this.behaviour = behaviour;
    if (behaviour === "refuse" && !wasClosed) await this.#vanish();
    else if (behaviour !== "refuse" && wasClosed) await this.open();
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** The adapter that the platform would ask it through. */
  get provider(): TextProvider {
    const root = this.url;
    const create = {
      openai: createOpenAiText,
      anthropic: createAnthropicText,
      google: createGoogleText,
      mistral: createMistralText,
    }[this.name];
    const baseUrl = this.name === "openai" ? `${root}/v1` : root;
    return create({ baseUrl, apiKey: "sk_test_mock", model: models[this.name], isSandbox: false });
  }

  async close(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    server?.closeAllConnections();
    await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));
  }

  /** Connections that were kept alive break at their next use; only then are new ones refused. */
  async #vanish(): Promise<void> {
    const root = this.url;
    await this.close();
    await until("connections are refused", async () => {
      const thrown = await fetch(root).catch((error: unknown) => error as Error);
      return ((thrown as Error).cause as { code?: string } | undefined)?.code === "ECONNREFUSED";
    });
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await readText(request);
    if (request.method === "GET") {
      this.probes += 1;
      return this.behaviour === "ok" ? send(response, 200, modelLists[this.name]) : send(response, 503, {});
    }
    const body = JSON.parse(text) as Record<string, unknown>;
    this.seen.push({ path: request.url!, headers: request.headers, body });
    response.on("close", () => {
      if (!response.writableFinished) this.abandoned += 1;
    });
    const isStream = body["stream"] === true || request.url!.includes("stream");
    this.#behave(request, response, isStream);
  }

  #behave(request: IncomingMessage, response: ServerResponse, isStream: boolean): void {
    const { behaviour, name } = this;
    if (typeof behaviour === "object")
      return send(response, behaviour.status, errorBodies[name], behaviour.headers);
    switch (behaviour) {
      case "hang":
      case "refuse":
        return undefined;
      case "reset":
        return void request.socket.resetAndDestroy();
      case "wrong-key":
        return send(response, 401, errorBodies[name]);
      case "malformed":
        return send(response, 200, '{"cut off": [1, 2');
      case "moderation-status":
        return send(response, 400, {
          error: { type: "content_policy_violation", code: "content_policy_violation" },
        });
      case "empty":
        return isStream ? sendEvents(response, streams[name]([])) : send(response, 200, answers[name](""));
      case "moderation":
        return isStream ? sendEvents(response, refusedStreams[name]) : send(response, 200, refusals[name]);
      case "cut-off":
        return cutOff(response, streams[name](words));
      case "slow-stream":
        return beginStream(response, streams[name](words));
      case "ok":
        return isStream
          ? sendEvents(response, streams[name](words))
          : send(response, 200, answers[name](`${name} writes`));
    }
  }
}

/** All four, listening. */
export async function openMocks(): Promise<MockProvider[]> {
  return Promise.all(providerNames.map((name) => new MockProvider(name).open()));
}

export const words = ["It ", "is ", "written."];

async function readText(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return text;
}

function send(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(typeof body === "string" ? body : JSON.stringify(body));
}

interface StreamEvent {
  event?: string;
  data: unknown;
}

const line = ({ event, data }: StreamEvent) =>
  `${event ? `event: ${event}\n` : ""}data: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`;

function sendEvents(response: ServerResponse, events: readonly StreamEvent[]): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.end(events.map(line).join(""));
}

/** The first words, and then nothing more. */
function beginStream(response: ServerResponse, events: readonly StreamEvent[]): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.write(events.slice(0, firstWordsAt(events)).map(line).join(""));
}

function cutOff(response: ServerResponse, events: readonly StreamEvent[]): void {
  beginStream(response, events);
  setTimeout(() => response.destroy(), 20);
}

function firstWordsAt(events: readonly StreamEvent[]): number {
  return events.findIndex(({ data }) => JSON.stringify(data).includes(words[0]!)) + 1;
}

const openAiUsage = { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 };
const anthropicUsage = { input_tokens: 11, output_tokens: 7 };
const googleUsage = {
  promptTokenCount: 11,
  candidatesTokenCount: 5,
  thoughtsTokenCount: 2,
  totalTokenCount: 18,
};

const chat = (content: string, finish = "stop") => ({
  id: "x",
  object: "chat.completion",
  created: 1,
  model: "m",
  choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: finish }],
  usage: openAiUsage,
});
const message = (text: string, stop = "end_turn") => ({
  id: "m",
  type: "message",
  role: "assistant",
  model: "m",
  content: text === "" ? [] : [{ type: "text", text }],
  stop_reason: stop,
  stop_sequence: null,
  usage: anthropicUsage,
});
const candidate = (text: string, finishReason = "STOP") => ({
  candidates: [{ index: 0, content: { role: "model", parts: text === "" ? [] : [{ text }] }, finishReason }],
  usageMetadata: googleUsage,
});

const answers: Record<ProviderName, (text: string) => unknown> = {
  openai: chat,
  anthropic: message,
  google: candidate,
  mistral: chat,
};

const refusals: Record<ProviderName, unknown> = {
  openai: chat("", "content_filter"),
  anthropic: message("No.", "refusal"),
  google: candidate("", "SAFETY"),
  mistral: chat("", "content_filter"),
};

const errorBodies: Record<ProviderName, unknown> = {
  openai: { error: { message: "no", type: "api_error", code: null } },
  anthropic: { type: "error", error: { type: "api_error", message: "no" } },
  google: { error: { code: 500, message: "no", status: "INTERNAL" } },
  mistral: { object: "error", message: "no", type: "api_error", code: "1" },
};

const modelLists: Record<ProviderName, unknown> = {
  openai: { object: "list", data: [] },
  anthropic: { data: [], has_more: false, first_id: null, last_id: null },
  google: { models: [] },
  mistral: { object: "list", data: [] },
};

const delta = (content: string | null, finish: string | null = null) => ({
  data: {
    id: "x",
    object: "chat.completion.chunk",
    created: 1,
    model: "m",
    choices: [{ index: 0, delta: content === null ? {} : { content }, finish_reason: finish }],
  },
});

function chatStream(texts: readonly string[], finish = "stop"): StreamEvent[] {
  const last = delta(null, finish);
  return [
    ...texts.map((text) => delta(text)),
    { data: { ...last.data, usage: openAiUsage } },
    { data: "[DONE]" },
  ];
}

function messageStream(texts: readonly string[], stop = "end_turn"): StreamEvent[] {
  const event = (data: { type: string }) => ({ event: data.type, data });
  return [
    event({
      type: "message_start",
      message: { ...message(""), stop_reason: null, usage: { input_tokens: 11, output_tokens: 1 } },
    } as never),
    event({ type: "content_block_start", index: 0, content_block: { type: "text", text: "" } } as never),
    ...texts.map((text) =>
      event({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text } } as never),
    ),
    event({ type: "content_block_stop", index: 0 } as never),
    event({
      type: "message_delta",
      delta: { stop_reason: stop, stop_sequence: null },
      usage: { output_tokens: 7 },
    } as never),
    event({ type: "message_stop" }),
  ];
}

function candidateStream(texts: readonly string[], finish = "STOP"): StreamEvent[] {
  const parts = texts.map((text) => ({
    data: { candidates: [{ index: 0, content: { role: "model", parts: [{ text }] } }] },
  }));
  return [...parts, { data: candidate("", finish) }];
}

const streams: Record<ProviderName, (texts: readonly string[]) => StreamEvent[]> = {
  openai: chatStream,
  anthropic: messageStream,
  google: candidateStream,
  mistral: chatStream,
};

const refusedStreams: Record<ProviderName, StreamEvent[]> = {
  openai: chatStream([], "content_filter"),
  anthropic: messageStream([], "refusal"),
  google: candidateStream([], "SAFETY"),
  mistral: chatStream([], "content_filter"),
};
