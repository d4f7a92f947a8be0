import { cellOf, readCell, readRatio } from "../properties/cells.ts";
import { checkYear } from "../properties/checks.ts";
import type { CsvRow } from "../properties/csv-rows.ts";
import type { RowReader } from "../properties/row-reader.types.ts";
import { PORTFOLIO_MANAGER } from "../properties/source-catalogue.ts";
import type { StagedYear } from "../properties/staged-year.types.ts";

/** What every property that Portfolio Manager shows must come with; whether they are filled is another matter. */
const REQUIRED = [
  "propertyId",
  "year",
  "grossFloorArea",
  "city",
  "score",
  "siteIntensity",
  "sourceIntensity",
];

function stageRow(row: CsvRow): StagedYear | string {
  const recordId = row.get("propertyId").trim();
  if (!/^\d{1,20}$/.test(recordId)) return "propertyId is not a number";
  const dataYear = Number(row.get("year"));
  if (!Number.isInteger(dataYear) || dataYear < 2000 || dataYear > 2100) return "year is not a year";
  const city = readCell(row, "city", "text");
  const state = readCell(row, "state", "text");
  if (city === null || state === null) return "no city or state";
  const siteEui = readCell(row, "siteIntensity", "positiveNumber");
  const normalised = readCell(row, "sourceIntensityWN", "positiveNumber");
  const sourceEui = normalised ?? readCell(row, "sourceIntensity", "positiveNumber");
  return {
    kind: "staged",
    sourceId: PORTFOLIO_MANAGER.id,
    recordId,
    propertyId: `espm-${recordId}`,
    dataYear,
    line: row.line,
    fields: {
      name: readCell(row, "name", "text"),
      street: readCell(row, "address1", "text"),
      city,
      stateOrProvince: state,
      postalCode: readCell(row, "postalCode", "zipCode"),
      neighborhood: null,
      countyFips: null,
      latitude: null,
      longitude: null,
      yearBuilt: readCell(row, "yearBuilt", "yearBuilt"),
      grossFloorArea: readCell(row, "grossFloorArea", "positiveNumber"),
      floors: null,
      buildings: null,
      subtype: readCell(row, "primaryFunction", "subtype"),
      energyStarScore: readCell(row, "score", "percentScore"),
      siteEui,
      sourceEui,
      ghgIntensity: readRatio(row, "totalGHGEmissions", "grossFloorArea", "kilogramsPerArea"),
      // Published per square foot already.
      waterIntensity: cellOf("waterIntensityTotal", row.get("waterIntensityTotal"), "positiveNumber"),
      complianceStatus: null,
      rating: null,
    },
    typeHint: null,
    sourceEuiBasis: sourceEui === null ? null : normalised === null ? "asReported" : "weatherNormalized",
    emissionFactor: null,
    checks: checkYear({
      siteEui: siteEui?.value ?? null,
      sourceEui: sourceEui?.value ?? null,
      fuels: [],
      totalEnergy: null,
    }),
    flags: [],
  };
}

/** Portfolio Manager's properties, each with the metrics of a year. */
export const portfolioManagerReader: RowReader = {
  description: PORTFOLIO_MANAGER,
  requiredColumns: REQUIRED,
  stageRow,
};
