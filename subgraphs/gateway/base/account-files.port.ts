import type { CallContext } from "../../../src/context.ts";

/** A file that the account uploaded. */
export interface AccountFile {
  filename: string;
  contentType: string;
  bytes: Buffer;
}

/** Reads files of the account of a call. */
export interface AccountFiles {
  /** Throws FILE_NOT_FOUND, also for another account's file, INVALID_STATE before its upload, and STORAGE_ERROR. */
  read(call: CallContext, fileId: string): Promise<AccountFile>;
}
