import { historyTable, type HistoryTableName } from "./history-tables.ts";

export type RowAction = "created" | "updated" | "deleted";
/** A row as JSON, by column. */
export type Image = Readonly<Record<string, unknown>>;

/** What a change did to a row. */
export interface ChangeRow {
  position: number;
  table: HistoryTableName;
  key: Image;
  action: RowAction;
  before: Image | null;
  fingerprint: string | null;
}

/** A row as it is now. */
export interface CurrentRow {
  image: Image;
  fingerprint: string;
}

/** The key of a row as text, the same for equal keys. */
export function keyText(table: HistoryTableName, key: Image): string {
  return JSON.stringify([table, ...historyTable(table).key.map((column) => key[column])]);
}
