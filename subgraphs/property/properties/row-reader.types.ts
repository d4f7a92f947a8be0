import type { CsvRow } from "./csv-rows.ts";
import type { SourceDescription } from "./source-catalogue.ts";
import type { StagedYear } from "./staged-year.types.ts";

/** A publisher of yearly building records. `stageRow` answers the cleaned row, or the reason why it cannot be used. */
export interface PropertySource {
  readonly description: SourceDescription;
  readonly requiredColumns: readonly string[];
  stageRow(row: CsvRow): StagedYear | string;
}
