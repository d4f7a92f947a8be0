/** What is to be written. Temperatures are 0 to 2; a provider with a smaller range takes its own highest. */
export interface TextRequest {
  prompt: string;
  maxTokens: number;
  temperature: number;
}

/** What a provider counted, and bills. */
export interface TokenUsage {
  inputTokens: number;
  outputTokens: number;
}

export interface TextAnswer {
  content: string;
  /** Null when the provider did not tell. */
  usage: TokenUsage | null;
}

/** A part of an answer that comes bit by bit: some text, or at the end what it took. */
export type TextPart = { text: string } | { usage: TokenUsage };

/** An outside party that answers AI requests, whatever they are for. */
export interface AiProvider {
  name: string;
  model: string;
  /** True when the sandbox stands in for it. */
  isSandbox: boolean;
  /** Loads what the first request would otherwise wait for. */
  ready(): Promise<void>;
  /** Resolves when it can be reached and takes our key. Throws a ProviderFault otherwise. Costs nothing. */
  probe(signal: AbortSignal): Promise<void>;
}

/**
 * A provider of text, behind its own SDK. Each method is one request, never tried again by itself, and ends at once
 * when the signal aborts. Throws a ProviderFault for whatever goes wrong.
 */
export interface TextProvider extends AiProvider {
  write(request: TextRequest, signal: AbortSignal): Promise<TextAnswer>;
  stream(request: TextRequest, signal: AbortSignal): AsyncIterable<TextPart>;
}

/** What generation needs of its surroundings. */
export interface AiPorts {
  /** Those that are set up, in the order they are asked. */
  textProviders: readonly TextProvider[];
  /** What an app may spend in a UTC day, in millionths of a US dollar; null without bound. */
  dailyBudgetMicroUsd: number | null;
  /** True to write prompts and outputs to the log. */
  logsContent: boolean;
}
