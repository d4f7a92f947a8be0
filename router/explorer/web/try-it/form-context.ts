import { createContext } from "preact";
import type { Step } from "./edit-value.ts";

/** What every field of one form shares. */
export interface FormContextValue {
  /** Start of every element id, so that two forms on a page do not meet. */
  idPrefix: string;
  /** Messages by path: "items.0.amount". */
  faults: ReadonlyMap<string, string>;
  /** True for changes of stored objects, where null clears a value. */
  allowsNull: boolean;
  onChange(path: readonly Step[], value: unknown): void;
}

export const FormContext = createContext<FormContextValue>({
  idPrefix: "form",
  faults: new Map(),
  allowsNull: false,
  onChange: () => {},
});

/** Element id of the field at a path. */
export function fieldId(idPrefix: string, path: readonly Step[] | string): string {
  return `${idPrefix}-${typeof path === "string" ? path : path.join(".")}`;
}
