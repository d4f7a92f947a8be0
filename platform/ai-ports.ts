import type { Config } from "../src/config/config.ts";
import type { ImageProviderName, TextProviderName } from "../src/config/ai-settings.ts";
import type { AiPorts, TextProvider } from "../subgraphs/hub/ai/ai.port.ts";
import { createAnthropicText } from "../subgraphs/hub/ai/providers/anthropic.adapter.ts";
import { createGoogleImages } from "../subgraphs/hub/ai/providers/google-image.adapter.ts";
import { createGoogleText } from "../subgraphs/hub/ai/providers/google.adapter.ts";
import type { ImageProvider } from "../subgraphs/hub/ai/images/image-provider.port.ts";
import { createMistralText } from "../subgraphs/hub/ai/providers/mistral.adapter.ts";
import { createOpenAiImages } from "../subgraphs/hub/ai/providers/openai-image.adapter.ts";
import { createOpenAiText } from "../subgraphs/hub/ai/providers/openai.adapter.ts";
import type { PhotoLibrary } from "../subgraphs/hub/ai/photos/photo-library.port.ts";
import type { ProviderAccess } from "../subgraphs/hub/ai/providers/provider-client.ts";
import { createUnsplashPhotos } from "../subgraphs/hub/ai/providers/unsplash-photos.adapter.ts";

const textAdapters: Record<TextProviderName, (access: ProviderAccess) => TextProvider> = {
  openai: createOpenAiText,
  anthropic: createAnthropicText,
  google: createGoogleText,
  mistral: createMistralText,
};

/** The AI providers that have a key, in the configured order. */
export function aiPorts(config: Config): AiPorts {
  const models: Record<TextProviderName, string> = {
    openai: config.OPENAI_TEXT_MODEL,
    anthropic: config.ANTHROPIC_TEXT_MODEL,
    google: config.GOOGLE_AI_TEXT_MODEL,
    mistral: config.MISTRAL_TEXT_MODEL,
  };
  const textProviders = config.AI_TEXT_ORDER.flatMap((name) => {
    const { baseUrl, secret, isSandbox } = config.externalServices[name];
    if (secret === null) return [];
    return textAdapters[name]({ baseUrl, apiKey: secret, model: models[name], isSandbox });
  });
  const { AI_DAILY_BUDGET_USD: budget, AI_LOG_CONTENT: logsContent } = config;
  return {
    textProviders,
    dailyBudgetMicroUsd: budget === undefined ? null : Math.round(budget * 1_000_000),
    logsContent,
  };
}

const imageAdapters: Record<ImageProviderName, (access: ProviderAccess) => ImageProvider> = {
  openai: createOpenAiImages,
  google: createGoogleImages,
};

/** The providers of images that have a key, in the configured order. */
export function imageProviders(config: Config): ImageProvider[] {
  const models: Record<ImageProviderName, string> = {
    openai: config.OPENAI_IMAGE_MODEL,
    google: config.GOOGLE_AI_IMAGE_MODEL,
  };
  return config.AI_IMAGE_ORDER.flatMap((name) => {
    const { baseUrl, secret, isSandbox } = config.externalServices[name];
    if (secret === null) return [];
    return imageAdapters[name]({ baseUrl, apiKey: secret, model: models[name], isSandbox });
  });
}

/** The photo library that has a key; null without one. */
export function photoLibrary(config: Config): PhotoLibrary | null {
  const { baseUrl, secret, isSandbox } = config.externalServices.photos;
  return secret === null ? null : createUnsplashPhotos({ baseUrl, accessKey: secret, isSandbox });
}
