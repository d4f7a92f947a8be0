import type { FastifyReply } from "fastify";
import { Readable } from "node:stream";
import { contentDisposition } from "./content-disposition.ts";

/** The result of an operation that returns a file. */
export interface FileAnswer {
  filename: string;
  contentType: string;
  encoding: "utf8" | "base64";
  content: string;
  /** Bytes. */
  size: number;
}

/**
 * Whether a client wants the bytes rather than the JSON about them: the input says so at `download` (a dotted
 * path), or `Accept` names the file's own type and does not prefer JSON. For a JSON file only the input
 * decides. Where the bytes are the default, only the input or an `Accept` of JSON alone selects the JSON.
 */
export function wantsBytes(
  { download, isDefault }: { download: string; isDefault?: boolean },
  { input, accept, contentType }: { input: unknown; accept: string | undefined; contentType: string },
): boolean {
  const asked = download
    .split(".")
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | null | undefined)?.[name], input);
  if (asked === true) return true;
  if (isDefault && asked === false) return false;
  const type = essenceOf(contentType);
  if (isDefault) return type === "application/json" || !namesJsonAlone(accept, type);
  if (type === "application/json" || accept === undefined) return false;
  const ranges = readAccept(accept);
  const own = ranges.get(type) ?? 0;
  return own > 0 && own >= (ranges.get("application/json") ?? 0);
}

function namesJsonAlone(accept: string | undefined, type: string): boolean {
  if (accept === undefined) return false;
  const ranges = readAccept(accept);
  const isNamed = [type, "*/*", `${type.split("/")[0]}/*`].some((range) => (ranges.get(range) ?? 0) > 0);
  return (ranges.get("application/json") ?? 0) > 0 && !isNamed;
}

const chunkLength = 48 * 1024;

/** Sends the file's bytes, as the connection takes them. */
export function sendBytes(
  reply: FastifyReply,
  { file, status }: { file: FileAnswer; status: number },
): FastifyReply {
  return reply
    .code(status)
    .headers({
      "content-disposition": contentDisposition(file.filename),
      "content-length": file.size,
      "content-security-policy": "sandbox; default-src 'none'; frame-ancestors 'none'",
      "x-content-type-options": "nosniff",
    })
    .type(file.contentType)
    .send(Readable.from(bytesOf(file), { objectMode: false }));
}

/** The bytes in pieces: base64 is cut where four characters end, text never inside of a character. */
function* bytesOf({ content, encoding }: FileAnswer): Generator<Buffer> {
  for (let from = 0, to = 0; from < content.length; from = to) {
    to = Math.min(content.length, from + chunkLength);
    const last = content.charCodeAt(to - 1);
    if (encoding === "utf8" && to < content.length && last >= 0xd800 && last <= 0xdbff) to++;
    yield Buffer.from(content.slice(from, to), encoding);
  }
}

/** The weight of each media range that an `Accept` names (RFC 9110 12.5.1), parameters aside. */
function readAccept(accept: string): Map<string, number> {
  const ranges = new Map<string, number>();
  for (const range of accept.split(",")) {
    const [, weight = "1"] = /;\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*(?:;|$)/i.exec(range) ?? [];
    ranges.set(essenceOf(range), Number(weight));
  }
  return ranges;
}

function essenceOf(mediaType: string): string {
  return mediaType.split(";")[0]!.trim().toLowerCase();
}
