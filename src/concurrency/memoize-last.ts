import { hash } from "node:crypto";

/**
 * Caches the last result of a function and returns it while the argument stays the same. For results that are
 * large and slow to compute, from texts that rarely change. All callers share the result and must not modify
 * it.
 */
export function memoizeLast<Key, Value extends object>(make: (key: Key) => Value): (key: Key) => Value {
  let last: { key: Key; value: Value } | null = null;
  return (key) => {
    if (last?.key !== key) last = { key, value: make(key) };
    return last.value;
  };
}

/** The same for a text of megabytes, which it compares by its hash and does not keep. */
export function memoizeLastText<Value extends object>(
  make: (text: string) => Value,
): (text: string) => Value {
  let last: { hash: string; value: Value } | null = null;
  return (text) => {
    const found = hash("sha256", text);
    if (last?.hash !== found) last = { hash: found, value: make(text) };
    return last.value;
  };
}
