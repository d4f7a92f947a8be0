import { existsSync } from "node:fs";
import { copyFile } from "node:fs/promises";
import { join } from "node:path";
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
import { dataFolder, hasRealData, openRealFile, readRealPortfolio, readVectors } from "../real-portfolio.ts";
import { writePortfolioFolder } from "../support/portfolio-folder.ts";

describe.skipIf(!hasRealData)("the reference tables", () => {
  test("built from the published files they equal the published tables, and the committed ones", async () => {
    const { properties, counties } = await readRealPortfolio();
    const stream = openRealFile("nyc_ll84_metrics_2016.csv");
    if (stream === null) throw new Error("the disclosure of 2016 is not there");
    const built = buildReference(
      CURRENT_REFERENCE,
      [...properties, ...(await readNewYorkPeers(stream))],
      counties,
    );
    expect(built).toEqual(readVectors("reference-2024.1.json"));
    expect(built).toEqual(loadReference());
  });
});

describe("freezing a reference", () => {
  test.skipIf(!hasRealData)(
    "tables that are committed are compared, and a part of the data gives others",
    async () => {
      expect(await freezeReference(dataFolder, CURRENT_REFERENCE)).toBe("same");
      const { path, remove } = await writePortfolioFolder();
      await copyFile(join(dataFolder, "nyc_ll84_metrics_2016.csv"), join(path, "nyc_ll84_metrics_2016.csv"));
      expect(await freezeReference(path, CURRENT_REFERENCE)).toBe("differs");
      await remove();
    },
  );

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

  test("a version nobody published is refused", () => {
    expect(() => loadReference("../../etc")).toThrow("not a reference version");
  });
});
