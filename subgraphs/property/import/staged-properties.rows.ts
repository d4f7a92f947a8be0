import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../src/db/sql.ts";
import type { CountyHazards } from "../properties/county-hazards.ts";
import { mergeRows } from "../properties/merge-rows.ts";
import type { CanonicalProperty } from "../properties/property.types.ts";
import { PROPERTY_SOURCES } from "../properties/read-portfolio.ts";
import type { RowReader } from "../properties/row-reader.types.ts";

/** Maximum number of buildings, and of rows, in memory at once. */
export const CHUNK = 500;
const ROWS = 1000;

/** Rows that a file import has staged, and the county data that their buildings are merged with. */
export interface StagedRun {
  readonly runId: string;
  readonly counties: CountyHazards;
  readonly retrievedAt: string;
}

/** A building by its source and the record there. */
export interface StagedKey {
  readonly sourceId: string;
  readonly recordId: string;
}

interface StagedRow {
  recordId: string;
  cells: string;
}

const rowsSql = `SELECT record_id AS "recordId", cells::text AS cells FROM source_staged_rows
  WHERE run_id = $1 AND source_id = $2`;

/** Merges all buildings that a run has staged, a chunk at a time. */
export async function* mergeStagedBuildings(
  em: EntityManager,
  run: StagedRun,
): AsyncGenerator<CanonicalProperty[]> {
  for (const reader of PROPERTY_SOURCES) {
    for (let last = ""; ;) {
      // In the order of the primary key and with a limit, so that the plan uses the key with or without statistics.
      const rows = await executeSql<StagedRow>(
        em,
        `${rowsSql} AND record_id > $3 ORDER BY record_id, data_year LIMIT ${ROWS}`,
        [run.runId, reader.description.id, last],
      );
      // The last record may have more rows than were read.
      const cut = rows.length < ROWS ? null : rows.at(-1)!.recordId;
      const whole = rows.filter(({ recordId }) => recordId !== cut);
      if (whole.length > 0) yield mergeByRecord(reader, whole, run);
      if (cut === null) break;
      if (whole.length === 0) throw new Error(`${cut} of ${reader.description.id} has ${ROWS} rows or more`);
      last = whole.at(-1)!.recordId;
    }
  }
}

/** Merges these buildings again; all from one source, and at most one chunk. */
export async function mergeStagedKeys(
  em: EntityManager,
  run: StagedRun,
  keys: readonly StagedKey[],
): Promise<CanonicalProperty[]> {
  const reader = PROPERTY_SOURCES.find(({ description }) => description.id === keys[0]?.sourceId);
  if (reader === undefined) return [];
  const rows = await executeSql<StagedRow>(
    em,
    `${rowsSql} AND record_id = ANY($3) ORDER BY record_id, data_year`,
    [run.runId, reader.description.id, keys.map(({ recordId }) => recordId)],
  );
  return mergeByRecord(reader, rows, run);
}

function mergeByRecord(reader: RowReader, rows: readonly StagedRow[], run: StagedRun): CanonicalProperty[] {
  return [...Map.groupBy(rows, ({ recordId }) => recordId).values()].flatMap((own) => {
    const cells = own.map((row) => JSON.parse(row.cells) as Record<string, string>);
    return mergeRows(reader, cells, run) ?? [];
  });
}
