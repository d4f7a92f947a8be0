import type { GenerateContentResponse } from "@google/genai";
import { isRefused, loadGoogle, toGoogleFault, usageOf } from "./google-client.ts";
import type { ImageAnswer, ImageProvider, ImageRequest, ImageSize } from "../images/image-provider.port.ts";
import { imageTypeOf } from "../images/image-type.ts";
import { modelLists, probeModels } from "./probe-models.ts";
import { rethrow, type ProviderAccess } from "./provider-client.ts";
import { contentRejected, emptyAnswer } from "./provider-fault.ts";

/** Google's Gemini models that draw, by its official SDK. */
export function createGoogleImages({ model, isSandbox, ...access }: ProviderAccess): ImageProvider {
  const sdk = loadGoogle(access);
  return {
    name: "google",
    model,
    isSandbox,
    ready: async () => void (await sdk()),
    async draw(request, signal) {
      const { models } = await sdk();
      const asked = models.generateContent(bodyOf(model, request, signal));
      return readAnswer(await asked.catch(rethrow(toGoogleFault)));
    },
    probe: (signal) => probeModels(modelLists.google(access.baseUrl, access.apiKey), signal),
  };
}

/** Here a size is a shape, and quality a resolution, which only some models let choose. */
const shapes: Readonly<Record<ImageSize, string>> = {
  "1024x1024": "1:1",
  "1536x1024": "3:2",
  "1024x1536": "2:3",
};

function bodyOf(model: string, { prompt, size, quality }: ImageRequest, abortSignal: AbortSignal) {
  const hasResolutions = /^gemini-(3-pro|3\.\d+-flash)-image/.test(model);
  const imageSize = hasResolutions ? { imageSize: quality === "high" ? "2K" : "1K" } : {};
  return {
    model,
    contents: prompt,
    config: {
      responseModalities: ["IMAGE"],
      imageConfig: { aspectRatio: shapes[size], ...imageSize },
      abortSignal,
    },
  };
}

function readAnswer(response: GenerateContentResponse): ImageAnswer {
  const usage = usageOf(response);
  if (isRefused(response)) throw contentRejected(usage);
  const parts = response.candidates?.[0]?.content?.parts ?? [];
  // A model that thinks shows its drafts among its thoughts.
  const drawn = parts.find(({ inlineData, thought }) => inlineData?.data && !thought);
  const bytes = Buffer.from(drawn?.inlineData?.data ?? "", "base64");
  const type = imageTypeOf(bytes);
  if (type === null) throw emptyAnswer(usage);
  return { bytes, type, revisedPrompt: null, usage };
}
