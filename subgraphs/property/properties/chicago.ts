import { constantCell, readCell, readRatio } from "./cells.ts";
import { checkYear } from "./checks.ts";
import type { CsvRow } from "./csv-rows.ts";
import type { RowReader } from "./row-reader.types.ts";
import { CHICAGO } from "./source-catalogue.ts";
import type { StagedFields, StagedYear } from "./staged-year.types.ts";
import { applyTransform } from "./transforms.ts";
import { genericTypeOf } from "./vocabulary.ts";

const AREA = "Gross Floor Area - Buildings (sq ft)";
const SITE_EUI = "Site EUI (kBtu/sq ft)";
const FUELS = [
  "Electricity Use (kBtu)",
  "Natural Gas Use (kBtu)",
  "District Steam Use (kBtu)",
  "District Chilled Water Use (kBtu)",
  "All Other Fuel Use (kBtu)",
] as const;

/**
 * The factor behind the published totals. Total less gas at 53.11 kg/MMBtu, over electricity, gives back RFCW of eGRID2018
 * (1174 lb/MWh) for 2020, 2019 for 2021, 2020 for 2022, 2021 for 2023, and 1252 lb/MWh (eGRID2016) before that.
 */
function gridFactorOf(dataYear: number): { source: string; subregion: string } {
  return { source: `eGRID${dataYear < 2020 ? 2016 : dataYear - 2}`, subregion: "RFCW" };
}

function readFields(row: CsvRow): StagedFields {
  return {
    name: readCell(row, "Property Name", "text"),
    street: readCell(row, "Address", "text"),
    city: constantCell("Chicago"),
    stateOrProvince: constantCell("IL"),
    postalCode: readCell(row, "ZIP Code", "zipCode"),
    neighborhood: readCell(row, "Community Area", "neighborhood"),
    countyFips: constantCell("17031"),
    latitude: readCell(row, "Latitude", "latitude"),
    longitude: readCell(row, "Longitude", "longitude"),
    yearBuilt: readCell(row, "Year Built", "yearBuilt"),
    grossFloorArea: readCell(row, AREA, "positiveNumber"),
    floors: null,
    buildings: readCell(row, "# of Buildings", "positiveInteger"),
    subtype: readCell(row, "Primary Property Type", "subtype"),
    energyStarScore: readCell(row, "ENERGY STAR Score", "percentScore"),
    siteEui: readCell(row, SITE_EUI, "positiveNumber"),
    sourceEui:
      readCell(row, "Weather Normalized Source EUI (kBtu/sq ft)", "positiveNumber") ??
      readCell(row, "Source EUI (kBtu/sq ft)", "positiveNumber"),
    ghgIntensity: readRatio(row, "Total GHG Emissions (Metric Tons CO2e)", AREA, "kilogramsPerArea"),
    waterIntensity: readRatio(row, "Water Use (kGal)", AREA, "gallonsPerArea"),
    complianceStatus: readCell(row, "Reporting Status", "complianceStatus"),
    rating: readCell(row, "Chicago Energy Rating", "text"),
  };
}

function readChecks(row: CsvRow, fields: StagedFields): Record<string, boolean> {
  const siteEui = fields.siteEui?.value ?? null;
  const area = fields.grossFloorArea?.value ?? null;
  return checkYear({
    siteEui,
    sourceEui: fields.sourceEui?.value ?? null,
    fuels: FUELS.map((column) => applyTransform("parseNumber", row.get(column))),
    totalEnergy: siteEui === null || area === null ? null : siteEui * area,
  });
}

function stageRow(row: CsvRow): StagedYear | string {
  const recordId = row.get("ID").trim();
  if (!/^\d{1,10}$/.test(recordId)) return "ID is not a number";
  const dataYear = Number(row.get("Data Year"));
  if (!Number.isInteger(dataYear) || dataYear < 2000 || dataYear > 2100) return "Data Year is not a year";
  const fields = readFields(row);
  if (fields.complianceStatus === null) return `unknown Reporting Status "${row.get("Reporting Status")}"`;
  const hasWater = readRatio(row, "Water Use (kGal)", AREA, "quotient") !== null;
  return {
    kind: "staged",
    sourceId: CHICAGO.id,
    recordId,
    propertyId: `chi-${recordId}`,
    dataYear,
    line: row.line,
    fields,
    typeHint: genericTypeOf(row.get("Primary Property Type")),
    sourceEuiBasis:
      fields.sourceEui === null
        ? null
        : fields.sourceEui.column.startsWith("Weather")
          ? "weatherNormalized"
          : "asReported",
    emissionFactor: gridFactorOf(dataYear),
    checks: readChecks(row, fields),
    flags: hasWater && fields.waterIntensity === null ? ["waterImplausible"] : [],
  };
}

/** Chicago's benchmarking file, all years in one. */
export const chicagoSource: RowReader = {
  description: CHICAGO,
  requiredColumns: ["Data Year", "ID", "Property Name", "Reporting Status", "Address", AREA, SITE_EUI],
  stageRow,
};
