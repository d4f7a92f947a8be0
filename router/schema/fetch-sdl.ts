import { request } from "../../src/http/undici.ts";
import { isDeeperThan } from "../../src/text/json-depth.ts";
import { sdlLimits } from "./check-sdl.ts";
import { endpointOf, type SubgraphEntry } from "./supergraph-config.ts";

const timeoutMs = 10_000;

/**
 * The SDL that a running subgraph reports in `_service`. Only the address of supergraph.yaml is requested: redirects
 * are not followed. Throws when the subgraph does not respond in time, or with something else, or beyond the limits.
 */
export async function fetchSdl(entry: Pick<SubgraphEntry, "name" | "address" | "path">): Promise<string> {
  const url = endpointOf(entry);
  const fail = (reason: string, cause?: unknown) =>
    new Error(`The SDL of ${entry.name} cannot be read from ${url}: ${reason}`, { cause });
  try {
    const { statusCode, body } = await request(url, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify({ query: "query SubgraphSdl { _service { sdl } }" }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await readWithin(body, 2 * sdlLimits.bytes);
    if (statusCode !== 200) throw fail(`it answered with status ${statusCode}`);
    if (isDeeperThan(text, 50)) throw fail("its response is nested too deeply");
    const reply = JSON.parse(text) as { data?: { _service?: { sdl?: unknown } } } | null;
    const sdl = reply?.data?._service?.sdl;
    if (typeof sdl !== "string") throw fail("its response has no _service.sdl");
    return sdl;
  } catch (error) {
    if ((error as Error).message.startsWith("The SDL of ")) throw error;
    throw fail((error as Error).message, error);
  }
}

async function readWithin(
  body: AsyncIterable<Buffer> & { destroy(): unknown },
  maxBytes: number,
): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > maxBytes) {
      body.destroy();
      throw new Error(`its response is larger than ${maxBytes} bytes`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
