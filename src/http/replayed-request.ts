import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";

/**
 * A request whose body was already read, made readable again: handlers of another framework, mounted behind a server of
 * ours, need the stream. `url` is the path below the mount.
 */
export function replayRequest(
  request: IncomingMessage,
  { url, body }: { url: string; body: unknown },
): IncomingMessage {
  const form = typeof body === "object" && body !== null ? (body as Record<string, string>) : {};
  const bytes = Buffer.from(new URLSearchParams(form).toString());
  const { method, headers, rawHeaders, socket, httpVersion, httpVersionMajor, httpVersionMinor } = request;
  const stream = Readable.from(bytes.length > 0 ? [bytes] : []);
  const length = bytes.length > 0 ? { "content-length": String(bytes.length) } : {};
  return Object.assign(stream, {
    method,
    url,
    originalUrl: request.url,
    headers: { ...headers, ...length },
    rawHeaders,
    socket,
    httpVersion,
    httpVersionMajor,
    httpVersionMinor,
  }) as unknown as IncomingMessage;
}
