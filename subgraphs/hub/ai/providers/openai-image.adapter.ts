import type { OpenAI } from "openai";
import type { ImageAnswer, ImageProvider, ImageRequest } from "../images/image-provider.port.ts";
import { imageTypeOf } from "../images/image-type.ts";
import { loadOpenAi } from "./openai-client.ts";
import { modelLists, probeModels } from "./probe-models.ts";
import { rethrow, type ProviderAccess } from "./provider-client.ts";
import { emptyAnswer } from "./provider-fault.ts";

/** OpenAI's images, by its official SDK. Sizes and qualities are those of its own interface. */
export function createOpenAiImages({ model, isSandbox, ...access }: ProviderAccess): ImageProvider {
  const sdk = loadOpenAi(access);
  return {
    name: "openai",
    model,
    isSandbox,
    ready: async () => void (await sdk()),
    async draw(request, signal) {
      const { client, faultOf } = await sdk();
      const asked = client.images.generate(bodyOf(model, request), { signal });
      return readAnswer(await asked.catch(rethrow(faultOf)));
    },
    probe: (signal) => probeModels(modelLists.openai(access.baseUrl, access.apiKey), signal),
  };
}

function bodyOf(model: string, { prompt, size, quality }: ImageRequest) {
  return { model, prompt, size, quality, n: 1, output_format: "png" as const };
}

function readAnswer({ data, usage }: OpenAI.ImagesResponse): ImageAnswer {
  const counted = usage ? { inputTokens: usage.input_tokens, outputTokens: usage.output_tokens } : null;
  const bytes = Buffer.from(data?.[0]?.b64_json ?? "", "base64");
  const type = imageTypeOf(bytes);
  if (type === null) throw emptyAnswer(counted);
  return { bytes, type, revisedPrompt: data?.[0]?.revised_prompt ?? null, usage: counted };
}
