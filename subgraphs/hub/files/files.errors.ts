import { DomainError } from "../../../src/errors.ts";

/** 403: the link was changed, or nobody here has signed it. */
export function invalidFileLink(): DomainError {
  return new DomainError("INVALID_FILE_LINK", "This link is not one of ours.");
}

/** 410: the link's time is over. */
export function fileLinkExpired(): DomainError {
  return new DomainError("FILE_LINK_EXPIRED", "This link has expired.");
}

/** 404: there is no such file, it was deleted, or it is somebody else's. */
export function fileNotFound(): DomainError {
  return new DomainError("FILE_NOT_FOUND", "There is no such file.");
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
