import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import type { CallContext } from "../../src/context.ts";
import { DomainError } from "../../src/errors.ts";
import { putBytes, type FileBytes } from "../http/file-bytes.ts";
import type { FileRecords, HeldFile } from "../http/file-records.ts";

/** Records of accounts' files, and the store of their contents. */
export interface ToolFiles {
  records: FileRecords;
  bytes: FileBytes;
}

/**
 * A file of the principal's account. Throws FILE_NOT_FOUND, INVALID_STATE before its bytes are uploaded,
 * STORAGE_ERROR.
 */
export async function readOwnFile(
  { records, bytes }: ToolFiles,
  fileId: string,
  call: CallContext,
): Promise<HeldFile & { bytes: Buffer }> {
  const ownerId = call.principal.ownerId ?? "";
  const file = await records.findOwned({ fileId, ownerId }, call);
  const stream = await bytes.open(file.storageKey);
  if (stream === null)
    throw new DomainError("STORAGE_ERROR", "The file cannot be read now. Try again.", { retryable: true });
  return { ...file, bytes: await buffer(stream) };
}

/** Stores bytes of the principal's account for 15 minutes; returns a link to them. */
export async function keepForClient(
  { records, bytes: store }: ToolFiles,
  { filename, contentType, bytes }: { filename: string; contentType: string; bytes: Buffer },
  call: CallContext,
): Promise<{ url: string; expiresAt: Date }> {
  const file = {
    ownerId: call.principal.ownerId ?? "",
    appId: call.appId ?? "central",
    filename,
    contentType,
    size: bytes.byteLength,
    sha256: createHash("sha256").update(bytes).digest("hex"),
  };
  const key = await records.begin(file, call);
  await putBytes(store, { key, bytes, contentType }, call.log);
  return records.finish(key, call);
}
