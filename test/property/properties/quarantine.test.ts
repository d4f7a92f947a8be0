import { Readable } from "node:stream";
import { describe, expect, test } from "vitest";
import { MissingColumnsError } from "../../../subgraphs/property/properties/csv-rows.ts";
import { readPortfolio } from "../../../subgraphs/property/properties/read-portfolio.ts";

const HEADER =
  "10DigitBBl,StreetNumber,StreetName,DOFGrossSquareFootage,EnergyStar1-100Score,EnergyEfficiencyGrade\n";

function readNewYork(text: string) {
  const open = (file: string) =>
    file === "nyc_ll33_grades_2020.csv" ? Readable.from([Buffer.from(text)]) : null;
  return readPortfolio(open, "2024-01-01T00:00:00Z");
}

describe("rows that cannot be used", () => {
  test("one bad row is kept with its line and reason and costs no other row", async () => {
    const rows = [
      "1000130001,1,BROADWAY,180646,97,A",
      "9,2,BROADWAY,1,1,A",
      "1000130002,3,BROADWAY",
      "1000130003,5,BROADWAY,1000,55,C",
    ];
    const { properties, rejected, counts } = await readNewYork(`\ufeff${HEADER}${rows.join("\n")}\n`);
    expect(properties.map(({ id }) => id)).toEqual(["nyc-1000130001", "nyc-1000130003"]);
    expect(rejected.map(({ line, reason }) => [line, reason])).toEqual([
      [3, "BBL is not ten digits of a borough"],
      [4, "3 cells, header has 6"],
    ]);
    expect(counts.find(({ sourceId }) => sourceId === "nyc-ll33")).toMatchObject({
      read: 4,
      staged: 2,
      rejected: 2,
    });
  });

  test("a second row for the same record and year is rejected", async () => {
    const row = "1000130001,1,BROADWAY,180646,97,A\n";
    const { rejected } = await readNewYork(HEADER + row + row);
    expect(rejected.map(({ reason }) => reason)).toEqual(["a second row for the same record and year"]);
  });

  test("a file with other columns is refused as a whole", async () => {
    await expect(readNewYork("a,b\n1,2\n")).rejects.toThrow(MissingColumnsError);
  });

  test("a score outside 1 to 100 is unknown and fails its check", async () => {
    const { properties } = await readNewYork(`${HEADER}1000130001,1,BROADWAY,180646,170,A\n`);
    expect(properties[0]).toMatchObject({
      energyStarScore: null,
      metricsYear: null,
      grossFloorArea: 180_646,
    });
  });
});
