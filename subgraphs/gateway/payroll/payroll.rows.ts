import { plainRows } from "../../../src/db/rows.ts";
import type { PayrollTables } from "./payroll-tables.ts";

/** Readers and writers of the payroll app's tables. */
export const { findRows, findOwn, insertAll, updateRow, pageRows } = plainRows<PayrollTables>();
