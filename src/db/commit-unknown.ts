/** Thrown when nobody can tell whether the COMMIT went through: the connection was lost over it. */
export class CommitUnknownError extends Error {
  constructor(cause: unknown) {
    super("The connection was lost while a transaction was committed.", { cause });
    this.name = "CommitUnknownError";
  }
}
