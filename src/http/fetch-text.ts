import { request } from "./undici.ts";

export interface FetchTextOptions {
  accept: string;
  timeoutMs: number;
  /** Maximum size of the body. */
  maxBytes: number;
}

/** Reads a text from a configured service. Throws for trouble of the network, a timeout, and a body that is too large. */
export async function fetchText(
  url: string,
  { accept, timeoutMs, maxBytes }: FetchTextOptions,
): Promise<{ status: number; text: string }> {
  const { statusCode, body } = await request(url, {
    headers: { accept },
    signal: AbortSignal.timeout(timeoutMs),
  });
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body as AsyncIterable<Uint8Array>) {
    size += part.byteLength;
    if (size > maxBytes) throw new Error("The body is too large.");
    parts.push(part);
  }
  return { status: statusCode, text: Buffer.concat(parts).toString("utf8") };
}
