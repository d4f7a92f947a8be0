/** Why a sync could not go on. */
export type SyncTrouble = "busy" | "refused" | "calendar_not_found" | "missing_scope" | "connection_lost";

/** Ends a run of a sync early. What was done stays. */
export class SyncStopped extends Error {
  override name = "SyncStopped";
  readonly trouble: SyncTrouble;
  /** How long the service asks to wait; null when it does not say. */
  readonly retryAfterMs: number | null;
  constructor(trouble: SyncTrouble, retryAfterMs: number | null = null) {
    super(`The calendar cannot be synced now: ${trouble}.`);
    this.trouble = trouble;
    this.retryAfterMs = retryAfterMs;
  }
}
