import { createHash } from "node:crypto";
import { onceOutside } from "../../../src/db/outside-effect.ts";
import { inTransaction } from "../../../src/db/transaction.ts";
import { DomainError } from "../../../src/errors.ts";
import { isOfType, isUploadType, maxUploadBytes, type UploadType } from "../../../src/file-kind.ts";
import type { HubContext } from "../hub.context.ts";
import { missingScope, needsReauth, providerUnavailable } from "../oauth/oauth.errors.ts";
import { requireConnection, withToken } from "../oauth/use-connection.service.ts";
import type { ConnectedDrive, DriveAnswer, RemoteFile } from "./connected-files.port.ts";
import type {
  ConnectedFilePage,
  ConnectedFilesArgs,
  ImportConnectedFileInput,
} from "./connected-files.types.ts";
import { storageFailed } from "./files.errors.ts";
import { markReceived } from "./upload.rows.ts";
import { beginUpload } from "./uploads.service.ts";
import type { UploadedFile } from "./uploads.types.ts";

/**
 * Files in the storage of a connected account, as the service lists them. Throws CONNECTION_NOT_FOUND,
 * CONNECTION_NEEDS_REAUTH, INVALID_STATE for a service without files or a missing scope, and UPSTREAM_FAILED.
 */
export async function listConnectedFiles(
  ctx: HubContext,
  args: ConnectedFilesArgs,
): Promise<ConnectedFilePage> {
  const { connectionId, query = null, limit, cursor: next = null } = args;
  const drive = await requireDrive(ctx, connectionId);
  const { files, next: following } = await ask(ctx, { connectionId, drive }, (accessToken) =>
    drive.list({ accessToken, query, limit, next }),
  );
  const shown = files.map((file) => ({
    remoteFileId: file.id,
    name: file.name,
    contentType: file.contentType,
    size: file.size,
    modifiedAt: file.modifiedAt === null ? null : new Date(file.modifiedAt),
    importable: isImportable(file),
  }));
  return { files: shown, nextCursor: following };
}

/**
 * Copies a file of a connected account into the account's files, for 7 days. Its bytes must be of its type. Throws what
 * listing throws, NOT_FOUND, BUSINESS_RULE for a type, size or content that files do not have, or when the account stores too
 * much already, and STORAGE_ERROR. Idempotent by the key.
 */
export async function importConnectedFile(
  ctx: HubContext,
  input: ImportConnectedFileInput,
): Promise<UploadedFile> {
  const { connectionId, remoteFileId: fileId } = input;
  let content: Buffer | null = null;
  const fetch = async () => {
    const drive = await requireDrive(ctx, connectionId);
    const place = { connectionId, drive };
    const file = await ask(ctx, place, (accessToken) => drive.read({ accessToken, fileId }));
    const contentType = requireImportable(file);
    content = await ask(ctx, place, (accessToken) =>
      drive.download({ accessToken, fileId, maxBytes: maxUploadBytes }),
    );
    if (!isOfType(content, contentType))
      throw unfit("file_content", "The content of the file is not of its type. Choose another file.");
    return { filename: filenameOf(file.name), contentType, bytes: content };
  };
  return onceOutside(
    ctx,
    { operation: "importConnectedFile", input },
    {
      prepare: fetch,
      record: (em, { filename, contentType, bytes }) =>
        beginUpload(ctx, em, { filename, contentType }, { size: bytes.byteLength, sha256: sha256Of(bytes) }),
      act: async (upload) => {
        // After a crash the file is read again; another content is not what was recorded.
        const bytes = content ?? (await fetch()).bytes;
        if (bytes.byteLength !== upload.size)
          throw unfit("file_changed", "The file has changed meanwhile. Import it again with another key.");
        try {
          await ctx.ports.files.storage.put(upload.fileId, bytes, upload.contentType);
        } catch (error) {
          ctx.log.error({ err: error }, "a file could not be stored");
          throw storageFailed(error);
        }
        return null;
      },
      settle: async (em, upload) => {
        await markReceived(em, upload.fileId, ctx.clock.now());
        return upload;
      },
    },
  );
}

function sha256Of(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}

async function requireDrive(ctx: HubContext, connectionId: string): Promise<ConnectedDrive> {
  const { em, principal, ports } = ctx;
  const noFiles = new DomainError(
    "INVALID_STATE",
    "This service has no files to import. Choose a connection to `google` or `microsoft`.",
    { reason: "no_file_service" },
  );
  const wanted = { connectionId, services: ports.connectedDrives, unfit: noFiles };
  const found = await inTransaction({ em, principal }, (own) => requireConnection(own, ctx, wanted), {
    readOnly: true,
  });
  return found.service;
}

async function ask<Value>(
  ctx: HubContext,
  { connectionId, drive }: { connectionId: string; drive: ConnectedDrive },
  call: (accessToken: string) => Promise<DriveAnswer<Value>>,
): Promise<Value> {
  const answer = await withToken(ctx, connectionId, ({ accessToken }) => call(accessToken));
  switch (answer.kind) {
    case "found":
      return answer.value;
    case "connection_lost":
      throw needsReauth("expired");
    case "missing_scope":
      throw missingScope(drive.scopes[0]);
    case "not_found":
      throw new DomainError("NOT_FOUND", "File not found at the service. Check the remoteFileId.");
    case "refused":
      throw providerUnavailable(false);
    case "later":
    case "no_token":
      throw providerUnavailable();
  }
}

function isImportable({ contentType, size }: RemoteFile): boolean {
  return (
    contentType !== null && isUploadType(contentType) && size !== null && size > 0 && size <= maxUploadBytes
  );
}

function requireImportable({ contentType, size }: RemoteFile): UploadType {
  if (contentType === null || !isUploadType(contentType))
    throw unfit(
      "file_type",
      "Files of this type cannot be imported. Save it as PDF, PNG, JPEG, CSV or text first.",
    );
  if (size === null || size < 1 || size > maxUploadBytes)
    throw unfit("file_size", "The file is empty or has more than 10 MiB. Choose a smaller one.");
  return contentType;
}

/** A name without what file names must not have. */
function filenameOf(name: string): string {
  const cleaned = name.replaceAll(/[/\\\p{C}]+/gu, "_").trim();
  return (cleaned === "" ? "file" : cleaned).slice(0, 200);
}

function unfit(reason: string, message: string): DomainError {
  return new DomainError("BUSINESS_RULE", message, { reason });
}
