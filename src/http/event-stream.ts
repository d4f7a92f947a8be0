import { Readable } from "node:stream";

export const eventStreamType = "text/event-stream";

/** Headers that keep proxies from buffering events. */
export const eventStreamHeaders = {
  "content-type": `${eventStreamType}; charset=utf-8`,
  "cache-control": "no-store, no-transform",
  "x-accel-buffering": "no",
} as const;

/** How often an idle stream sends a keep-alive. A client without one for much longer has lost the connection. */
export const keepAliveMs = 12_000;

/**
 * The body of a GraphQL-over-SSE response in "distinct connections mode": a `next` event for each result, then
 * `complete`. A result is pulled only when the connection has room, so a slow client holds up only its own
 * stream. When the connection closes, the results are returned.
 */
export class EventStreamBody extends Readable {
  readonly #results: AsyncIterator<unknown>;
  readonly #keepAlive: NodeJS.Timeout;
  #isReading = false;

  constructor(results: AsyncIterator<unknown>) {
    super({ highWaterMark: 64 * 1024 });
    this.#results = results;
    // A first comment sends the headers, so that the client knows immediately that it is connected.
    this.push(":\n\n");
    this.#keepAlive = setInterval(() => {
      if (this.readableLength === 0) this.push(":\n\n");
    }, keepAliveMs);
    this.#keepAlive.unref();
  }

  /** Ends the body without `complete`: the client is to connect again, to another process. */
  cut(): void {
    clearInterval(this.#keepAlive);
    void this.#results.return?.();
    if (!this.destroyed && !this.readableEnded) this.push(null);
  }

  override _read(): void {
    if (!this.#isReading) void this.#readOn();
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    clearInterval(this.#keepAlive);
    void this.#results.return?.();
    callback(error);
  }

  async #readOn(): Promise<void> {
    this.#isReading = true;
    const next = await this.#results.next();
    this.#isReading = false;
    if (this.destroyed || this.readableEnded) return;
    if (!next.done) {
      this.push(`event: next\ndata: ${JSON.stringify(next.value)}\n\n`);
      return;
    }
    this.push("event: complete\ndata: \n\n");
    this.push(null);
  }
}

/** Bodies that are being sent; cut when the server closes, which would otherwise wait for them. */
export class OpenEventStreams {
  readonly #bodies = new Set<EventStreamBody>();

  get size(): number {
    return this.#bodies.size;
  }

  add(body: EventStreamBody): EventStreamBody {
    this.#bodies.add(body);
    body.once("close", () => this.#bodies.delete(body));
    return body;
  }

  cutAll(): void {
    for (const body of this.#bodies) body.cut();
  }
}

/** One event as it was sent. */
export interface ServerEvent {
  event: string;
  data: string;
}

/** Reads the events of a body; comments are passed over. Throws at an event of more than `maxCharacters`. */
export async function* readEvents(
  body: AsyncIterable<Buffer>,
  { maxCharacters = 16 * 1024 * 1024 }: { maxCharacters?: number } = {},
): AsyncGenerator<ServerEvent, undefined> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of body) {
    rest += decoder.decode(chunk, { stream: true });
    const blocks = rest.split("\n\n");
    rest = blocks.pop()!;
    if (rest.length > maxCharacters) throw new Error(`An event is longer than ${maxCharacters} characters.`);
    for (const block of blocks) {
      const fields = new Map(block.split("\n").map(readField));
      const event = fields.get("event");
      if (event !== undefined) yield { event, data: fields.get("data") ?? "" };
    }
  }
}

/** A field and its value; our own servers write each of them on one line. */
function readField(line: string): [string, string] {
  const colon = line.indexOf(":");
  return [line.slice(0, colon), line.slice(colon + 1).replace(/^ /, "")];
}
