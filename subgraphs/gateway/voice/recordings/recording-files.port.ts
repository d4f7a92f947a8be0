import type { CallContext } from "../../../../src/context.ts";

/** Files of recordings, in the file storage of the account of the call. */
export interface RecordingFiles {
  /** Keeps a file until it is removed; returns its ID. Throws STORAGE_ERROR. */
  keep(
    call: CallContext,
    file: { filename: string; contentType: string; bytes: Uint8Array },
  ): Promise<string>;
  /** A link that anybody may open for 15 minutes. Throws FILE_NOT_FOUND. */
  link(call: CallContext, fileId: string): Promise<{ url: string; expiresAt: Date }>;
  /** Removes a file; one that does not exist is fine. */
  remove(call: CallContext, fileId: string): Promise<void>;
}
