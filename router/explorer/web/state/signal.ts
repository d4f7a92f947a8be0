import { useEffect, useState } from "preact/hooks";

/** Shared value that notifies its listeners of changes. */
export interface Signal<T> {
  readonly value: T;
  set(next: T): void;
  /** Calls the listener at each change. Returns a function that removes it. */
  subscribe(listener: (value: T) => void): () => void;
}

/** Creates a signal. Setting the current value again does not notify listeners. */
export function createSignal<T>(initial: T): Signal<T> {
  let value = initial;
  const listeners = new Set<(value: T) => void>();
  return {
    get value() {
      return value;
    },
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener(value);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** The signal's value; the component is drawn again when it changes. */
export function useSignal<T>(signal: Signal<T>): T {
  const [value, setValue] = useState(signal.value);
  useEffect(() => {
    // It may have changed between drawing and now.
    setValue(() => signal.value);
    return signal.subscribe((next) => setValue(() => next));
  }, [signal]);
  return value;
}
