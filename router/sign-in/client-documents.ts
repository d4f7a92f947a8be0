import { createGuardedAgent } from "../../src/http/guarded-agent.ts";
import { assertPublicUrl } from "../../src/http/outbound-url.ts";
import { loadUndici } from "../../src/http/undici.ts";

const timeoutMs = 5_000;
/** The specification's recommendation for a client's document. */
const maxBytes = 5 * 1024;

const agent = createGuardedAgent({ connectTimeoutMs: timeoutMs });

/**
 * Reads the metadata document of a client whose ID is its address: public addresses only, up to 5 KiB within 5 seconds, without
 * redirects. Throws for everything else.
 */
export async function readClientDocument(
  url: string | URL | Request,
  { headers }: { headers?: unknown } = {},
): Promise<Response> {
  const address = assertPublicUrl(String(url), [], "client_id");
  const response = await loadUndici().fetch(address, {
    dispatcher: agent.get(),
    headers: headers as Record<string, string>,
    redirect: "manual",
    signal: AbortSignal.timeout(timeoutMs),
  });
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += (chunk as Uint8Array).length;
    if (size > maxBytes) throw new TypeError("The client's document is too large.");
    chunks.push(chunk as Uint8Array);
  }
  const cacheControl = response.headers.get("cache-control");
  return new Response(Buffer.concat(chunks), {
    status: response.status,
    headers: cacheControl === null ? {} : { "cache-control": cacheControl },
  });
}
