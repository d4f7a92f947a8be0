import { describe, expect, test } from "vitest";
import { distanceKm } from "../../../subgraphs/property/properties/coordinates.ts";
import { typeOfSubtype } from "../../../subgraphs/property/properties/vocabulary.ts";
import { complianceStatusOf, normaliseSubtype } from "../../../subgraphs/property/properties/vocabulary.ts";
import type { CanonicalProperty } from "../../../subgraphs/property/properties/property.types.ts";
import { portfolioCounts, readRealPortfolio } from "../real-portfolio.ts";

async function find(id: string): Promise<CanonicalProperty> {
  const { properties } = await readRealPortfolio();
  const record = properties.find((candidate) => candidate.id === id);
  if (record === undefined) throw new Error(`no record ${id}`);
  return record;
}

describe("the known defects of the published data", () => {
  test("1: Chicago's permuted coordinates of 2023 are never shown, and their owners are flagged", async () => {
    const { properties } = await readRealPortfolio();
    const chicago = properties.filter(({ id }) => id.startsWith("chi-"));
    const years = chicago.flatMap(({ provenance }) =>
      provenance.filter(({ field }) => field.startsWith("location.")).map(({ dataYear }) => dataYear),
    );
    expect(Math.max(...years)).toBe(2022);
    expect(chicago.filter(({ flags }) => flags.includes("coordinateSuspect"))).toHaveLength(
      portfolioCounts.movedCoordinates,
    );
    const unverified = chicago.filter(({ locationAccuracy }) => locationAccuracy === "unverified");
    expect(unverified.every(({ flags }) => flags.includes("coordinateUnverified"))).toBe(true);
    expect(await find("chi-257069")).toMatchObject({
      latitude: null,
      locationAccuracy: "none",
      flags: ["coordinateUnverified"],
    });
    const tower = await find("chi-103606");
    const here = { latitude: tower.latitude ?? 0, longitude: tower.longitude ?? 0 };
    expect(distanceKm(here, { latitude: 41.8789, longitude: -87.6359 })).toBeLessThan(0.1);
  });

  test("2: every year's status words mean one of the known statuses", () => {
    expect(["Submitted", "Submitted Data"].map(complianceStatusOf)).toEqual(["compliant", "compliant"]);
    expect(["Exempt", "Not Covered 2024"].map(complianceStatusOf)).toEqual(["exempt", "notCovered"]);
    expect(["Non-Compliant", "Not Compliant"].map(complianceStatusOf)).toEqual([
      "notSubmitted",
      "notSubmitted",
    ]);
    expect(complianceStatusOf("Pending")).toBeNull();
  });

  test("3: trailing blanks, generic words and renamed types give one name each", async () => {
    expect(normaliseSubtype("Multifamily Housing ")).toBe("Multifamily Housing");
    expect(normaliseSubtype("Multifamily\u00a0Housing")).toBe("Multifamily Housing");
    expect(normaliseSubtype("Senior Care Community")).toBe("Senior Living Community");
    expect(normaliseSubtype("Automobile Dealership")).toBe("Vehicle Dealership");
    expect(normaliseSubtype("Residential")).toBeNull();
    expect(await find("chi-175236")).toMatchObject({ subtype: null, type: "residential" });
    expect(typeOfSubtype("Office")).toBe("commercial");
  });

  test("4: greenhouse gas intensity is the total over the building's own area, and a negative total is none", async () => {
    const tower = await find("sea-775");
    const entry = tower.provenance.find(({ field }) => field === "metrics.ghgIntensity");
    expect(entry?.column).toContain("PropertyGFABuilding(s)");
    expect(tower.ghgIntensity).toBeCloseTo(0.5405, 4);
    const { properties } = await readRealPortfolio();
    const negative = properties.filter(({ flags }) => flags.includes("ghgNegative"));
    expect(negative).toHaveLength(portfolioCounts.negativeEmissions);
    expect(negative[0]?.ghgIntensity).toBeNull();
  });

  test("5: a blank ZIP is unknown, never empty text, and junk in names and streets is kept as published", async () => {
    const { properties } = await readRealPortfolio();
    const withoutZip = properties.filter(
      ({ id, postalCode }) => id.startsWith("sea-") && postalCode === null,
    );
    expect(withoutZip).toHaveLength(portfolioCounts.seattleWithoutZip);
    expect(
      withoutZip.every(({ provenance }) => provenance.every(({ field }) => field !== "address.postalCode")),
    ).toBe(true);
    expect(await find("sea-21435")).toMatchObject({
      name: "space needle",
      street: "400 broard street",
      neighborhood: "Magnolia / Queen Anne",
    });
    expect((await find("sea-775")).name).toBe("Columbia Center - 2015");
  });

  test("6: the mangled house number is flagged, Queens keeps its hyphens, and what is not published stays null", async () => {
    const { properties } = await readRealPortfolio();
    const suspect = properties.filter(({ flags }) => flags.includes("houseNumberSuspect"));
    expect(suspect.map(({ id, street }) => [id, street])).toEqual([["nyc-1002097501", "42426 BROADWAY"]]);
    const queens = await find("nyc-4001340045");
    expect(queens).toMatchObject({
      street: "41-42 50 STREET",
      postalCode: null,
      subtype: null,
      type: "unknown",
      metricsYear: 2019,
    });
  });

  test("7: water outside 0.5 to 500 gallons a square foot is unknown and flagged", async () => {
    const { properties } = await readRealPortfolio();
    const known = properties.flatMap(({ waterIntensity }) =>
      waterIntensity === null ? [] : [waterIntensity],
    );
    expect(Math.min(...known)).toBeGreaterThanOrEqual(0.5);
    expect(Math.max(...known)).toBeLessThanOrEqual(500);
    expect(properties.filter(({ flags }) => flags.includes("waterImplausible"))).toHaveLength(
      portfolioCounts.waterSlips,
    );
    expect((await find("chi-101883")).flags).toContain("waterImplausible");
  });

  test("8: Doña Ana and the county without a type are read", async () => {
    const { counties } = await readRealPortfolio();
    expect(counties.get("35013")?.name).toBe("Doña Ana");
    expect(counties.get("11001")?.name).toBe("Washington");
    expect(counties.size).toBe(3142);
  });

  test("9: hazards are read from the loss rate, not from the exposure percentile", async () => {
    const { counties } = await readRealPortfolio();
    const percentiles = ["17031", "36081", "53033"].map(
      (fips) => counties.get(fips)?.lossRatePercentile.value ?? Number.NaN,
    );
    expect(percentiles.map((value) => Math.round(value * 10) / 10)).toEqual([9.3, 1.2, 88.6]);
  });

  test("10: an ENERGY STAR score always carries the year of its model", async () => {
    const { properties } = await readRealPortfolio();
    for (const { id, energyStarScore, metricsYear, provenance } of properties) {
      if (energyStarScore === null) continue;
      const entry = provenance.find(({ field }) => field === "metrics.energyStarScore");
      if (metricsYear === null || entry?.dataYear !== metricsYear) expect.fail(id);
    }
  });
});
