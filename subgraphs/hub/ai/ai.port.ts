/** A text request. Temperatures are 0 to 2; an adapter clamps them to its provider's maximum. */
export interface TextRequest {
  prompt: string;
  maxTokens: number;
  temperature: number;
}

/** Tokens that a provider counted and bills. */
export interface TokenUsage {
  inputTokens: number;
  outputTokens: number;
}

export interface TextAnswer {
  content: string;
  /** Null when the provider reports none. */
  usage: TokenUsage | null;
}

/** A chunk of a streamed response: text, or the usage at the end. */
export type TextPart = { text: string } | { usage: TokenUsage };

/** A vendor of AI, whatever its requests are for. */
export interface AiProvider {
  name: string;
  model: string;
  /** True for the sandbox's stand-in. */
  isSandbox: boolean;
  /** Loads what the first request would otherwise wait for. */
  ready(): Promise<void>;
  /** Resolves when it can be reached and takes our key. Throws a ProviderFault otherwise. Costs nothing. */
  probe(signal: AbortSignal): Promise<void>;
}

/**
 * A provider of text, behind its own SDK. Each method sends one request without retries, and stops at once when the
 * signal aborts. Throws a ProviderFault on every failure.
 */
export interface TextProvider extends AiProvider {
  write(request: TextRequest, signal: AbortSignal): Promise<TextAnswer>;
  stream(request: TextRequest, signal: AbortSignal): AsyncIterable<TextPart>;
}

/** External services and settings of text generation. */
export interface AiPorts {
  /** The configured providers, in the order of their use. */
  textProviders: readonly TextProvider[];
  /** Budget of an app per UTC day, in millionths of a US dollar; null without a limit. */
  dailyBudgetMicroUsd: number | null;
  /** True to write prompts and outputs to the log. */
  logsContent: boolean;
}
