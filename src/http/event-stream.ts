import { ResultBody, type ResultFraming } from "./result-body.ts";

export const eventStreamType = "text/event-stream";

/** Headers that keep proxies from buffering events. */
export const eventStreamHeaders = {
  "content-type": `${eventStreamType}; charset=utf-8`,
  "cache-control": "no-store, no-transform",
  "x-accel-buffering": "no",
} as const;

/** How often an idle stream sends a keep-alive. A client without one for much longer has lost the connection. */
export const keepAliveMs = 12_000;

/** A `next` event for each result, then `complete`. A first comment sends the headers. */
const eventFraming: ResultFraming = {
  opening: ":\n\n",
  frame: (result) => `event: next\ndata: ${JSON.stringify(result)}\n\n`,
  closing: "event: complete\ndata: \n\n",
};

/**
 * The body of a GraphQL-over-SSE response in "distinct connections mode", with keep-alives while it is idle. A body that
 * is cut has no `complete`: the client is to connect again, to another process.
 */
export class EventStreamBody extends ResultBody {
  readonly #keepAlive: NodeJS.Timeout;

  constructor(results: AsyncIterator<unknown>) {
    super(results, eventFraming);
    this.#keepAlive = setInterval(() => {
      if (this.readableLength === 0) this.push(":\n\n");
    }, keepAliveMs);
    this.#keepAlive.unref();
  }

  override cut(): void {
    clearInterval(this.#keepAlive);
    super.cut();
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    clearInterval(this.#keepAlive);
    super._destroy(error, callback);
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
