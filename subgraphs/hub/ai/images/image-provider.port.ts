import type { AiProvider, TokenUsage } from "../ai.port.ts";
import type { ImageType } from "./image-type.ts";

/** In pixels, as they are asked for; a provider that knows shapes only draws the same shape. */
export const imageSizes = ["1024x1024", "1536x1024", "1024x1536"] as const;
export type ImageSize = (typeof imageSizes)[number];
export const ImageQuality = { low: "low", medium: "medium", high: "high", auto: "auto" } as const;
export type ImageQuality = keyof typeof ImageQuality;

/** What is to be drawn. */
export interface ImageRequest {
  prompt: string;
  size: ImageSize;
  quality: ImageQuality;
}

export interface ImageAnswer {
  bytes: Buffer;
  type: ImageType;
  /** What the provider made of the prompt; null when it did not tell. */
  revisedPrompt: string | null;
  /** Null when the provider did not tell. */
  usage: TokenUsage | null;
}

/**
 * A provider of images, behind its own SDK. One request, never tried again by itself, which ends at once when the signal
 * aborts. Throws a ProviderFault for whatever goes wrong.
 */
export interface ImageProvider extends AiProvider {
  draw(request: ImageRequest, signal: AbortSignal): Promise<ImageAnswer>;
}
