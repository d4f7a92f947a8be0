import { plainRows } from "../plain.rows.ts";
import type { CallerTables } from "./caller-tables.ts";

/** Readers and writers of the calling app's tables. */
export const { findRows, findOwn, insertAll, updateRow, pageRows } = plainRows<CallerTables>();
