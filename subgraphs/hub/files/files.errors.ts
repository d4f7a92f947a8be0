import { DomainError } from "../../../src/errors.ts";

/** 403: the link was changed, or not signed here. */
export function invalidFileLink(): DomainError {
  return new DomainError("INVALID_FILE_LINK", "This link is not valid. Check that it is complete.");
}

/** 410: the link's time is over. */
export function fileLinkExpired(): DomainError {
  return new DomainError("FILE_LINK_EXPIRED", "This link has expired. Ask the file's owner for a new one.");
}

/** 410: the owner has revoked the links of the file, or its bytes were replaced. */
export function fileLinkRevoked(): DomainError {
  return new DomainError("FILE_LINK_REVOKED", "This link was revoked. Ask the file's owner for a new one.");
}

/** 404: the file does not exist, was deleted, or belongs to another account. */
export function fileNotFound(): DomainError {
  return new DomainError("FILE_NOT_FOUND", "File not found. Check the ID.");
}

/** 500: the store has failed. */
export function storageFailed(cause: unknown): DomainError {
  return new DomainError(
    "STORAGE_ERROR",
    "The file could not be stored. Try again.",
    { retryable: true },
    { cause },
  );
}

/** 409: the bytes have come already. */
export function fileAlreadySent(): DomainError {
  return new DomainError(
    "INVALID_STATE",
    "This file was already uploaded. An upload URL works once; request a new one.",
    {
      current: "sent",
      allowed: ["awaited"],
    },
  );
}

/** 409: the file's id was given out, and its bytes have not come. */
export function fileAwaited(): DomainError {
  return new DomainError(
    "INVALID_STATE",
    "This file was not uploaded yet. Send its bytes to the upload URL.",
    {
      current: "awaited",
      allowed: ["stored"],
    },
  );
}

/** 422: the account keeps as much as it may. */
export function uploadsFull(maxBytes: number): DomainError {
  return new DomainError("BUSINESS_RULE", "Storage limit reached. Delete files you no longer need.", {
    rule: "uploads_full",
    maxBytes,
  });
}
