/** A file in a person's storage at a service. */
export interface RemoteFile {
  id: string;
  name: string;
  /** Null for folders and documents that exist at the service alone. */
  contentType: string | null;
  size: number | null;
  modifiedAt: string | null;
}

/**
 * What was asked for, or why there is nothing:
 * - `unauthorized`: the token is not good.
 * - `missing_scope`: the grant does not include files.
 * - `not_found`: the service has no such file for this person.
 * - `refused`: the service refuses the request, or its answer is not of the protocol.
 * - `later`: no answer, an outage or a limit.
 */
export type DriveAnswer<Value> =
  | { kind: "found"; value: Value }
  | { kind: "unauthorized" }
  | { kind: "missing_scope" | "not_found" | "refused" }
  | { kind: "later"; retryAfterMs: number | null };

export interface RemoteFileList {
  files: RemoteFile[];
  next: string | null;
}

/** A service with a person's files. It never throws and changes nothing there. */
export interface ConnectedDrive {
  /** As scopes are granted, any of which suffices; the first one is asked for. */
  readonly scopes: readonly [string, ...string[]];
  /** Files whose name or text has the query, or the latest ones of the service's choice; no folders. */
  list(request: {
    accessToken: string;
    query: string | null;
    limit: number;
    next: string | null;
  }): Promise<DriveAnswer<RemoteFileList>>;
  read(request: { accessToken: string; fileId: string }): Promise<DriveAnswer<RemoteFile>>;
  /** The bytes of a file, at most `maxBytes`. */
  download(request: { accessToken: string; fileId: string; maxBytes: number }): Promise<DriveAnswer<Buffer>>;
}

/** Services with files, by the name of their connection. */
export type ConnectedDrives = ReadonlyMap<string, ConnectedDrive>;
