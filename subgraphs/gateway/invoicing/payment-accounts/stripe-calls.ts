/** Runs calls of the SDK and maps their errors to the port's errors. */
export interface Calls {
  run<T>(call: () => Promise<T>): Promise<T>;
  /** Null when the named object does not exist. */
  find<T>(call: () => Promise<T>): Promise<T | null>;
}
