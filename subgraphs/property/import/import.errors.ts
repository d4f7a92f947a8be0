/** The files cannot be read as a portfolio: some are missing, unreadable or of another kind. Nothing was changed. */
export class ImportSourceError extends Error {
  override name = "ImportSourceError";
}

/** A guard held the import: the files can be read but are too unlike the last ones. Nothing was changed. */
export class ImportHeldError extends Error {
  override name = "ImportHeldError";
  readonly guard: GuardName;

  constructor(guard: GuardName, message: string) {
    super(`Import held by the guard ${guard}: ${message}`);
    this.guard = guard;
  }
}

export type GuardName = "requiredColumns" | "rowCount" | "rejectedRows" | "medians";

/** Another import is running on this database. */
export class ImportRunningError extends Error {
  override name = "ImportRunningError";

  constructor() {
    super("Another import of properties is running on this database. Wait for it and run this one again.");
  }
}
