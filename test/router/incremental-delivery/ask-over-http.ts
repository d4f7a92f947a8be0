import type { AskPayloads } from "./ask-in-parts.ts";
import type { Payload } from "./merge-parts.ts";

/** The payloads of a multipart response. */
function readMultipart(body: string): Payload[] {
  const [preamble, ...parts] = body.split("\r\n---");
  if (preamble !== "" || parts.pop() !== "--\r\n") throw new Error(`Not a whole multipart body: ${body}`);
  return parts.map((part) => JSON.parse(part.slice(part.indexOf("\r\n\r\n"))) as Payload);
}

/** The payloads of a stream of events. */
function readEventPayloads(body: string): Payload[] {
  const blocks = body.split("\n\n").filter((block) => block.startsWith("event: "));
  if (blocks.pop() !== "event: complete\ndata: ") throw new Error(`Not a whole stream: ${body}`);
  return blocks.map((block) => JSON.parse(block.slice(block.indexOf("data: ") + 6)) as Payload);
}

/** Asks over HTTP, from the client to the subgraphs. */
export function askOverHttp(accept: string): AskPayloads {
  return async (open, asked) => {
    const response = await open.post(asked, accept);
    const type = response.headers.get("content-type") ?? "";
    const body = await response.text();
    if (body.includes('"QUERY_TOO_COMPLEX"')) return null;
    if (type.startsWith("multipart/mixed")) return readMultipart(body);
    if (!type.startsWith("text/event-stream")) return [{ ...(JSON.parse(body) as Payload), hasNext: false }];
    const payloads = readEventPayloads(body);
    return payloads.length > 1 ? payloads : [{ ...payloads[0], hasNext: false }];
  };
}
