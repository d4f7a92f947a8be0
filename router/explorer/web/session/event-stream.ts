/** One event of a stream, as `text/event-stream` carries it. */
export interface StreamEvent {
  event: string;
  data: string;
}

/** Reads the events of a body one by one, until it ends or reading is given up. Comments and heartbeats are skipped. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent> {
  const reader = body
    .pipeThrough(new TextDecoderStream() as never)
    .getReader() as ReadableStreamDefaultReader<string>;
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const blocks = `${rest}${value}`.replaceAll("\r\n", "\n").split("\n\n");
      rest = blocks.pop()!;
      for (const block of blocks) {
        const found = parseEvent(block);
        if (found) yield found;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function parseEvent(block: string): StreamEvent | null {
  let event = "message";
  const data: string[] = [];
  let isEvent = false;
  for (const line of block.split("\n")) {
    const [, name, value = ""] = /^(event|data): ?(.*)$/.exec(line) ?? [];
    if (name === undefined) continue;
    isEvent = true;
    if (name === "event") event = value;
    else data.push(value);
  }
  return isEvent ? { event, data: data.join("\n") } : null;
}
