import { maxText } from "./workspace.ts";
import { plainHeadersOf, withoutSecrets } from "./without-secrets.ts";

/** What a link carries. It never runs automatically: the reader sees it in a new tab first. */
export interface SharedDocument {
  document: string;
  variables: string;
  headers: string;
  operationName: string | null;
}

/** Name and version of the content in the fragment of a URL. */
const prefix = "#share=1.";
/** Longest fragment. Some programs cut longer URLs. */
export const maxFragment = 16_000;
/** Longest content after decompression, so that a small link cannot fill the memory. */
const maxBytes = 4 * maxText;

/** The document cannot be shared or read, with a readable reason. */
export class NotShareable extends Error {
  override name = "NotShareable";
}

/** The fragment of a link that opens a document, without credentials and secrets. Throws NotShareable when it is too long. */
export async function shareFragment(shared: SharedDocument): Promise<string> {
  const { document, variables, headers, operationName } = shared;
  const content = {
    d: withoutSecrets(document),
    v: withoutSecrets(variables),
    h: plainHeadersOf(headers),
    o: operationName,
  };
  const bytes = new TextEncoder().encode(JSON.stringify(content));
  const packed = await through(bytes, new CompressionStream("deflate-raw"), Infinity);
  const fragment = prefix + toBase64Url(packed);
  if (fragment.length > maxFragment)
    throw new NotShareable("This document is too long for a link. Export it as a collection instead.");
  return fragment;
}

/** Whether the fragment of a URL is a shared document. */
export function isShareFragment(hash: string): boolean {
  return hash.startsWith("#share=");
}

/** Reads the fragment of a link. Throws NotShareable for one that is damaged, too long or of another version. */
export async function readFragment(hash: string): Promise<SharedDocument> {
  if (!hash.startsWith(prefix) || hash.length > maxFragment)
    throw new NotShareable("This link is of another version, or too long.");
  let content: Record<string, unknown>;
  try {
    const packed = fromBase64Url(hash.slice(prefix.length));
    const bytes = await through(packed, new DecompressionStream("deflate-raw"), maxBytes);
    content = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) as Record<string, unknown>;
  } catch {
    throw new NotShareable("This link is damaged. Copy it again from the console that shared it.");
  }
  const text = (value: unknown) => (typeof value === "string" && value.length <= maxText ? value : null);
  const document = text(content?.["d"]);
  const variables = text(content?.["v"]);
  const headers = text(content?.["h"]);
  const name = content?.["o"];
  if (document === null || variables === null || headers === null)
    throw new NotShareable("This link does not contain a document.");
  return {
    document,
    variables,
    headers: plainHeadersOf(headers),
    operationName: typeof name === "string" && /^\w{1,100}$/.test(name) ? name : null,
  };
}

/** The bytes through a stream. Stops with an error beyond `limit` bytes. */
async function through(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
  limit: number,
): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > limit) {
      await reader.cancel();
      throw new NotShareable("The content is too long.");
    }
    parts.push(value);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function toBase64Url(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (character) => character.charCodeAt(0));
}
