import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { copyFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { describe, expect, test } from "vitest";
import { buildReference } from "../../../subgraphs/property/green-score/build-reference.ts";
import { breakpointsOf, percentileOf } from "../../../subgraphs/property/green-score/percentile.ts";
import { freezeReference } from "../../../subgraphs/property/green-score/freeze-reference.ts";
import {
  CURRENT_REFERENCE,
  loadReference,
  referencePath,
} from "../../../subgraphs/property/green-score/reference.ts";
import { readNewYorkPeers } from "../../../subgraphs/property/properties/nyc-ll84.ts";
import { dataFolder, hasFullData, openRealFile, readRealPortfolio } from "../real-portfolio.ts";
import { writePortfolioFolder } from "../support/portfolio-folder.ts";

/** Of the tables that were published with the method, as JSON without blanks. */
const PUBLISHED_TABLES_SHA256 = "f1f6ba7e2c0eb3f3140a60d26abd6f62e3eedb4bea0769a176e24c35eb5d9796";

describe("the reference tables", () => {
  const readRecords = async () => {
    const { properties, counties } = await readRealPortfolio();
    const stream = openRealFile("nyc_ll84_metrics_2016.csv");
    if (stream === null) throw new Error("the disclosure of 2016 is not there");
    return { records: [...properties, ...(await readNewYorkPeers(stream))], counties };
  };

  test("the committed ones are those that were published", () => {
    const hash = createHash("sha256").update(JSON.stringify(loadReference())).digest("hex");
    expect(hash).toBe(PUBLISHED_TABLES_SHA256);
  });

  test("of the files have a group for each 30 sound buildings of a kind, with its count and quantiles", async () => {
    const { records, counties } = await readRecords();
    const { peers } = buildReference(CURRENT_REFERENCE, records, counties);
    const sound = records.filter(({ checks }) => !Object.values(checks).includes(false));
    const valuesOf = (
      subtype: string,
      city: string,
      field: "sourceEui" | "ghgIntensity" | "waterIntensity",
    ) =>
      sound
        .filter(
          (record) => (subtype === "*" || record.subtype === subtype) && (!city || record.city === city),
        )
        .flatMap((record) => record[field] ?? [])
        .sort((one, other) => one - other);
    for (const [measure, field] of [
      ["energyIntensity", "sourceEui"],
      ["carbonIntensity", "ghgIntensity"],
      ["waterIntensity", "waterIntensity"],
    ] as const) {
      expect(Object.keys(peers[measure]).length, measure).toBeGreaterThan(2);
      for (const [key, { n, q }] of Object.entries(peers[measure])) {
        const [subtype = "", city = ""] = key.split("|");
        const values = valuesOf(subtype, city, field);
        expect(values.length, key).toBe(n);
        expect(n, key).toBeGreaterThanOrEqual(30);
        // Type 7 of Hyndman and Fan: a quantile lies between the two values around its place.
        for (const percent of [0, 25, 50, 75, 100]) {
          const place = ((n - 1) * percent) / 100;
          const [low, high] = [values[Math.floor(place)]!, values[Math.ceil(place)]!];
          const wanted = low + (high - low) * (place - Math.floor(place));
          expect(q[percent], `${measure} ${key} ${percent}`).toBe(Number(wanted.toPrecision(6)));
        }
      }
    }
    const offices = valuesOf("Office", "Chicago", "sourceEui").length;
    expect(Object.hasOwn(peers.energyIntensity, "Office|Chicago")).toBe(offices >= 30);
  });

  test("equal the committed ones only when they are built from all of the files", async () => {
    const { records, counties } = await readRecords();
    const built = buildReference(CURRENT_REFERENCE, records, counties);
    expect(isDeepStrictEqual(built, loadReference())).toBe(hasFullData);
    expect(built.counties).toEqual(loadReference().counties);
  });
});

describe("freezing a reference", () => {
  test("tables that are committed are compared, and a part of the data gives others", async () => {
    expect(await freezeReference(dataFolder, CURRENT_REFERENCE)).toBe(hasFullData ? "same" : "differs");
  });

  test("a new version is written once, and then compared", async () => {
    const version = "ref-9999.1";
    const { path, remove } = await writePortfolioFolder();
    try {
      await copyFile(join(dataFolder, "nyc_ll84_metrics_2016.csv"), join(path, "nyc_ll84_metrics_2016.csv"));
      expect(await freezeReference(dataFolder, version)).toBe("written");
      expect(await freezeReference(dataFolder, version)).toBe("same");
      expect(await freezeReference(path, version)).toBe("differs");
    } finally {
      await rm(referencePath(version), { force: true });
      await remove();
    }
  });

  test("a name that is no version, or a folder without the files, is refused", async () => {
    await expect(freezeReference("/nowhere", "../x")).rejects.toThrow("not a version");
    await expect(freezeReference("/nowhere", "ref-2030.1")).rejects.toThrow("nyc_ll84_metrics_2016.csv");
    expect(existsSync(referencePath("ref-2030.1"))).toBe(false);
  });
});

describe("percentiles against breakpoints", () => {
  const breakpoints = breakpointsOf(Array.from({ length: 201 }, (_, index) => index));

  test("a value below, above, on or between breakpoints has its place", () => {
    expect(percentileOf(-1, breakpoints)).toBe(0);
    expect(percentileOf(500, breakpoints)).toBe(100);
    expect(percentileOf(60, breakpoints)).toBe(30);
    expect(percentileOf(61, breakpoints)).toBe(30.5);
  });

  test("a value shared by several breakpoints gets their middle", () => {
    expect(percentileOf(5, [1, 5, 5, 5, 9])).toBe(2);
  });

  test("an unpublished reference version is rejected", () => {
    expect(() => loadReference("../../etc")).toThrow("not a reference version");
  });
});
