import { createHash } from "node:crypto";
import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../src/db/idempotency.ts";
import { inTransaction } from "../../../src/db/transaction.ts";
import { validationError, type FieldFault } from "../../../src/errors.ts";
import { isOfType } from "../../../src/file-kind.ts";
import { newId } from "../../../src/ids.ts";
import { ownerOf } from "../credits/credits.service.ts";
import type { HubContext } from "../hub.context.ts";
import { pathOfLink, signFileLink } from "./file-link.ts";
import { storageFailed, uploadsFull } from "./files.errors.ts";
import { briefLinkMs } from "./held-files.service.ts";
import { findHeldFile, insertBriefFile, markReceived, sumBriefBytes } from "./upload.rows.ts";
import type { UploadedFile, UploadFileInput } from "./uploads.types.ts";

/** The most bytes that come as an argument. */
const maxInlineBytes = 64 * 1024;
/** How long a file that was handed in is kept. */
const keptMs = 7 * 24 * 60 * 60_000;
/** Maximum bytes of an account's uploads. Concurrent requests may exceed it slightly. */
const maxKeptBytes = 200 * 1024 * 1024;

/**
 * Uploads a file for 7 days: from its content, or through the returned link, which is valid once, for 15 minutes, and
 * for bytes of this size and type only. Idempotent by the idempotency key. Throws VALIDATION_ERROR, BUSINESS_RULE when
 * the account stores too much already, STORAGE_ERROR.
 */
export async function uploadFile(ctx: HubContext, input: UploadFileInput): Promise<UploadedFile> {
  const bytes = readContent(input);
  const size = bytes?.byteLength ?? input.size!;
  const sha256 = bytes && createHash("sha256").update(bytes).digest("hex");
  const upload = await exactlyOnce(ctx, { operation: "uploadFile", input }, (em) =>
    beginUpload(ctx, em, input, { size, sha256 }),
  );
  if (bytes) await receive(ctx, upload.fileId, bytes);
  return upload;
}

/** Records a file that is about to be stored for 7 days. Throws BUSINESS_RULE when the account stores too much already. */
export async function beginUpload(
  ctx: HubContext,
  em: EntityManager,
  { filename, contentType }: Pick<UploadFileInput, "filename" | "contentType">,
  { size, sha256 }: { size: number; sha256: string | null },
): Promise<UploadedFile> {
  const now = ctx.clock.now();
  const ownerId = ownerOf(ctx);
  if ((await sumBriefBytes(em, ownerId, now)) + size > maxKeptBytes) throw uploadsFull(maxKeptBytes);
  const fileId = newId("file");
  const keptUntil = new Date(now.getTime() + keptMs);
  const appId = ctx.appId ?? "central";
  const file = { id: fileId, ownerId, appId, filename, contentType, size, sha256, keptUntil };
  await insertBriefFile(em, file, now);
  const expiresAt = new Date(now.getTime() + briefLinkMs);
  const link = signFileLink(ctx.ports.files.signingKeys, fileId, expiresAt, { use: "send" });
  return {
    fileId,
    filename,
    contentType,
    size,
    status: sha256 === null ? "awaited" : "stored",
    uploadUrl: sha256 === null ? ctx.publicUrl + pathOfLink(link) : null,
    uploadExpiresAt: sha256 === null ? expiresAt : null,
    keptUntil,
  };
}

/** Stores the bytes, also when an earlier call under the same key has failed to. */
async function receive(ctx: HubContext, fileId: string, bytes: Uint8Array): Promise<void> {
  const { em, principal } = ctx;
  const now = ctx.clock.now();
  const file = await inTransaction({ em, principal }, (own) => findHeldFile(own, fileId, now));
  if (!file || file.isStored) return;
  try {
    await ctx.ports.files.storage.put(fileId, bytes, file.contentType);
  } catch (error) {
    ctx.log.error({ err: error }, "a file could not be stored");
    throw storageFailed(error);
  }
  await inTransaction({ em, principal }, (own) => markReceived(own, fileId, now));
}

/** The bytes of the content; null when they are to be sent. Throws VALIDATION_ERROR with every fault. */
function readContent({ content, contentType, size }: UploadFileInput): Buffer | null {
  const faults: FieldFault[] = [];
  const fault = (path: string, rule: string, message: string) => faults.push({ path, rule, message });
  if (content === null || content === undefined) {
    if (size === null || size === undefined) fault("size", "required", "is required without content");
    if (faults.length > 0) throw validationError(faults);
    return null;
  }
  const bytes = Buffer.from(content, "base64");
  if (bytes.toString("base64") !== content) fault("content", "base64", "must be base64");
  else if (bytes.byteLength > maxInlineBytes)
    fault("content", "maxBytes", `must be at most ${maxInlineBytes} bytes; use the upload URL for more`);
  else if (!isOfType(bytes, contentType))
    fault("content", "contentType", `must be a file of type ${contentType}`);
  if (typeof size === "number" && size !== bytes.byteLength)
    fault("size", "size", `must be the size of the content, ${bytes.byteLength} bytes`);
  if (faults.length > 0) throw validationError(faults);
  return bytes;
}
