import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createGoogleImages } from "../../../subgraphs/hub/ai/providers/google-image.adapter.ts";
import type { ImageProvider } from "../../../subgraphs/hub/ai/images/image-provider.port.ts";
import { createOpenAiImages } from "../../../subgraphs/hub/ai/providers/openai-image.adapter.ts";
import { drawPicture } from "../../../sandbox/picture.ts";

export type ImageProviderName = "openai" | "google";

/** Behaviour of a mock for its requests. A number is the response's status. */
export type ImageBehaviour =
  | "ok"
  | "jpeg"
  | "untold"
  | "hang"
  | "reset"
  | "empty"
  | "malformed"
  | "not-an-image"
  | "moderation"
  | "moderation-after"
  | number;

const imageModels = { openai: "gpt-image-2.5-flare", google: "gemini-3.1-flash-image" };
/** What an image is said to have taken. */
export const imageTokens = { inputTokens: 20, outputTokens: 400 };

/** One provider of images on a loopback port, as its SDK expects it. */
export class ImageMock {
  readonly name: ImageProviderName;
  behaviour: ImageBehaviour = "ok";
  seen: unknown[] = [];
  readonly picture: Buffer;
  readonly #server: Server;

  constructor(name: ImageProviderName, picture: Buffer) {
    this.name = name;
    this.picture = picture;
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  async open(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return this;
  }

  get provider(): ImageProvider {
    const root = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    const access = { apiKey: "sk_test_mock", model: imageModels[this.name], isSandbox: false };
    return this.name === "openai"
      ? createOpenAiImages({ ...access, baseUrl: `${root}/v1` })
      : createGoogleImages({ ...access, baseUrl: root });
  }

  behave(behaviour: ImageBehaviour): void {
    this.behaviour = behaviour;
    this.seen = [];
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = "";
    for await (const chunk of request) text += String(chunk);
    this.seen.push(JSON.parse(text));
    const { behaviour } = this;
    if (behaviour === "hang") return;
    if (behaviour === "reset") return void request.socket.resetAndDestroy();
    const [status, body] = this.#replyTo(behaviour);
    response.writeHead(status, { "content-type": "application/json" });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  }

  #replyTo(behaviour: Exclude<ImageBehaviour, "hang" | "reset">): [status: number, body: unknown] {
    if (typeof behaviour === "number") return [behaviour, errorBodies[this.name]];
    if (behaviour === "malformed") return [200, '{"cut off": [1, 2'];
    if (behaviour === "moderation" || behaviour === "moderation-after") return refusals[this.name][behaviour];
    const images = {
      ok: this.picture,
      untold: this.picture,
      jpeg: Buffer.from("ffd8ffe000104a464946", "hex"),
      "not-an-image": Buffer.from("<html>"),
      empty: null,
    };
    const data = images[behaviour]?.toString("base64") ?? null;
    return [200, answers[this.name](data, behaviour !== "untold")];
  }
}

/** Both, listening. */
export async function openImageMocks(): Promise<Record<ImageProviderName, ImageMock>> {
  const picture = await drawPicture("mock", { width: 96, height: 64 });
  const [openai, google] = await Promise.all([
    new ImageMock("openai", picture).open(),
    new ImageMock("google", picture).open(),
  ]);
  return { openai, google };
}

const { inputTokens, outputTokens } = imageTokens;

const answers: Record<ImageProviderName, (data: string | null, isTold: boolean) => unknown> = {
  openai: (data, isTold) => ({
    created: 1,
    data: data === null ? [] : [{ b64_json: data, revised_prompt: "A revised prompt." }],
    ...(isTold
      ? {
          usage: {
            input_tokens: inputTokens,
            input_tokens_details: { text_tokens: inputTokens, image_tokens: 0 },
            output_tokens: outputTokens,
            total_tokens: inputTokens + outputTokens,
          },
        }
      : {}),
  }),
  google: (data, isTold) => ({
    candidates: [
      {
        index: 0,
        finishReason: data === null ? "NO_IMAGE" : "STOP",
        content: {
          role: "model",
          parts: data === null ? [] : [{ text: "Here." }, { inlineData: { mimeType: "image/png", data } }],
        },
      },
    ],
    ...(isTold
      ? { usageMetadata: { promptTokenCount: inputTokens, candidatesTokenCount: outputTokens } }
      : {}),
  }),
};

const refusals: Record<ImageProviderName, Record<"moderation" | "moderation-after", [number, unknown]>> = {
  openai: {
    moderation: [
      400,
      { error: { message: "no", type: "image_generation_user_error", code: "moderation_blocked" } },
    ],
    "moderation-after": [
      400,
      { error: { message: "no", type: "user_error", code: "content_policy_violation" } },
    ],
  },
  google: {
    moderation: [200, { promptFeedback: { blockReason: "PROHIBITED_CONTENT" } }],
    "moderation-after": [200, { candidates: [{ index: 0, finishReason: "IMAGE_SAFETY" }] }],
  },
};

const errorBodies: Record<ImageProviderName, unknown> = {
  openai: { error: { message: "no", type: "api_error", code: null } },
  google: { error: { code: 500, message: "no", status: "INTERNAL" } },
};
