/**
 * What an account may take with it of a subgraph's tables. By default that is every row whose `owner_id` is the account, with
 * all of its columns; what differs is listed here, each with its reason. A test classifies every table and column.
 */
export interface OwnData {
  /** Name of the subgraph and of its schema in the database. */
  schema: string;
  /** Tables of accounts without `owner_id`: the column that has the account's ID. */
  accountColumns: Readonly<Record<string, string>>;
  /** Tables with rows of accounts that are not exported, with the reason. */
  excluded: Readonly<Record<string, string>>;
  /** Columns that are not exported, as `table.column`, with the reason. */
  secrets: Readonly<Record<string, string>>;
  /** Tables with rows that outlive their account. Rows of all others are deleted when the account is erased. */
  kept: Readonly<Record<string, KeptRows>>;
  /** Columns of bytes, by table: they are exported as files, not as text. */
  byteColumns: Readonly<Record<string, { column: string; contentType: string }>>;
  /** App of a table without a column `app_id`; `central` for what belongs to the account as a whole. */
  appOf(table: string): string;
}

/** Rows that outlive their account. They are moved to an anonymous owner. */
export interface KeptRows {
  /** Why they are kept, and for how long. The report of the erasure repeats it. */
  reason: string;
  /** Condition on the row `t`, where only some are kept: the others are deleted. */
  where?: string;
  /** Columns that are emptied. */
  cleared?: readonly string[];
  /** True where the rows cannot change, and keep their owner. */
  keepsOwner?: true;
}

/** A table as it is exported. */
export interface OwnTable {
  name: string;
  accountColumn: string;
  /** Exported columns with their types, in the order of the table; generated ones say nothing more and are left out. */
  columns: readonly { name: string; type: string }[];
  /** The primary key, which orders the rows. */
  key: readonly { name: string; type: string }[];
  hasAppColumn: boolean;
}

/** Rows of a table, and the key of the last one; null when there are no more. */
export interface OwnPage {
  rows: OwnRow[];
  after: readonly string[] | null;
}

export interface OwnRow {
  /** The row as a JSON object. */
  json: string;
  /** The same values as text, by column. */
  cells: (string | null)[];
}

/** Bytes of one row. */
export interface OwnBytes {
  name: string;
  contentType: string;
  bytes: Uint8Array;
  after: readonly string[];
}
