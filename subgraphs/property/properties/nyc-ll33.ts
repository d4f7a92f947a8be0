import { cellOf, constantCell, readCell } from "./cells.ts";
import type { CsvRow } from "./csv-rows.ts";
import type { RowReader } from "./row-reader.types.ts";
import { NEW_YORK } from "./source-catalogue.ts";
import type { Cell, StagedYear } from "./staged-year.types.ts";

/** The grades of 2020 describe the calendar year 2019; the file itself has no year. */
const DATA_YEAR = 2019;
const BBL = "10DigitBBl";
const SCORE = "EnergyStar1-100Score";

function readStreet(row: CsvRow): Cell<string> | null {
  return cellOf("StreetNumber, StreetName", `${row.get("StreetNumber")} ${row.get("StreetName")}`, "text");
}

/**
 * Manhattan's house numbers end below 10,000: five digits are a range (`424-26`) that lost its hyphen in a spreadsheet.
 */
function hasMangledHouseNumber(row: CsvRow): boolean {
  return row.get(BBL).startsWith("1") && /^\d{5,}$/.test(row.get("StreetNumber").trim());
}

/** Every row of the file implies that the building disclosed: the law grades only those that did. */
function complianceCell(row: CsvRow): Cell<"compliant"> {
  return { value: "compliant", column: BBL, raw: row.get(BBL), transform: "listedAsCompliant" };
}

function stageRow(row: CsvRow): StagedYear | string {
  const recordId = row.get(BBL).trim();
  const borough = readCell(row, BBL, "boroughOfBbl");
  const countyFips = readCell(row, BBL, "countyOfBbl");
  if (!/^\d{10}$/.test(recordId) || borough === null || countyFips === null)
    return "BBL is not ten digits of a borough";
  const energyStarScore = readCell(row, SCORE, "percentScore");
  return {
    kind: "staged",
    sourceId: NEW_YORK.id,
    recordId,
    propertyId: `nyc-${recordId}`,
    dataYear: DATA_YEAR,
    line: row.line,
    fields: {
      name: null,
      street: readStreet(row),
      city: constantCell("New York"),
      stateOrProvince: constantCell("NY"),
      postalCode: null,
      neighborhood: borough,
      countyFips,
      latitude: null,
      longitude: null,
      yearBuilt: null,
      grossFloorArea: readCell(row, "DOFGrossSquareFootage", "positiveNumber"),
      floors: null,
      buildings: null,
      subtype: null,
      energyStarScore,
      siteEui: null,
      sourceEui: null,
      ghgIntensity: null,
      waterIntensity: null,
      complianceStatus: complianceCell(row),
      rating: readCell(row, "EnergyEfficiencyGrade", "text"),
    },
    typeHint: null,
    sourceEuiBasis: null,
    emissionFactor: null,
    checks: row.get(SCORE) === "" ? {} : { scoreInRange: energyStarScore !== null },
    flags: hasMangledHouseNumber(row) ? ["houseNumberSuspect"] : [],
  };
}

/** New York's list of energy grades: an address, an area and an ENERGY STAR score, nothing else. */
export const newYorkSource: RowReader = {
  description: NEW_YORK,
  requiredColumns: [BBL, "StreetNumber", "StreetName", "DOFGrossSquareFootage", SCORE],
  stageRow,
};
