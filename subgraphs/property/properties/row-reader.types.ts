import type { CsvRow } from "./csv-rows.ts";
import type { SourceDescription } from "./source-catalogue.ts";
import type { StagedYear } from "./staged-year.types.ts";

/**
 * Reads the rows of a publisher of yearly building records. `stageRow` returns the cleaned row, or the reason why it
 * cannot be used.
 */
export interface RowReader {
  readonly description: SourceDescription;
  readonly requiredColumns: readonly string[];
  stageRow(row: CsvRow): StagedYear | string;
}
