import { COUNTY_TABLE_YEAR } from "../properties/county-hazards.ts";
import type { CsvRow } from "../properties/csv-rows.ts";
import { COUNTY_COLUMNS, readCounty } from "../properties/fema-nri.ts";
import { PROPERTY_SOURCES } from "../properties/read-portfolio.ts";
import type { RowReader } from "../properties/row-reader.types.ts";
import { FEMA_NRI, OPENFEMA } from "../properties/source-catalogue.ts";
import { portfolioManagerReader } from "./espm-reader.ts";

/**
 * Identifies a row's subject: its natural key within the source. `propertyId` is null for rows that are not buildings.
 */
export interface RecordKey {
  recordId: string;
  dataYear: number;
  propertyId: string | null;
}

/** Distinguishes the rows of one source. `keyOf` returns the key, or the reason why the row cannot be used. */
export interface RecordReader {
  readonly requiredColumns: readonly string[];
  keyOf(row: CsvRow): RecordKey | string;
}

const buildingReaders: readonly RowReader[] = [...PROPERTY_SOURCES, portfolioManagerReader];

function keysOfBuildings({ requiredColumns, stageRow }: RowReader): RecordReader {
  return {
    requiredColumns,
    keyOf(row) {
      const staged = stageRow(row);
      if (typeof staged === "string") return staged;
      const { recordId, dataYear, propertyId } = staged;
      return { recordId, dataYear, propertyId };
    },
  };
}

const counties: RecordReader = {
  requiredColumns: COUNTY_COLUMNS,
  keyOf(row) {
    const county = readCounty(row);
    return typeof county === "string"
      ? county
      : { recordId: county.fips, dataYear: COUNTY_TABLE_YEAR, propertyId: null };
  },
};

const declarations: RecordReader = {
  requiredColumns: [
    "id",
    "disasterNumber",
    "declarationDate",
    "fipsStateCode",
    "fipsCountyCode",
    "incidentType",
  ],
  keyOf(row) {
    const recordId = row.get("id");
    const dataYear = Number(row.get("declarationDate").slice(0, 4));
    if (recordId === "" || recordId.length > 64) return "no id";
    if (!Number.isInteger(dataYear) || dataYear < 1900 || dataYear > 2100)
      return "declarationDate is no date";
    return { recordId, dataYear, propertyId: null };
  },
};

/** By source id. A source without a reader has no rows to keep. */
export const RECORD_READERS: ReadonlyMap<string, RecordReader> = new Map([
  ...buildingReaders.map((reader) => [reader.description.id, keysOfBuildings(reader)] as const),
  [FEMA_NRI.id, counties],
  [OPENFEMA.id, declarations],
]);

/** By source id: how a building's rows become its years. */
export const BUILDING_READERS: ReadonlyMap<string, RowReader> = new Map(
  buildingReaders.map((reader) => [reader.description.id, reader]),
);
