import type { IncomingHttpHeaders } from "node:http";
import type { DoorReply } from "../http/door.types.ts";

/** The request as the library wants it; its body is handed over parsed beside it. */
export function toWebRequest(request: { url: string; headers: IncomingHttpHeaders }): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === "string") headers.set(name, value);
  }
  return new Request(new URL(request.url, "http://localhost"), {
    method: "POST",
    headers,
  });
}

/** Where the text of a list goes that was made before. */
const emptyList = '"tools":[]';

/**
 * Sends the library's response as ours. With `tools`, the cached JSON text of a list, it replaces the empty
 * list in the response: a hundred tools are not serialized again for each request.
 */
export async function relay(
  response: Response,
  reply: DoorReply,
  tools: string | null = null,
): Promise<void> {
  const body = response.body === null ? null : Buffer.from(await response.arrayBuffer());
  void reply.code(response.status === 200 && lacksCapability(body) ? 400 : response.status);
  response.headers.forEach((value, name) => {
    if (name !== "content-length") void reply.header(name, value);
  });
  // The library says `no-cache`, which lets a copy be kept.
  void reply.header("cache-control", "no-store, no-transform");
  const text = body?.toString() ?? null;
  if (tools === null || text === null) return void reply.send(text);
  const [before = "", ...after] = text.split(emptyList);
  reply.send(after.length === 0 ? before : `${before}"tools":${tools}${after.join(emptyList)}`);
}

/** A request that needs what its client cannot do is a bad request in HTTP too, also when a tool finds it out. */
function lacksCapability(body: Buffer | null): boolean {
  if (body === null || body.length > 10_000 || !body.includes('"code":-32021')) return false;
  try {
    return (JSON.parse(body.toString()) as { error?: { code?: number } }).error?.code === -32021;
  } catch {
    return false;
  }
}
