import type { Config } from "../../src/config.ts";
import type { TextProviderName } from "../../src/ai-settings.ts";
import type { AiPorts, TextProvider } from "../hub/ai/ai.port.ts";
import { createAnthropicText } from "../hub/ai/anthropic.adapter.ts";
import { createGoogleText } from "../hub/ai/google.adapter.ts";
import { createMistralText } from "../hub/ai/mistral.adapter.ts";
import { createOpenAiText } from "../hub/ai/openai.adapter.ts";
import type { ProviderAccess } from "../hub/ai/provider-client.ts";

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
    const { baseUrl, secret, isSandbox } = config.parties[name];
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
