/** Thrown when the outcome of a COMMIT is unknown: the connection was lost during it. */
export class CommitUnknownError extends Error {
  constructor(cause: unknown) {
    super("The connection was lost while a transaction was committed.", { cause });
    this.name = "CommitUnknownError";
  }
}
