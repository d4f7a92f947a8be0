/** A value, or a promise of it where there is something to wait for. */
export type MaybePromise<T> = T | Promise<T>;

/** True for a promise: only those are worth the wait. */
export function isPromise<T>(value: MaybePromise<T>): value is Promise<T> {
  return typeof (value as { then?: unknown } | null)?.then === "function";
}
