import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { anonymous } from "../../../src/access/principal.ts";
import { applyTransform, type TransformName } from "../../../subgraphs/property/properties/transforms.ts";
import { portfolioCounts } from "../real-portfolio.ts";
import { keyOf, openPropertyApp, userNamed, type PropertyApp } from "../support/open-property.ts";

const DETAILS = `query ($id: ID!, $units: UnitSystem) { property(id: $id, units: $units) {
  id canonicalId name type subtype
  address { street city stateOrProvince postalCode country neighborhood county { fips name } }
  location { latitude longitude accuracy }
  building { yearBuilt grossFloorArea { value unit } floors buildings }
  metrics { year energyStarScore siteEui { value unit } sourceEui { value unit basis }
    ghgIntensity { value unit emissionFactor { source subregion } } waterIntensity { value unit year } }
  compliance { program status year rating { scheme value } yearsCovered yearsSubmitted }
  risk { countyFips buildingLossRate lossRatePercentile resiliencePercentile socialVulnerabilityPercentile }
  greenScore { overall environmental social governance confidence } dataCompleteness
  completeness { present applicable missing }
  history { year siteEui sourceEui ghgIntensity energyStarScore waterIntensity status }
  quality { checks { euiPlausible sourceSiteRatio fuelSum notOutlier } flags }
  provenance { field sourceId recordId dataYear column raw transform retrievedAt licence }
  sources synthetic updatedAt version } }`;

interface Provenance {
  field: string;
  raw: string;
  transform: TransformName;
  licence: string;
  sourceId: string;
}

interface Details {
  [field: string]: unknown;
  metrics: Record<string, { value: number; unit: string } | null>;
  building: { grossFloorArea: { value: number; unit: string } };
  history: { siteEui: number }[];
  sources: string[];
  provenance: Provenance[];
}

describe("a property of the real portfolio", () => {
  let app: PropertyApp;

  beforeAll(async () => {
    app = await openPropertyApp("real");
  });

  afterAll(() => app?.close());

  async function read(id: string, units: "imperial" | "metric" = "imperial"): Promise<Details> {
    return (await app.read<{ property: Details }>(DETAILS, { id, units })).property;
  }

  test("shows everything that is documented of it", async () => {
    expect(await read("chi-103606")).toMatchObject({
      id: "chi-103606",
      name: "Willis Tower (Rivion LLC)",
      type: "commercial",
      subtype: "Office",
      address: {
        street: "233 S Wacker Drive",
        city: "Chicago",
        stateOrProvince: "IL",
        postalCode: "60606",
        country: "US",
        neighborhood: "Loop",
        county: { fips: "17031", name: "Cook" },
      },
      location: { latitude: 41.87887581, longitude: -87.63587349, accuracy: "verified" },
      building: {
        yearBuilt: 1973,
        grossFloorArea: { value: 4_534_594, unit: "ft2" },
        floors: null,
        buildings: 1,
      },
      metrics: {
        year: 2023,
        energyStarScore: 32,
        siteEui: { value: 103.7, unit: "kBtu/ft2/yr" },
        sourceEui: { value: 280.3, unit: "kBtu/ft2/yr", basis: "weatherNormalized" },
        ghgIntensity: { unit: "kgCO2e/ft2/yr", emissionFactor: { source: "eGRID2021", subregion: "RFCW" } },
        waterIntensity: { unit: "gal/ft2/yr", year: 2023 },
      },
      compliance: {
        program: "Chicago Energy Benchmarking",
        status: "compliant",
        year: 2023,
        yearsCovered: 3,
      },
      risk: { countyFips: "17031" },
      dataCompleteness: 1,
      completeness: { present: 14, applicable: 14, missing: [] },
      quality: { checks: { euiPlausible: true, sourceSiteRatio: true, fuelSum: true, notOutlier: null } },
      sources: ["chicago-benchmarking", "fema-nri"],
      synthetic: false,
      version: 1,
    });
  });

  test("every value that is shown has a provenance whose raw text gives it again, in 85 buildings and more", async () => {
    const step = Math.floor(portfolioCounts.properties.total / 85);
    const rows = await app.database.query<{ id: string }>(
      `SELECT id FROM (SELECT id, row_number() OVER (ORDER BY id) AS place FROM property.properties) p
       WHERE place % ${step} = 0 OR id IN ('chi-103606', 'sea-1', 'nyc-1000130001', 'sea-775', 'chi-257069')`,
    );
    expect(rows.length).toBeGreaterThan(85);
    for (const { id } of rows) {
      const details = await read(id);
      const byField = new Map(details.provenance.map((entry) => [entry.field, entry]));
      expect(byField.size, id).toBe(details.provenance.length);
      for (const [field, value] of leavesOf(details)) {
        // An address without a street is shown as "".
        if (value === "") continue;
        const entry = byField.get(field);
        expect(entry, `${id} ${field}`).toBeDefined();
        expect(applyTransform(entry!.transform, entry!.raw), `${id} ${field}`).toEqual(value);
        expect(details.sources).toContain(entry!.sourceId);
        expect(entry!.licence).not.toBe("");
      }
      expect(byField.size).toBeGreaterThan(8);
    }
  });

  test("metric units are the imperial ones by the exact constants", async () => {
    const [imperial, metric] = [await read("chi-103606"), await read("chi-103606", "metric")];
    const factors = {
      siteEui: [0.293071 / 0.09290304, "kWh/m2/yr"],
      sourceEui: [0.293071 / 0.09290304, "kWh/m2/yr"],
      ghgIntensity: [1 / 0.09290304, "kgCO2e/m2/yr"],
      waterIntensity: [3.785411784 / 0.09290304, "L/m2/yr"],
    } as const;
    for (const [name, [factor, unit]] of Object.entries(factors)) {
      expect(metric.metrics[name]!.value).toBeCloseTo(imperial.metrics[name]!.value * factor, 9);
      expect(metric.metrics[name]!.unit).toBe(unit);
    }
    expect(metric.building.grossFloorArea).toEqual({ value: 4_534_594 * 0.09290304, unit: "m2" });
    expect(metric.history[0]!.siteEui).toBeCloseTo(103.7 * (0.293071 / 0.09290304), 9);
  });

  test.each([
    "chi-999999999",
    "nope",
    "CHI-103606",
    "chi-103606 ",
    "' OR 1=1 --",
    "\u0000",
    "x".repeat(10_000),
  ])("%j is not found", async (id) => {
    expect(await app.refusal("query ($id: ID!) { property(id: $id) { id } }", { id })).toBe(
      "PROPERTY_NOT_FOUND",
    );
  });

  test("a building that the files no longer have is not found", async () => {
    await app.database.query("UPDATE property.properties SET deleted_at = now() WHERE id = 'sea-3'");
    expect(await app.refusal(`{ property(id: "sea-3") { id } }`)).toBe("PROPERTY_NOT_FOUND");
  });

  test("other subgraphs find properties by key, in one statement, and null for an unknown one", async () => {
    const entities = `query ($keys: [_Any!]!) { _entities(representations: $keys) { ... on Property { id name version } } }`;
    const keys = ["sea-1", "nope", "chi-103606"].map((id) => ({ __typename: "Property", id }));
    const { _entities } = await app.read<{ _entities: unknown[] }>(entities, { keys });
    expect(_entities).toEqual([
      { id: "sea-1", name: expect.any(String), version: 1 },
      null,
      { id: "chi-103606", name: "Willis Tower (Rivion LLC)", version: 1 },
    ]);
  });

  test("needs a caller with the scope, by key as by root field", async () => {
    const byId = `{ property(id: "sea-1") { id } }`;
    const byKey = `{ _entities(representations: [{ __typename: "Property", id: "sea-1" }]) { ... on Property { name } } }`;
    for (const document of [byId, byKey]) {
      expect(await app.refusal(document, {}, app.call(anonymous))).toBe("MISSING_TOKEN");
      expect(await app.refusal(document, {}, app.call(keyOf("ann", "read:invoices")))).toBe("FORBIDDEN");
      expect((await app.run(document, {}, app.call(keyOf("ann", "read:properties")))).errors).toBeUndefined();
    }
    expect((await app.run(byId, {}, app.call(userNamed("bob")))).errors).toBeUndefined();
  });
});

/** The values of a record by their path, as provenance names them: that of a quantity or rating is the thing itself. */
function leavesOf(details: Details): [string, unknown][] {
  const parts = ["address", "building", "metrics", "compliance", "risk"];
  return parts.flatMap((part) => flatten(part, details[part]));
}

function flatten(path: string, value: unknown): [string, unknown][] {
  if (value === null || value === undefined) return [];
  if (typeof value !== "object") return [[path, value]];
  return Object.entries(value)
    .filter(([name]) => name !== "unit")
    .flatMap(([name, inner]) => flatten(name === "value" ? path : `${path}.${name}`, inner));
}
