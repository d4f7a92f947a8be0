import { plainRows } from "../../../src/db/rows.ts";
import type { FinanceTables } from "./finance-tables.ts";

/** Readers and writers of the finance app's tables. */
export const { findRows, findOwn, insertAll, updateRow, pageRows } = plainRows<FinanceTables>();
