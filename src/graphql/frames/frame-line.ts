import type { Pool } from "undici";
import type { AnswerWay } from "../subgraph-answers.ts";
import type { FrameChannel } from "./frame-channel.ts";
import { openChannel } from "./open-channel.ts";

/** How long a process that did not open a session, or ended one, is not asked for another. */
const pauseMs = 2_000;

export interface FrameLineOptions {
  secret: string;
  audience: string;
  maxAnswerBytes: number;
}

/**
 * The session with one process, opened when it is first needed and again after it was lost. Until it is open, and where a
 * process has none, requests are sent over HTTP.
 */
export class FrameLine {
  readonly #connections: Pool;
  readonly #options: FrameLineOptions;
  readonly #way: AnswerWay;
  #channel: FrameChannel | null = null;
  #isOpening = false;
  #isClosed = false;
  #pausedUntil = 0;

  constructor(connections: Pool, options: FrameLineOptions, way: AnswerWay) {
    this.#connections = connections;
    this.#options = options;
    this.#way = way;
  }

  /** Requests without a response. */
  get underWay(): number {
    return this.#channel?.underWay ?? 0;
  }

  /** The open session; null until there is one. */
  channel(): FrameChannel | null {
    if (!this.#channel && !this.#isOpening && !this.#isClosed && performance.now() >= this.#pausedUntil) {
      void this.#open();
    }
    return this.#channel;
  }

  close(): void {
    this.#isClosed = true;
    this.#channel?.leave();
  }

  async #open(): Promise<void> {
    this.#isOpening = true;
    try {
      const whenLeft = () => this.#lost();
      const channel = await openChannel(this.#connections, { ...this.#options, way: this.#way, whenLeft });
      if (channel.isOpen) this.#channel = channel;
      if (this.#isClosed) channel.leave();
    } catch {
      // A process of an older release has no frames, and one that does not respond is noticed by its requests.
      this.#lost();
    } finally {
      this.#isOpening = false;
    }
  }

  #lost(): void {
    this.#channel = null;
    this.#pausedUntil = performance.now() + pauseMs;
  }
}
