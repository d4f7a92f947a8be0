import type { CallContext } from "../../../../src/context.ts";

/** One request to a language model. */
interface ModelRequest {
  prompt: string;
  maxTokens: number;
  /** Timeout per provider in milliseconds. */
  timeoutMs: number;
  /** The same key gets the same text, and is billed once. */
  key: string;
}

interface ModelText {
  content: string;
  /** Provider and model, such as `openai/gpt-6-luna`. */
  model: string;
}

/** Texts of a language model, for the account of the call. */
export interface LanguageModel {
  /** False where no provider is configured. */
  isConfigured(call: CallContext): Promise<boolean>;
  /** Throws PROVIDERS_UNAVAILABLE, CONTENT_REJECTED, and RATE_LIMIT_EXCEEDED once the app's daily budget is spent. */
  write(call: CallContext, request: ModelRequest): Promise<ModelText>;
}
