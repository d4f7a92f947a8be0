import { constantCell, readCell, readRatio } from "./cells.ts";
import { checkYear } from "./checks.ts";
import type { CsvRow } from "./csv-rows.ts";
import type { RowReader } from "./row-reader.types.ts";
import type { PropertyType } from "./property.types.ts";
import { SEATTLE } from "./source-catalogue.ts";
import type { StagedFields, StagedYear } from "./staged-year.types.ts";
import { applyTransform } from "./transforms.ts";

const BUILDING_AREA = "PropertyGFABuilding(s)";
const FUELS = ["SteamUse(kBtu)", "Electricity(kBtu)", "NaturalGas(kBtu)", "OtherFuelUse(kBtu)"] as const;

function number(row: CsvRow, column: string): number | null {
  return applyTransform("parseNumber", row.get(column));
}

/** The published intensity column divides by the area with parking (2016) or by neither area (2015), so it is never read. */
function readGhgIntensity(row: CsvRow): StagedFields["ghgIntensity"] {
  const column = row.get("TotalGHGEmissions") === "" ? "GHGEmissions(MetricTonsCO2e)" : "TotalGHGEmissions";
  const hasEnergy = readCell(row, "SiteEUI(kBtu/sf)", "positiveNumber") !== null;
  return hasEnergy ? readRatio(row, column, BUILDING_AREA, "kilogramsPerArea") : null;
}

function readFields(row: CsvRow): StagedFields {
  return {
    name: readCell(row, "PropertyName", "text"),
    street: readCell(row, "Address", "text"),
    city: constantCell("Seattle"),
    stateOrProvince: constantCell("WA"),
    postalCode: readCell(row, "ZipCode", "zipCode"),
    neighborhood: readCell(row, "Neighborhood", "neighborhood"),
    countyFips: constantCell("53033"),
    latitude: readCell(row, "Latitude", "latitude"),
    longitude: readCell(row, "Longitude", "longitude"),
    yearBuilt: readCell(row, "YearBuilt", "yearBuilt"),
    grossFloorArea: readCell(row, BUILDING_AREA, "positiveNumber"),
    floors: readCell(row, "NumberofFloors", "positiveInteger"),
    buildings: readCell(row, "NumberofBuildings", "positiveInteger"),
    subtype: readCell(row, "LargestPropertyUseType", "subtype"),
    energyStarScore: readCell(row, "ENERGYSTARScore", "percentScore"),
    siteEui: readCell(row, "SiteEUI(kBtu/sf)", "positiveNumber"),
    sourceEui:
      readCell(row, "SourceEUIWN(kBtu/sf)", "positiveNumber") ??
      readCell(row, "SourceEUI(kBtu/sf)", "positiveNumber"),
    ghgIntensity: readGhgIntensity(row),
    waterIntensity: null,
    complianceStatus: readCell(row, "ComplianceStatus", "complianceStatus"),
    rating: null,
  };
}

function readChecks(row: CsvRow, fields: StagedFields): Record<string, boolean> {
  const checks = checkYear({
    siteEui: fields.siteEui?.value ?? null,
    sourceEui: fields.sourceEui?.value ?? null,
    fuels: FUELS.map((column) => number(row, column)),
    totalEnergy: number(row, "SiteEnergyUse(kBtu)"),
  });
  checks.notOutlier = row.get("Outlier") === "";
  const defaultData = row.get("DefaultData").toLowerCase();
  if (defaultData !== "") checks.noDefaultData = defaultData === "no" || defaultData === "false";
  return checks;
}

function hintType(row: CsvRow): PropertyType | null {
  return applyTransform("text", row.get("PrimaryPropertyType")) === "Mixed Use Property" ? "mixed-use" : null;
}

function stageRow(row: CsvRow): StagedYear | string {
  const recordId = row.get("OSEBuildingID").trim();
  if (!/^\d{1,10}$/.test(recordId)) return "OSEBuildingID is not a number";
  const dataYear = Number(row.get("DataYear"));
  if (!Number.isInteger(dataYear) || dataYear < 2000 || dataYear > 2100) return "DataYear is not a year";
  const fields = readFields(row);
  if (fields.complianceStatus === null) return `unknown ComplianceStatus "${row.get("ComplianceStatus")}"`;
  const isNegative = (number(row, "TotalGHGEmissions") ?? 0) < 0;
  return {
    kind: "staged",
    sourceId: SEATTLE.id,
    recordId,
    propertyId: `sea-${recordId}`,
    dataYear,
    line: row.line,
    fields,
    typeHint: hintType(row),
    sourceEuiBasis:
      fields.sourceEui === null
        ? null
        : fields.sourceEui.column.includes("WN")
          ? "weatherNormalized"
          : "asReported",
    emissionFactor: { source: "Seattle City Light", subregion: null },
    checks: readChecks(row, fields),
    flags: isNegative ? ["ghgNegative"] : [],
  };
}

/** Seattle's yearly benchmarking files. */
export const seattleSource: RowReader = {
  description: SEATTLE,
  requiredColumns: [
    "OSEBuildingID",
    "DataYear",
    "PropertyName",
    "Address",
    BUILDING_AREA,
    "SiteEUI(kBtu/sf)",
    "ComplianceStatus",
  ],
  stageRow,
};
