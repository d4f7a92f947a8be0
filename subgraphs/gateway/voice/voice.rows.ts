import { plainRows } from "../../../src/db/rows.ts";
import type { VoiceTables } from "./voice-tables.ts";

/** Readers and writers of the calling app's tables. */
export const { findRows, findOwn, insertAll, updateRow, pageRows } = plainRows<VoiceTables>();
