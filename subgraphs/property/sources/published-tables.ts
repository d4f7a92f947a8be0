import { createReadStream } from "node:fs";
import { join } from "node:path";
import { loadReference } from "../green-score/reference.ts";
import { PORTFOLIO_FILES } from "../import/portfolio-files.ts";
import { readCsvRows } from "../properties/csv-rows.ts";
import type { CanonicalProperty, HistoryEntry } from "../properties/property.types.ts";
import { makeSyntheticPortfolio } from "../properties/synthetic-portfolio.ts";
import { CHICAGO_COLUMNS, NEW_YORK_COLUMNS, SEATTLE_COLUMNS } from "./published-columns.ts";

/** Tables of text in the publishers' own columns, by the names of their files. */
export interface PublishedTables {
  files: Record<string, { columns: readonly string[]; rows: string[][] }>;
  /** True when the rows are invented. */
  isSynthetic: boolean;
}

type Cells = Readonly<Record<string, string | number | null>>;

/** The publishers' files of a directory; absent ones are omitted. */
export async function readPublishedTables(dir: string): Promise<PublishedTables> {
  const files: PublishedTables["files"] = {};
  for (const file of PORTFOLIO_FILES) {
    const rows: string[][] = [];
    let columns: readonly string[] = [];
    const read = readCsvRows(
      createReadStream(join(dir, file)),
      [],
      (row) => {
        if (columns.length === 0) columns = row.columnNames();
        rows.push(columns.map((column) => row.get(column)));
      },
      () => undefined,
    );
    const isThere = await read.then(
      () => true,
      () => false,
    );
    if (isThere) files[file] = { columns, rows };
  }
  return { files, isSynthetic: false };
}

let madeTables: PublishedTables | null = null;

/**
 * The invented portfolio as its three cities would publish it, and the counties of the score's reference. The same every
 * time, so they are made once per process.
 */
export async function syntheticTables(now: Date): Promise<PublishedTables> {
  return (madeTables ??= makeTables(now));
}

function makeTables(now: Date): PublishedTables {
  const { counties } = loadReference();
  const records = makeSyntheticPortfolio(counties, now.toISOString());
  const of = (city: string) => records.filter((record) => record.city === city);
  const rowsOf = (columns: readonly string[], all: readonly Cells[]) => ({
    columns,
    rows: all.map((cells) => columns.map((column) => String(cells[column] ?? ""))),
  });
  const seattle = of("Seattle").flatMap((record) => record.history.map((year) => seattleRow(record, year)));
  const inYear = (from: number, to: number) =>
    seattle.filter(({ DataYear: year }) => Number(year) >= from && Number(year) <= to);
  const chicago = of("Chicago").flatMap((record) => record.history.map((year) => chicagoRow(record, year)));
  return {
    isSynthetic: true,
    files: {
      "seattle_benchmarking_2015.csv": rowsOf(SEATTLE_COLUMNS, inYear(0, 2021)),
      "seattle_benchmarking_2016.csv": rowsOf(SEATTLE_COLUMNS, inYear(2022, 9999)),
      "chicago_benchmarking_2018_2023.csv": rowsOf(CHICAGO_COLUMNS, chicago),
      "nyc_ll33_grades_2020.csv": rowsOf(NEW_YORK_COLUMNS, of("New York").map(newYorkRow)),
      "fema_nri_counties.csv": countyTable(counties),
    },
  };
}

function seattleRow(record: CanonicalProperty, year: HistoryEntry): Cells {
  const area = record.grossFloorArea ?? 0;
  return {
    OSEBuildingID: record.recordId,
    DataYear: year.year,
    PrimaryPropertyType: record.subtype,
    PropertyName: record.name,
    Address: record.street,
    City: "Seattle",
    State: "WA",
    ZipCode: record.postalCode,
    Neighborhood: record.neighborhood,
    Latitude: record.latitude,
    Longitude: record.longitude,
    YearBuilt: record.yearBuilt,
    NumberofBuildings: record.buildings,
    NumberofFloors: record.floors,
    PropertyGFATotal: area,
    "PropertyGFABuilding(s)": area,
    LargestPropertyUseType: record.subtype,
    ENERGYSTARScore: year.energyStarScore,
    "SiteEUI(kBtu/sf)": year.siteEui,
    "SourceEUIWN(kBtu/sf)": year.sourceEui,
    ComplianceStatus: year.siteEui === null ? "Non-Compliant" : "Compliant",
    TotalGHGEmissions: tonnesOf(year, area),
  };
}

function chicagoRow(record: CanonicalProperty, year: HistoryEntry): Cells {
  const area = record.grossFloorArea ?? 0;
  const kilogallons = year.waterIntensity === null ? null : ((year.waterIntensity * area) / 1000).toFixed(1);
  return {
    "Data Year": year.year,
    ID: record.recordId,
    "Property Name": record.name,
    "Reporting Status": year.siteEui === null ? "Not Submitted" : "Submitted",
    Address: record.street,
    "ZIP Code": record.postalCode,
    "Community Area": record.neighborhood,
    "Primary Property Type": record.subtype,
    "Gross Floor Area - Buildings (sq ft)": area.toLocaleString("en"),
    "Year Built": record.yearBuilt,
    "# of Buildings": record.buildings,
    "Water Use (kGal)": kilogallons,
    "ENERGY STAR Score": year.energyStarScore,
    "Site EUI (kBtu/sq ft)": year.siteEui,
    "Source EUI (kBtu/sq ft)": year.sourceEui,
    "Weather Normalized Source EUI (kBtu/sq ft)": year.sourceEui,
    "Total GHG Emissions (Metric Tons CO2e)": tonnesOf(year, area),
    Latitude: record.latitude,
    Longitude: record.longitude,
  };
}

function newYorkRow(record: CanonicalProperty): Cells {
  const [, number = "", street = ""] = /^(\S+) (.*)$/.exec(record.street ?? "") ?? [];
  return {
    "10DigitBBl": `1${record.recordId.padStart(9, "0")}`,
    StreetNumber: number,
    StreetName: street.toUpperCase(),
    DOFGrossSquareFootage: record.grossFloorArea,
    "EnergyStar1-100Score": record.energyStarScore,
    EnergyEfficiencyGrade: "B",
  };
}

function tonnesOf({ ghgIntensity }: HistoryEntry, area: number): string | null {
  return ghgIntensity === null ? null : ((ghgIntensity * area) / 1000).toFixed(2);
}

function countyTable(counties: ReturnType<typeof loadReference>["counties"]) {
  const columns = ["STATEABBRV", "COUNTY", "STCOFIPS", "BUILDVALUE", "EAL_VALB", "SOVI_NPCTL", "RESL_NPCTL"];
  const rows = Object.entries(counties)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([fips, { county, state, lossRate, reslPct }]) => [
      state,
      county,
      fips,
      "1000000000",
      String(Math.round(lossRate * 1_000_000_000 * 1000) / 1000),
      "50",
      String(reslPct),
    ]);
  return { columns, rows };
}
