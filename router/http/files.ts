import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Readable } from "node:stream";
import { DomainError } from "../../src/errors.ts";
import { hasVersion } from "./accepted.ts";
import { sendError } from "./answer.ts";
import { readByteRange } from "./byte-range.ts";
import { readClock, type ClockOptions } from "./call-clock.ts";
import { openParts, type FileBytes } from "./file-bytes.ts";
import { readLink, type FindLinkedFile, type LinkedFile } from "./linked-files.ts";
import { mountFileReceiving, type ReceivingDoor } from "./receive-files.ts";

const filesUrl = "/files/:fileId";

/**
 * Raster images, which browsers show without executing any content. Any other type is sent as an attachment:
 * SVG, PDF and HTML can contain scripts.
 */
const inlineTypes: ReadonlySet<string> = new Set(["image/png", "image/jpeg", "image/webp", "image/gif"]);

/**
 * How long a browser caches a file without revalidation, in seconds. A revoked link stays valid in caches for
 * no longer.
 */
const freshSeconds = 60;

/** The routes served here; the registry has the other operations of these paths. */
export const fileRoutes: ReadonlyMap<string, readonly string[]> = new Map([
  [filesUrl, ["GET", "HEAD", "PUT"]],
]);

/** Checks links, and reads contents. */
export interface FileDoor extends ReceivingDoor {
  find: FindLinkedFile;
}

/**
 * Mounts the files: the link itself is the permission, so there is no principal and no rate limit. Bytes are
 * streamed from their store to the client.
 */
export function mountFiles(server: FastifyInstance, options: ClockOptions & { files: FileDoor }): void {
  server.get<{ Params: { fileId: string } }>(filesUrl, async (request, reply) => {
    try {
      const found = await findFile(request, options);
      return await sendFile(request, reply, found, options.files.bytes);
    } catch (error) {
      return sendError(reply, error);
    }
  });
  mountFileReceiving(server, filesUrl, options);
}

/** The file of a link, and how long the link is good. */
type FoundFile = LinkedFile & { secondsLeft: number };

async function findFile(
  request: FastifyRequest,
  options: ClockOptions & { files: FileDoor },
): Promise<FoundFile> {
  const link = readLink(request);
  const clock = readClock(request.headers["x-test-clock"], options);
  const file = await options.files.find(link, { requestId: request.id, clock });
  const secondsLeft = Math.floor((file.expiresAt.getTime() - clock.now().getTime()) / 1000);
  return { ...file, secondsLeft };
}

async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: FoundFile,
  bytes: FileBytes,
): Promise<FastifyReply> {
  const { contentType, filename, sha256, size, storageKey } = file;
  const etag = `"${sha256}"`;
  void reply.headers({
    etag,
    "cache-control": `private, max-age=${Math.min(freshSeconds, file.secondsLeft)}, must-revalidate`,
    "accept-ranges": "bytes",
    "content-disposition": dispositionOf(contentType, filename),
    "x-content-type-options": "nosniff",
    // The file's content cannot run scripts here.
    "content-security-policy": "sandbox; default-src 'none'; frame-ancestors 'none'",
    // An image is shown by pages of every origin.
    "cross-origin-resource-policy": "cross-origin",
  });
  if (hasVersion(request.headers["if-none-match"], etag)) return reply.code(304).send();
  const ifRange = request.headers["if-range"];
  const isFresh = ifRange === undefined || ifRange === etag;
  const range = readByteRange(isFresh ? request.headers.range : undefined, size);
  if (range === "none") throw unsatisfiable(reply, size);
  const part = range === "whole" ? { start: 0, end: size - 1 } : range;
  const isHead = request.method === "HEAD";
  const open = () =>
    file.parts.length > 0
      ? openParts(bytes, file.parts, part)
      : bytes.open(storageKey, range === "whole" ? undefined : range);
  const stream = isHead ? null : await open();
  if (!isHead && stream === null) throw lost(reply);
  void reply.type(contentType).header("content-length", part.end - part.start + 1);
  if (range !== "whole")
    void reply.code(206).header("content-range", `bytes ${part.start}-${part.end}/${size}`);
  return reply.send(stream ?? Readable.from([]));
}

function dispositionOf(contentType: string, filename: string): string {
  const disposition = inlineTypes.has(contentType.toLowerCase()) ? "inline" : "attachment";
  return `${disposition}; filename="${filename.replaceAll(/[^\w.-]/g, "_")}"`;
}

function unsatisfiable(reply: FastifyReply, size: number): DomainError {
  forgetCaching(reply);
  void reply.header("content-range", `bytes */${size}`);
  return new DomainError(
    "RANGE_NOT_SATISFIABLE",
    `The requested range is not in the file, which has ${size} bytes.`,
    { size },
  );
}

function lost(reply: FastifyReply): DomainError {
  forgetCaching(reply);
  return new DomainError("STORAGE_ERROR", "The file cannot be read right now. Try again.", {
    retryable: true,
  });
}

/** An error must not be cached like the file behind the link. */
function forgetCaching(reply: FastifyReply): void {
  void reply.header("cache-control", "no-store").removeHeader("etag").removeHeader("content-disposition");
}
