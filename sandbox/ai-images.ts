import type { FastifyInstance, FastifyReply } from "fastify";
import { rejectMark } from "./ai-model.ts";
import { drawPicture } from "./picture.ts";

/** OpenAI's images (`POST /v1/images/generations`): a drawn picture in base64, with the tokens that one takes. */
export function mountOpenAiImages(app: FastifyInstance): void {
  app.post("/v1/images/generations", async (request, reply) => {
    const { prompt, size = "1024x1024", quality = "auto" } = (request.body ?? {}) as Record<string, unknown>;
    const [width, height] = /^(\d{2,4})x(\d{2,4})$/.exec(String(size))?.slice(1).map(Number) ?? [];
    if (typeof prompt !== "string" || !width || !height)
      return reply.code(400).send({
        error: { message: "The prompt or the size is not valid.", type: "invalid_request_error", code: null },
      });
    if (prompt.includes(rejectMark))
      return reply.code(400).send({
        error: {
          message: "The request was rejected by the safety system.",
          type: "image_generation_user_error",
          code: "moderation_blocked",
        },
      });
    const picture = await drawPicture(prompt, { width, height });
    const [inputTokens, outputTokens] = [countTokens(prompt), 439];
    return {
      created: Math.floor(Date.now() / 1000),
      background: "opaque",
      output_format: "png",
      quality: quality === "auto" ? "medium" : quality,
      size,
      data: [{ b64_json: picture.toString("base64") }],
      usage: {
        input_tokens: inputTokens,
        input_tokens_details: { text_tokens: inputTokens, image_tokens: 0 },
        output_tokens: outputTokens,
        total_tokens: inputTokens + outputTokens,
      },
    };
  });
}

/** Pixels that Gemini draws for a shape at the resolution 1K. */
const shapes: Readonly<Record<string, readonly [number, number]>> = {
  "1:1": [1024, 1024],
  "3:2": [1248, 832],
  "2:3": [832, 1248],
};

interface GeminiRequest {
  contents?: { parts?: { text?: string }[] }[];
  generationConfig?: {
    responseModalities?: string[];
    imageConfig?: { aspectRatio?: string; imageSize?: string };
  };
}

/** Gemini's `generateContent` where an image is wanted; null for any other request. */
export async function answerGeminiImage(body: unknown, reply: FastifyReply): Promise<FastifyReply | null> {
  const { contents, generationConfig } = (body ?? {}) as GeminiRequest;
  if (!generationConfig?.responseModalities?.includes("IMAGE")) return null;
  const prompt = (contents ?? []).flatMap(({ parts = [] }) => parts.map(({ text = "" }) => text)).join("");
  const promptTokenCount = countTokens(prompt);
  if (prompt.includes(rejectMark))
    return reply.send({
      promptFeedback: { blockReason: "PROHIBITED_CONTENT" },
      usageMetadata: { promptTokenCount, totalTokenCount: promptTokenCount },
    });
  const { aspectRatio = "1:1", imageSize = "1K" } = generationConfig.imageConfig ?? {};
  const scale = imageSize === "2K" ? 2 : 1;
  const [width, height] = shapes[aspectRatio] ?? shapes["1:1"]!;
  const picture = await drawPicture(prompt, { width: width * scale, height: height * scale });
  const candidatesTokenCount = scale === 2 ? 1_680 : 1_120;
  return reply.send({
    candidates: [
      {
        index: 0,
        finishReason: "STOP",
        content: {
          role: "model",
          parts: [{ inlineData: { mimeType: "image/png", data: picture.toString("base64") } }],
        },
      },
    ],
    usageMetadata: {
      promptTokenCount,
      candidatesTokenCount,
      totalTokenCount: promptTokenCount + candidatesTokenCount,
    },
  });
}

function countTokens(text: string): number {
  return Math.ceil(text.length / 4);
}
