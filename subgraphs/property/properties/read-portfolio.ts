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

/**
 * Called for every usable row: the record with its cells, and its parsed year, which is null for rows that are not
 * buildings. Reading waits for it.
 */
export type OnRecord = (record: StagedRecord, year: StagedYear | null) => void | Promise<void>;

/** One publisher's raw row, by its natural key. `propertyId` is null for rows that are not buildings. */
export interface StagedRecord {
  sourceId: string;
  recordId: string;
  dataYear: number;
  propertyId: string | null;
  cells: Readonly<Record<string, string>>;
}

/** Row counts of one source's files, by result. */
export interface SourceCount {
  sourceId: string;
  read: number;
  staged: number;
  rejected: number;
  properties: number;
}

/** The content of a portfolio's files besides their rows. */
export interface PortfolioSurvey {
  rejected: RejectedRow[];
  counts: SourceCount[];
  counties: CountyHazards;
}

export interface Portfolio extends PortfolioSurvey {
  /** Sorted by id. */
  properties: CanonicalProperty[];
}

interface ReadSource {
  readonly reader: RowReader;
  /** The years with rows, by building. */
  readonly years: Map<string, number[]>;
  read: number;
  staged: number;
}

/** Counts the row, or returns the reason why it is rejected. */
function countIn({ years }: ReadSource, { propertyId, dataYear }: StagedYear): string | null {
  const known = years.get(propertyId);
  if (known?.includes(dataYear)) return "a second row for the same record and year";
  if (known === undefined) years.set(propertyId, [dataYear]);
  else known.push(dataYear);
  return null;
}

/** Reads one file of one source. Bad rows go to `onRejected` with their line and reason. */
async function readFile(
  source: ReadSource,
  { file, stream }: { file: string; stream: Readable },
  { onRejected, onRecord }: { onRejected: (row: RejectedRow) => void; onRecord: OnRecord },
): Promise<void> {
  const { description, requiredColumns, stageRow } = source.reader;
  const reject = (line: number, reason: string, raw: string): void =>
    onRejected({ kind: "rejected", sourceId: description.id, file, line, reason, raw });
  await readCsvRows(
    stream,
    requiredColumns,
    (row) => {
      source.read += 1;
      const year = stageRow(row);
      const reason = typeof year === "string" ? year : countIn(source, year);
      if (typeof year === "string" || reason !== null) return reject(row.line, reason!, row.raw);
      source.staged += 1;
      return onRecord({ ...keyOf(year), cells: row.cells() }, year);
    },
    (bad) => {
      source.read += 1;
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
  const key = { sourceId: FEMA_NRI.id, dataYear: COUNTY_TABLE_YEAR, propertyId: null };
  return readCountyHazards(stream, onRejected, (recordId, row) =>
    onRecord({ ...key, recordId, cells: row.cells() }, null),
  );
}

/**
 * Reads every file the calling code can open, row by row, without keeping rows: `onRecord` does that. An absent file
 * contributes nothing; a file with unexpected columns throws MissingColumnsError.
 */
export async function readPortfolioRows(open: OpenFile, onRecord: OnRecord): Promise<PortfolioSurvey> {
  const rejected: RejectedRow[] = [];
  const onRejected = (row: RejectedRow) => rejected.push(row);
  const counties = await readCounties(open, onRejected, onRecord);
  const counts: SourceCount[] = [];
  for (const reader of PROPERTY_SOURCES) {
    const source: ReadSource = { reader, years: new Map(), read: 0, staged: 0 };
    for (const file of reader.description.files) {
      const stream = open(file);
      if (stream !== null) await readFile(source, { file, stream }, { onRejected, onRecord });
    }
    const { read, staged, years } = source;
    const { id: sourceId } = reader.description;
    counts.push({ sourceId, read, staged, rejected: read - staged, properties: years.size });
  }
  return { rejected, counts, counties };
}

/** Reads every file the calling code can open and merges it to one record per building. Deterministic. */
export async function readPortfolio(open: OpenFile, retrievedAt: string): Promise<Portfolio> {
  const staged = new Map<string, [StagedYear, ...StagedYear[]]>();
  const survey = await readPortfolioRows(open, (_record, year) => {
    if (year === null) return;
    const known = staged.get(year.propertyId);
    if (known === undefined) staged.set(year.propertyId, [year]);
    else known.push(year);
  });
  const properties = [...staged.values()].map((years) => {
    const source = PROPERTY_SOURCES.find(
      ({ description }) => description.id === years[0].sourceId,
    )!.description;
    return mergeProperty(years, { source, counties: survey.counties, retrievedAt });
  });
  properties.sort((a, b) => (a.id < b.id ? -1 : 1));
  return { ...survey, properties };
}
