/**
 * The same function, which keeps its last answer for as long as it is asked for the same. For answers that are large and
 * take long to make, of texts that rarely change; callers share the answer, so they change nothing in it.
 */
export function memoizeLast<Key, Value extends object>(make: (key: Key) => Value): (key: Key) => Value {
  let last: { key: Key; value: Value } | null = null;
  return (key) => {
    if (last?.key !== key) last = { key, value: make(key) };
    return last.value;
  };
}
