import { buffer } from "node:stream/consumers";
import type { EntityManager } from "@mikro-orm/postgresql";
import { validationError } from "../../../../src/errors.ts";
import type { MailAttachment } from "../../../../src/mail/bulk-mail.port.ts";
import { fileNotFound } from "../../files/files.errors.ts";
import { findHeldFile } from "../../files/upload.rows.ts";
import type { HubContext } from "../../hub.context.ts";

/** A file that is sent with a message. Its bytes are read when it is sent. */
export interface AttachedFile {
  fileId: string;
  filename: string;
  contentType: string;
  size: number;
}

/** Mail servers accept messages of 10 MB; base64 makes a third more of a file. */
const mostBytes = 5 * 1024 * 1024;

/** The account's files, in the given order. Throws FILE_NOT_FOUND, and 400 when they are too large together. */
export async function requireAttachments(
  em: EntityManager,
  {
    ownerId,
    fileIds,
    now,
    maxBytes = mostBytes,
  }: { ownerId: string; fileIds: readonly string[]; now: Date; maxBytes?: number | undefined },
): Promise<AttachedFile[]> {
  const files: AttachedFile[] = [];
  for (const fileId of new Set(fileIds)) {
    const file = await findHeldFile(em, fileId, now);
    if (!file?.isStored || file.ownerId !== ownerId) throw fileNotFound();
    const { filename, contentType, size } = file;
    files.push({ fileId, filename, contentType, size });
  }
  if (files.reduce((sum, { size }) => sum + size, 0) > maxBytes)
    throw validationError([
      { path: "attachments", message: `must have at most ${maxBytes} bytes together`, rule: "maxBytes" },
    ]);
  return files;
}

/** The attachments with their bytes; null when a file was deleted since. Throws the errors of the store. */
export async function loadAttachments(
  ctx: HubContext,
  files: readonly AttachedFile[],
): Promise<MailAttachment[] | null> {
  const loaded: MailAttachment[] = [];
  for (const { fileId, filename, contentType } of files) {
    const stream = await ctx.ports.files.storage.open(fileId);
    if (stream === null) return null;
    loaded.push({ filename, contentType, content: await buffer(stream) });
  }
  return loaded;
}
