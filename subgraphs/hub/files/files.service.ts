import { createHash } from "node:crypto";
import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../src/db/idempotency.ts";
import { asSystem, inTransaction } from "../../../src/db/transaction.ts";
import type { HubContext } from "../hub.context.ts";
import { linkLifetimeMs, checkFileLink, pathOfLink, signFileLink, type FileLink } from "./file-link.ts";
import { listPartKeys, listParts, takeParts } from "./file-part.rows.ts";
import {
  findStoredFile,
  insertFile,
  isOwnerClosed,
  markDeleted,
  markPurged,
  markStored,
  readLinkVersion,
  revokeLinks,
  type NewFile,
} from "./file.rows.ts";
import {
  fileLinkExpired,
  fileLinkRevoked,
  fileNotFound,
  invalidFileLink,
  storageFailed,
} from "./files.errors.ts";
import type { DeletedFile, LinkedFile, RevokedFileLinks } from "./files.types.ts";

/** A file to be stored for the caller's account, under an id that was made for it. */
export type FileDraft = Pick<NewFile, "id" | "ownerId" | "appId" | "filename" | "contentType"> & {
  bytes: Uint8Array;
};

/**
 * Stores the bytes of a file, outside of any transaction; a repeated call overwrites them. The file is not readable
 * before `publishFile`; a job removes it if it is not published within a day. Throws STORAGE_ERROR.
 */
export async function storeFile(ctx: HubContext, { bytes, ...draft }: FileDraft): Promise<void> {
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const { em, principal } = ctx;
  await inTransaction({ em, principal }, (own) =>
    insertFile(own, { ...draft, size: bytes.byteLength, sha256 }, ctx.clock.now()),
  );
  try {
    await ctx.ports.files.storage.put(draft.id, bytes, draft.contentType);
  } catch (error) {
    ctx.log.error({ err: error }, "a file could not be stored");
    throw storageFailed(error);
  }
}

/**
 * Publishes a stored file in the transaction of `em`. Returns a link to its present version, valid for `lifetimeMs`
 * (24 hours by default).
 */
export async function publishFile(
  ctx: HubContext,
  em: EntityManager,
  fileId: string,
  lifetimeMs = linkLifetimeMs,
): Promise<string> {
  const now = ctx.clock.now();
  const expiresAt = new Date(now.getTime() + lifetimeMs);
  const version = await readLinkVersion(em, fileId);
  const link = signFileLink(ctx.ports.files.signingKeys, fileId, expiresAt, { version });
  await markStored(em, fileId, { expiresAt, keyId: link.keyId }, now);
  return ctx.publicUrl + pathOfLink(link);
}

/**
 * The file of a link, for any bearer. Throws INVALID_FILE_LINK (403) first, then FILE_LINK_EXPIRED (410), and only for
 * a link with a good signature FILE_NOT_FOUND (404; also when the owner's account is suspended or deleted) and
 * FILE_LINK_REVOKED (410; also when the bytes were replaced).
 */
export async function openFileLink(ctx: HubContext, link: FileLink): Promise<LinkedFile> {
  const verdict = checkFileLink(ctx.ports.files.signingKeys, link, ctx.clock.now());
  if (verdict === "bad") throw invalidFileLink();
  if (verdict === "expired") throw fileLinkExpired();
  const file = await asSystem(ctx.em, async (em) => {
    const found = await findStoredFile(em, link.fileId);
    if (!found || (await isOwnerClosed(em, found.ownerId))) return null;
    return { ...found, parts: found.isParted ? await listParts(em, found.id) : [] };
  });
  if (!file || file.deletedAt) throw fileNotFound();
  if (Number(link.version) !== file.linkVersion) throw fileLinkRevoked();
  const { id: storageKey, filename, contentType, size, sha256, parts } = file;
  const expiresAt = new Date(Number(link.expires) * 1000);
  return { storageKey, filename, contentType, size, sha256, expiresAt, parts };
}

/**
 * Deletes a file of the account; administrators may delete any file. All links to it stop working, and its bytes are
 * removed. Idempotent. Throws FILE_NOT_FOUND.
 */
export async function deleteFile(ctx: HubContext, fileId: string): Promise<DeletedFile> {
  const deleted = await exactlyOnce(ctx, { operation: "deleteFile", input: { fileId } }, async (em) => {
    const work = async (own: EntityManager) => {
      const file = await findStoredFile(own, fileId);
      const isTheirs = file?.ownerId === ctx.principal.ownerId && ctx.principal.ownerId !== null;
      if (!file || !(isTheirs || ctx.principal.isAdmin)) throw fileNotFound();
      return { fileId, deletedAt: await markDeleted(own, fileId, ctx.clock.now()) };
    };
    return ctx.principal.isAdmin ? asSystem(em, work) : work(em);
  });
  await removeBytes(ctx, fileId).catch((err: unknown) =>
    // A job comes by.
    ctx.log.warn({ err }, "a deleted file is still in the store"),
  );
  return deleted;
}

/**
 * Revokes all links to a file of the principal's account; administrators may revoke those of any file. The file stays.
 * Throws FILE_NOT_FOUND.
 */
export function revokeFileLinks(ctx: HubContext, fileId: string): Promise<RevokedFileLinks> {
  const { principal } = ctx;
  return exactlyOnce(ctx, { operation: "revokeFileLinks", input: { fileId } }, async (em) => {
    const revokedAt = ctx.clock.now();
    const work = async (own: EntityManager) => {
      const file = await revokeLinks(own, fileId, revokedAt);
      const isTheirs = principal.ownerId !== null && file?.ownerId === principal.ownerId;
      if (!file || !(isTheirs || principal.isAdmin)) throw fileNotFound();
      return { fileId, revokedAt };
    };
    return principal.isAdmin ? asSystem(em, work) : work(em);
  });
}

/** Removes the bytes of a file that was deleted or left. */
export async function removeBytes(ctx: HubContext, fileId: string): Promise<void> {
  const { storage } = ctx.ports.files;
  const parts = await asSystem(ctx.em, (em) => listPartKeys(em, fileId));
  for (const key of parts) await storage.remove(key);
  await storage.remove(fileId);
  if (parts.length > 0) await asSystem(ctx.em, (em) => takeParts(em, fileId, { all: true }));
  await asSystem(ctx.em, (em) => markPurged(em, fileId, ctx.clock.now()));
}
