import { Readable } from "node:stream";

/** How results are written into one response. */
export interface ResultFraming {
  /** Sent at once, so that the client knows immediately that it is connected. */
  opening: string;
  frame(result: unknown): string;
  closing: string;
}

/**
 * A response body of several results. A result is pulled only when the connection has room, so a slow client holds up
 * only its own. When the connection closes, the results are returned.
 */
export class ResultBody extends Readable {
  readonly #results: AsyncIterator<unknown>;
  readonly #framing: ResultFraming;
  #isReading = false;

  constructor(results: AsyncIterator<unknown>, framing: ResultFraming) {
    super({ highWaterMark: 64 * 1024 });
    this.#results = results;
    this.#framing = framing;
    if (framing.opening !== "") this.push(framing.opening);
  }

  /** Ends the body without its closing. */
  cut(): void {
    void this.#results.return?.();
    if (!this.destroyed && !this.readableEnded) this.push(null);
  }

  override _read(): void {
    if (!this.#isReading) void this.#readOn();
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    void this.#results.return?.();
    callback(error);
  }

  async #readOn(): Promise<void> {
    this.#isReading = true;
    const next = await this.#results.next();
    this.#isReading = false;
    if (this.destroyed || this.readableEnded) return;
    if (!next.done) {
      this.push(this.#framing.frame(next.value));
      return;
    }
    this.push(this.#framing.closing);
    this.push(null);
  }
}
