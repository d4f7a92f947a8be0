import type { Readable } from "node:stream";
import { chicagoSource } from "./chicago.ts";
import { COUNTY_TABLE_YEAR, type CountyHazards } from "./county-hazards.ts";
import { readCsvRows } from "./csv-rows.ts";
import { readCountyHazards } from "./fema-nri.ts";
import { mergeProperty } from "./merge-property.ts";
import { newYorkSource } from "./nyc-ll33.ts";
import type { RowReader } from "./row-reader.types.ts";
import type { CanonicalProperty } from "./property.types.ts";
import { seattleSource } from "./seattle.ts";
import { FEMA_NRI } from "./source-catalogue.ts";
import type { RejectedRow, StagedYear } from "./staged-year.types.ts";

export const PROPERTY_SOURCES: readonly RowReader[] = [seattleSource, chicagoSource, newYorkSource];

/** Opens one of the files a source names; null when the caller does not have it. */
export type OpenFile = (fileName: string) => Readable | null;

/** Told of every row that is used, with the record that it is about. */
export type OnRecord = (record: StagedRecord) => void;

/** One publisher's row as it came, by its natural key. `propertyId` is null for what is no building. */
export interface StagedRecord {
  sourceId: string;
  recordId: string;
  dataYear: number;
  propertyId: string | null;
  cells: Readonly<Record<string, string>>;
}

/** How many rows one source's files held, and what became of them. */
export interface SourceCount {
  sourceId: string;
  read: number;
  staged: number;
  rejected: number;
  properties: number;
}

export interface Portfolio {
  /** Sorted by id. */
  properties: CanonicalProperty[];
  rejected: RejectedRow[];
  counts: SourceCount[];
  counties: CountyHazards;
}

interface StagedSource {
  byProperty: Map<string, [StagedYear, ...StagedYear[]]>;
  read: number;
  staged: number;
}

function collect(into: StagedSource, year: StagedYear): string | null {
  const known = into.byProperty.get(year.propertyId);
  if (known === undefined) into.byProperty.set(year.propertyId, [year]);
  else if (known.some((other) => other.dataYear === year.dataYear))
    return "a second row for the same record and year";
  else known.push(year);
  into.staged += 1;
  return null;
}

/** Stages one file of one source. Bad rows go to `onRejected` with their line and reason. */
async function stageFile(
  source: RowReader,
  file: string,
  stream: Readable,
  into: StagedSource,
  { onRejected, onRecord }: { onRejected: (row: RejectedRow) => void; onRecord: OnRecord },
): Promise<void> {
  const reject = (line: number, reason: string, raw: string): void =>
    onRejected({ kind: "rejected", sourceId: source.description.id, file, line, reason, raw });
  await readCsvRows(
    stream,
    source.requiredColumns,
    (row) => {
      into.read += 1;
      const staged = source.stageRow(row);
      const reason = typeof staged === "string" ? staged : collect(into, staged);
      if (reason !== null) reject(row.line, reason, row.raw);
      else if (typeof staged !== "string") onRecord({ ...keyOf(staged), cells: row.cells() });
    },
    (bad) => {
      into.read += 1;
      reject(bad.line, bad.reason, bad.raw);
    },
  );
}

function keyOf({ sourceId, recordId, dataYear, propertyId }: StagedYear): Omit<StagedRecord, "cells"> {
  return { sourceId, recordId, dataYear, propertyId };
}

async function readCounties(
  open: OpenFile,
  onRejected: (row: RejectedRow) => void,
  onRecord: OnRecord,
): Promise<CountyHazards> {
  const stream = open(FEMA_NRI.files[0] ?? "");
  if (stream === null) return new Map();
  return readCountyHazards(stream, onRejected, (recordId, row) =>
    onRecord({
      sourceId: FEMA_NRI.id,
      recordId,
      dataYear: COUNTY_TABLE_YEAR,
      propertyId: null,
      cells: row.cells(),
    }),
  );
}

/**
 * Reads every file the caller can open and merges it to one record a building, the same for the same files. A file that
 * is absent contributes nothing; a file with other columns than expected throws MissingColumnsError.
 */
export async function readPortfolio(
  open: OpenFile,
  retrievedAt: string,
  onRecord: OnRecord = () => undefined,
): Promise<Portfolio> {
  const rejected: RejectedRow[] = [];
  const counts: SourceCount[] = [];
  const properties: CanonicalProperty[] = [];
  const counties = await readCounties(open, (row) => rejected.push(row), onRecord);
  for (const source of PROPERTY_SOURCES) {
    const staged: StagedSource = { byProperty: new Map(), read: 0, staged: 0 };
    for (const file of source.description.files) {
      const stream = open(file);
      const onRejected = (row: RejectedRow) => rejected.push(row);
      if (stream !== null) await stageFile(source, file, stream, staged, { onRejected, onRecord });
    }
    const context = { source: source.description, counties, retrievedAt };
    for (const years of staged.byProperty.values()) properties.push(mergeProperty(years, context));
    const { read, staged: kept, byProperty } = staged;
    counts.push({
      sourceId: source.description.id,
      read,
      staged: kept,
      rejected: read - kept,
      properties: byProperty.size,
    });
  }
  properties.sort((a, b) => (a.id < b.id ? -1 : 1));
  return { properties, rejected, counts, counties };
}
