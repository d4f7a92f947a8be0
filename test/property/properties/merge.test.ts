import { describe, expect, test } from "vitest";
import type { CanonicalProperty, ScoreInput } from "../../../subgraphs/property/properties/property.types.ts";
import { toScoreInput } from "../../../subgraphs/property/properties/score-input.ts";
import type { TransformName } from "../../../subgraphs/property/properties/transforms.ts";
import { applyTransform } from "../../../subgraphs/property/properties/transforms.ts";
import { portfolioCounts, readRealPortfolio, readVectors } from "../real-portfolio.ts";

interface InputVector {
  name: string;
  input: ScoreInput;
}

/** The value a provenance entry's field names, in the shape the API shows. */
function valueAt(record: CanonicalProperty, field: string): unknown {
  const paths: Record<string, unknown> = {
    name: record.name,
    subtype: record.subtype,
    "address.county.fips": record.countyFips,
    "address.county.name": record.countyName,
    "compliance.status": record.complianceStatus,
    "compliance.rating": record.rating?.value,
  };
  if (field in paths) return paths[field];
  const [group, key = ""] = field.split(".");
  return group === "risk"
    ? record.risk?.[key as keyof typeof record.risk]
    : record[key as keyof CanonicalProperty];
}

describe("merging the published files", () => {
  test("every row becomes part of a property or is rejected with its line and reason", async () => {
    const { properties, counts, rejected } = await readRealPortfolio();
    const { rows, properties: wanted } = portfolioCounts;
    expect(counts.map(({ sourceId, read, properties: merged }) => [sourceId, read, merged])).toEqual([
      ["seattle-benchmarking", rows.seattle, wanted.seattle],
      ["chicago-benchmarking", rows.chicago, wanted.chicago],
      ["nyc-ll33", rows.newYork, wanted.newYork],
    ]);
    expect(properties).toHaveLength(wanted.total);
    expect(new Set(properties.map(({ id }) => id)).size).toBe(wanted.total);
    expect(rejected).toEqual([]);
    for (const count of counts) expect(count.staged + count.rejected).toBe(count.read);
  });

  test("the merged record of every real vector equals the vector's input", async () => {
    const { properties } = await readRealPortfolio();
    const byId = new Map(properties.map((record) => [record.id, record]));
    const vectors = readVectors<{ vectors: InputVector[] }>("green-score-vectors.json").vectors;
    const real = vectors.filter(({ name }) => !name.startsWith("syn-"));
    expect(real).toHaveLength(79);
    for (const { name, input } of real) {
      const record = byId.get(input.id);
      expect(record && toScoreInput(record), name).toEqual(input);
    }
  });

  test("every value's provenance derives it again from the publisher's own text", async () => {
    const { properties } = await readRealPortfolio();
    let entries = 0;
    for (const record of properties) {
      for (const { field, transform, raw } of record.provenance) {
        const derived = applyTransform(transform as TransformName, raw);
        if (derived !== valueAt(record, field))
          expect.fail(`${record.id} ${field}: ${String(derived)} is not what is stored`);
        entries += 1;
      }
    }
    expect(entries / properties.length).toBeGreaterThan(11);
  });

  test("every known value has provenance, and its sources are exactly those named there", async () => {
    const { properties } = await readRealPortfolio();
    const groups: [string, (keyof CanonicalProperty)[]][] = [
      ["metrics", ["energyStarScore", "siteEui", "sourceEui", "ghgIntensity", "waterIntensity"]],
      ["building", ["yearBuilt", "grossFloorArea", "floors", "buildings"]],
      ["address", ["street", "city", "stateOrProvince", "postalCode", "neighborhood"]],
      ["location", ["latitude", "longitude"]],
    ];
    for (const record of properties) {
      const fields = new Set(record.provenance.map(({ field }) => field));
      for (const [group, keys] of groups) {
        for (const key of keys) {
          if ((record[key] !== null) !== fields.has(`${group}.${key}`))
            expect.fail(`${record.id} ${group}.${key}`);
        }
      }
      expect(record.sources).toEqual([...new Set(record.provenance.map(({ sourceId }) => sourceId))].sort());
    }
  });

  test("Willis Tower is described as its publishers describe it", async () => {
    const { properties } = await readRealPortfolio();
    const tower = properties.find(({ id }) => id === "chi-103606");
    expect(tower).toMatchObject({
      countyName: "Cook",
      locationAccuracy: "verified",
      buildings: 1,
      floors: null,
      sourceEuiBasis: "weatherNormalized",
      emissionFactor: { source: "eGRID2021", subregion: "RFCW" },
      complianceProgram: "Chicago Energy Benchmarking",
      sources: ["chicago-benchmarking", "fema-nri"],
    });
    expect(tower?.risk?.lossRatePercentile).toBeCloseTo(9.265, 3);
    expect(tower?.risk?.socialVulnerabilityPercentile).toBeCloseTo(69.86, 2);
    expect(tower?.history.map(({ year }) => year)).toEqual([2023, 2022, 2021, 2020, 2019, 2018]);
  });
});
