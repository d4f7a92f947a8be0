import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { DomainError, validationError } from "../../src/errors.ts";
import { isOfType, isUploadType, maxUploadBytes } from "../../src/file-kind.ts";
import { sendError } from "./answer.ts";
import { readClock, type ClockOptions } from "./call-clock.ts";
import { putBytes, type FileBytes } from "./file-bytes.ts";
import type { FileRecords, HeldFile } from "./file-records.ts";
import { readLink } from "./linked-files.ts";

/** Who knows which files are awaited, and where their bytes go. */
export interface ReceivingDoor {
  records: FileRecords;
  bytes: FileBytes;
}

type Options = ClockOptions & { files: ReceivingDoor };

/**
 * Mounts `PUT /files/{fileId}`: the holder of an upload link sends the bytes, once, of the announced size and
 * type. The link is checked before any of the body is read.
 */
export function mountFileReceiving(server: FastifyInstance, url: string, options: Options): void {
  const awaited = new WeakMap<FastifyRequest, HeldFile>();
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    scope.put<{ Params: { fileId: string } }>(url, {
      bodyLimit: maxUploadBytes,
      onRequest: async (request) => {
        const asked = { requestId: request.id, clock: clockOf(request, options) };
        const file = await options.files.records.findAwaited(readLink(request), asked);
        refuseOther(request, file);
        awaited.set(request, file);
      },
      handler: async (request, reply) => {
        try {
          return await receive(request, reply, awaited.get(request)!, options);
        } catch (error) {
          return sendError(reply, error);
        }
      },
    });
  });
}

function clockOf(request: FastifyRequest, options: Options) {
  return readClock(request.headers["x-test-clock"], options);
}

/** Throws for headers that do not match the announced file. */
function refuseOther({ headers }: FastifyRequest, { contentType, size }: HeldFile): void {
  const given = headers["content-type"]?.split(";")[0]!.trim().toLowerCase();
  if (given !== contentType)
    throw new DomainError("UNSUPPORTED_MEDIA_TYPE", `Send this file as ${contentType}.`, { contentType });
  const length = headers["content-length"];
  if (length !== undefined && Number(length) > size)
    throw new DomainError("PAYLOAD_TOO_LARGE", `Too many bytes for this file. Send exactly ${size} bytes.`, {
      maxBytes: size,
    });
}

async function receive(
  request: FastifyRequest,
  reply: FastifyReply,
  { storageKey, filename, contentType, size }: HeldFile,
  options: Options,
): Promise<FastifyReply> {
  const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  if (bytes.byteLength !== size) {
    const message = `must have ${size} bytes as declared; received ${bytes.byteLength}`;
    throw validationError([{ path: "body", message, rule: "size" }]);
  }
  if (!isUploadType(contentType) || !isOfType(bytes, contentType))
    throw validationError([{ path: "body", message: `must be of type ${contentType}`, rule: "contentType" }]);
  const { records, bytes: store } = options.files;
  const asked = { requestId: request.id, clock: clockOf(request, options) };
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  await records.claim({ fileId: storageKey, sha256 }, asked);
  await putBytes(store, { key: storageKey, bytes, contentType }, request.log);
  await records.finish(storageKey, asked);
  return reply
    .code(201)
    .header("cache-control", "no-store")
    .send({ fileId: storageKey, filename, contentType, size, status: "stored" });
}
