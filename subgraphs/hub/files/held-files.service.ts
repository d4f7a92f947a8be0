import { keepMembership } from "../../../src/db/membership.ts";
import { asSystem, inTransaction } from "../../../src/db/transaction.ts";
import { newId } from "../../../src/ids.ts";
import type { HubContext } from "../hub.context.ts";
import { checkFileLink, pathOfLink, signFileLink, type FileLink } from "./file-link.ts";
import { isOwnerClosed, markStored, readLinkVersion } from "./file.rows.ts";
import {
  fileAlreadySent,
  fileAwaited,
  fileLinkExpired,
  fileLinkRevoked,
  fileNotFound,
  invalidFileLink,
} from "./files.errors.ts";
import { claimBriefFile, findHeldFile, insertBriefFile } from "./upload.rows.ts";
import type {
  BeginFileInput,
  ClaimFileInput,
  FinishedFile,
  HeldFile,
  OwnedFileInput,
} from "./uploads.types.ts";

/** How long a link to send a file, and one to an answer that is a file, are good. */
export const briefLinkMs = 15 * 60_000;

/**
 * The file that a link lets its holder send. Throws INVALID_FILE_LINK (403), FILE_LINK_EXPIRED (410), then
 * FILE_NOT_FOUND (404), FILE_LINK_REVOKED (410), and INVALID_STATE (409) when its bytes have come.
 */
export async function findAwaited(ctx: HubContext, link: FileLink): Promise<HeldFile> {
  const now = ctx.clock.now();
  const verdict = checkFileLink(ctx.ports.files.signingKeys, link, now, "send");
  if (verdict === "bad") throw invalidFileLink();
  if (verdict === "expired") throw fileLinkExpired();
  const file = await asSystem(ctx.em, async (em) => {
    const found = await findHeldFile(em, link.fileId, now);
    return found && !(await isOwnerClosed(em, found.ownerId)) ? found : null;
  });
  if (!file) throw fileNotFound();
  if (Number(link.version) !== file.linkVersion) throw fileLinkRevoked();
  if (file.sha256 !== null) throw fileAlreadySent();
  const { id: storageKey, filename, contentType, size } = file;
  return { storageKey, filename, contentType, size };
}

/**
 * A file that has come, by its id, when it is this owner's. Throws FILE_NOT_FOUND, as for one that never was,
 * and INVALID_STATE while its bytes are awaited.
 */
export async function findOwned(ctx: HubContext, { fileId, ownerId }: OwnedFileInput): Promise<HeldFile> {
  const owner = { em: ctx.em, principal: { ownerId } };
  const now = ctx.clock.now();
  const file = await inTransaction(owner, (em) => findHeldFile(em, fileId, now));
  if (file?.ownerId !== ownerId) throw fileNotFound();
  if (!file.isStored) throw fileAwaited();
  const { id: storageKey, filename, contentType, size } = file;
  return { storageKey, filename, contentType, size };
}

/** Claims a pending file for the bytes of this hash: the first upload, and no other. Throws INVALID_STATE. */
export async function claimFile(ctx: HubContext, { fileId, sha256 }: ClaimFileInput): Promise<string> {
  if (!(await asSystem(ctx.em, (em) => claimBriefFile(em, fileId, sha256)))) throw fileAlreadySent();
  return fileId;
}

/** Records a file that is about to be stored for an owner; returns its id. It is not readable before `finishFile`. */
export async function beginFile(
  ctx: HubContext,
  { ownerId, appId, filename, contentType, size, sha256, isLasting }: BeginFileInput,
): Promise<string> {
  const now = ctx.clock.now();
  const id = newId("file");
  const keptUntil = isLasting ? null : new Date(now.getTime() + briefLinkMs);
  const file = { id, ownerId, appId, filename, contentType, size, sha256, keptUntil };
  await asSystem(ctx.em, async (em) => {
    await insertBriefFile(em, file, now);
    // The router writes it, for a member.
    await keepMembership(em, ctx.principal.membership);
  });
  return id;
}

/** Marks the bytes of a file as stored: it may be used, and opened by the returned link for 15 minutes. */
export async function finishFile(ctx: HubContext, fileId: string): Promise<FinishedFile> {
  const now = ctx.clock.now();
  const expiresAt = new Date(now.getTime() + briefLinkMs);
  const link = await asSystem(ctx.em, async (em) => {
    const version = await readLinkVersion(em, fileId);
    const signed = signFileLink(ctx.ports.files.signingKeys, fileId, expiresAt, { version });
    await markStored(em, fileId, { expiresAt, keyId: signed.keyId }, now);
    await keepMembership(em, ctx.principal.membership);
    return signed;
  });
  return { url: ctx.publicUrl + pathOfLink(link), expiresAt };
}

/** A link for 15 minutes to a stored file of an owner. Throws FILE_NOT_FOUND, and INVALID_STATE while its bytes are awaited. */
export async function linkOwnedFile(
  ctx: HubContext,
  { fileId, ownerId }: OwnedFileInput,
): Promise<FinishedFile> {
  const now = ctx.clock.now();
  const expiresAt = new Date(now.getTime() + briefLinkMs);
  const owner = { em: ctx.em, principal: { ownerId } };
  const file = await inTransaction(owner, (em) => findHeldFile(em, fileId, now), { readOnly: true });
  if (file?.ownerId !== ownerId) throw fileNotFound();
  if (!file.isStored) throw fileAwaited();
  const link = signFileLink(ctx.ports.files.signingKeys, fileId, expiresAt, { version: file.linkVersion });
  return { url: ctx.publicUrl + pathOfLink(link), expiresAt };
}
