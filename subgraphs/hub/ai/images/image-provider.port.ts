import type { AiProvider, TokenUsage } from "../ai.port.ts";
import type { ImageType } from "./image-type.ts";

/** Requested size in pixels; a provider that supports only aspect ratios draws the same shape. */
export const imageSizes = ["1024x1024", "1536x1024", "1024x1536"] as const;
export type ImageSize = (typeof imageSizes)[number];
export const ImageQuality = { low: "low", medium: "medium", high: "high", auto: "auto" } as const;
export type ImageQuality = keyof typeof ImageQuality;

/** An image request. */
export interface ImageRequest {
  prompt: string;
  size: ImageSize;
  quality: ImageQuality;
}

export interface ImageAnswer {
  bytes: Buffer;
  type: ImageType;
  /** The prompt as the provider rewrote it; null when it reports none. */
  revisedPrompt: string | null;
  /** Null when the provider reports none. */
  usage: TokenUsage | null;
}

/**
 * A provider of images, behind its own SDK. Sends one request without retries, and stops at once when the signal
 * aborts. Throws a ProviderFault on every failure.
 */
export interface ImageProvider extends AiProvider {
  draw(request: ImageRequest, signal: AbortSignal): Promise<ImageAnswer>;
}
