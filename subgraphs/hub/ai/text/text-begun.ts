import type { TextPart, TokenUsage } from "../ai.port.ts";
import { emptyAnswer } from "../providers/provider-fault.ts";

/** A stream that has begun: its first words, and an iterator over the rest. */
export interface Begun {
  first: string;
  rest: AsyncIterator<TextPart>;
}

/** Reads up to the first words. A stream that ends without any is an empty answer, and may have been billed. */
export async function firstWords(parts: AsyncIterator<TextPart>): Promise<Begun> {
  let usage: TokenUsage | null = null;
  for (;;) {
    const { done, value } = await parts.next();
    if (done) throw emptyAnswer(usage);
    if ("text" in value && value.text !== "") return { first: value.text, rest: parts };
    if ("usage" in value) usage = value.usage;
  }
}

/** Fires when it is not restarted within the given time. */
export class IdleTimer {
  readonly #ms: number;
  readonly #fire: () => void;
  #timer: NodeJS.Timeout | null = null;

  constructor(ms: number, fire: () => void) {
    this.#ms = ms;
    this.#fire = fire;
  }

  restart(): void {
    this.stop();
    this.#timer = setTimeout(this.#fire, this.#ms);
  }

  stop(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
