import type { ComponentType } from "preact";
import type { PanelCallOptions } from "../account/call-panel.ts";

/** A row of a list, as the operation returns it. */
export type Row = Readonly<Record<string, unknown>>;
export type Values = Record<string, unknown>;

/** Administration is the person's, whatever account is selected. */
export const asAdministrator: PanelCallOptions = { asPerson: true };

/** A field of a filter or of a form. Its name is the argument of the operation. */
export interface FormField {
  name: string;
  label: string;
  kind: "text" | "number" | "yes-no" | "choice" | "lines";
  choices?: readonly string[];
  isRequired?: boolean;
  /** Value before the change: a dotted path in the row. Default: the field's name. */
  from?: string;
  /** Value of an empty form. */
  initial?: string;
}

/** Something that an administrator does with one row, after confirming it. */
export interface RowAction {
  name: string;
  /** Mutation that does it. */
  operation: string;
  isDangerous?: boolean;
  /** Omitted: for every row. */
  isFor?(row: Row): boolean;
  /** What happens, as a sentence. */
  words: string;
  fields?: readonly FormField[];
  /** Arguments that name the row, and the fields of the row that they come from. */
  keys: Readonly<Record<string, string>>;
  /** Sends only the fields that were changed. */
  isChange?: boolean;
}

/** A new row. */
export interface NewRow {
  name: string;
  operation: string;
  fields: readonly FormField[];
}

export interface ColumnFacts {
  name: string;
  /** Dotted path in the row. */
  field: string;
  isNumber?: boolean;
}

/** A page of administration: a list, the details of a row, and what can be done. */
export interface Section {
  path: string;
  title: string;
  /** What the page shows, as a sentence. */
  intro: string;
  /** Query of the list, and where its rows are. */
  list: string;
  rows: string;
  filters?: readonly FormField[];
  /** How the next page is asked for. Omitted: the list is whole. */
  paging?: "offset" | "cursor" | "after";
  columns: readonly ColumnFacts[];
  /** Field that names a row. */
  key: string;
  /** Query of one row with more facts; the row's key is its argument. */
  detail?: { operation: string; argument: string };
  actions?: readonly RowAction[];
  create?: NewRow;
  /** Shown below the list. */
  footer?: ComponentType;
}

/** The value at a dotted path. */
export function valueAt(row: unknown, path: string): unknown {
  return path.split(".").reduce<unknown>((value, name) => {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
    return (value as Record<string, unknown>)[name];
  }, row);
}
