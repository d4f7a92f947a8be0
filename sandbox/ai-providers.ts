import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { answerGeminiImage, mountOpenAiImages } from "./ai-images.ts";
import { answerGeminiAudio, answerGeminiSpeech, mountOpenAiSpeech } from "./speech/ai-speech.ts";
import { PhraseEar } from "./speech/phrase-ear.ts";
import { mountRealtime } from "./speech/realtime-voice.ts";
import { AiModel } from "./ai-model.ts";
import type { StandIn, StandInContext } from "./stand-in.ts";

/** Differences between the providers: how a key is sent, how models are listed, and the form of that list. */
interface ProviderShape {
  keyOf(request: FastifyRequest): unknown;
  modelsPath: string;
  models: unknown;
  /** Completes a request so that the model responds as this provider does. */
  complete?(body: Record<string, unknown>): Record<string, unknown>;
}

const bearer = ({ headers }: FastifyRequest) => headers.authorization;
const firstModels = (id: string) => ({
  object: "list",
  data: [{ id, object: "model", created: 0, owned_by: "sandbox" }],
});

const shapes: Record<"openai" | "anthropic" | "google" | "mistral", ProviderShape> = {
  openai: { keyOf: bearer, modelsPath: "/v1/models", models: firstModels("gpt-sandbox") },
  anthropic: {
    keyOf: ({ headers }) => headers.authorization ?? headers["x-api-key"],
    modelsPath: "/v1/models",
    models: {
      data: [
        { type: "model", id: "claude-sandbox", display_name: "Sandbox", created_at: "2026-01-01T00:00:00Z" },
      ],
      has_more: false,
      first_id: "claude-sandbox",
      last_id: "claude-sandbox",
    },
  },
  google: {
    keyOf: ({ headers, query }) => headers["x-goog-api-key"] ?? (query as { key?: string }).key,
    modelsPath: "/v1beta/models",
    models: { models: [{ name: "models/gemini-sandbox", displayName: "Sandbox" }] },
  },
  mistral: {
    keyOf: bearer,
    modelsPath: "/v1/models",
    models: firstModels("mistral-sandbox"),
    // It always counts at the end of a stream.
    complete: (body) => (body["stream"] ? { ...body, stream_options: { include_usage: true } } : body),
  },
};

/**
 * Stand-ins for the AI providers, each under its own name with separate faults and journal, all before one
 * model that speaks their protocols. Any non-empty key is accepted.
 */
export function createAiStandIns(): StandIn[] {
  const model = new AiModel();
  const ear = new PhraseEar();
  return Object.entries(shapes).map(([name, shape]) => ({
    name: name as keyof typeof shapes,
    register: (app, context) => mountProvider(app, name, shape, { model, ear, context }),
  }));
}

interface ProviderParts {
  model: AiModel;
  ear: PhraseEar;
  context: StandInContext;
}

async function mountProvider(
  app: FastifyInstance,
  name: string,
  { keyOf, modelsPath, models, complete = (body) => body }: ProviderShape,
  { model, ear, context }: ProviderParts,
): Promise<void> {
  app.addHook("onClose", () => model.stop());
  app.addHook("onRequest", async (request, reply) => {
    void reply.header("x-sandbox", "true");
    if (keyOf(request) || request.routeOptions.config.isControl) return undefined;
    return reply
      .code(401)
      .send({ error: { type: "authentication_error", message: "The API key is missing." } });
  });
  app.get(modelsPath, () => models);
  if (name === "openai") {
    mountOpenAiImages(app);
    mountOpenAiSpeech(app, ear);
    await mountRealtime(app, context);
  }
  app.all("/*", async (request, reply) => {
    const body = complete((request.body ?? {}) as Record<string, unknown>);
    if (name === "google") {
      const spoken = answerGeminiSpeech(body, reply) ?? (await answerGeminiImage(body, reply));
      if (spoken) return spoken;
      const written = answerGeminiAudio(body, ear);
      if (written) return reply.send(written);
    }
    return forward(request, reply, { modelUrl: await model.url(), name, body });
  });
}

/** Hands a request on to the model, and its answer back as it comes. */
async function forward(
  request: FastifyRequest,
  reply: FastifyReply,
  { modelUrl, name, body }: { modelUrl: string; name: string; body: unknown },
): Promise<FastifyReply> {
  const leaving = new AbortController();
  reply.raw.on("close", () => leaving.abort());
  const path = `/${(request.params as { "*": string })["*"]}`;
  const query = request.url.includes("?") ? request.url.slice(request.url.indexOf("?")) : "";
  const hasBody = request.method !== "GET" && request.method !== "HEAD";
  const answer = await fetch(modelUrl + path + query, {
    method: request.method,
    headers: {
      "content-type": "application/json",
      "anthropic-version": "2023-06-01",
      "x-api-key": "sandbox",
      "x-aimock-context": name,
    },
    signal: leaving.signal,
    ...(hasBody ? { body: JSON.stringify(body) } : {}),
  });
  void reply.code(answer.status).type(answer.headers.get("content-type") ?? "application/json");
  return reply.send(answer.body ? Readable.fromWeb(answer.body as ReadableStream) : "");
}
