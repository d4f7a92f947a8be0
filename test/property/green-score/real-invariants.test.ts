import { Readable } from "node:stream";
import { parse } from "csv-parse/sync";
import { stringify } from "csv-stringify/sync";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { scoreProperty } from "../../../subgraphs/property/green-score/green-score.ts";
import { loadReference } from "../../../subgraphs/property/green-score/reference.ts";
import type { CanonicalProperty } from "../../../subgraphs/property/properties/property.types.ts";
import { readPortfolio } from "../../../subgraphs/property/properties/read-portfolio.ts";
import { openRealFile, portfolioCounts, readRealPortfolio, RETRIEVED_AT } from "../real-portfolio.ts";

const AS_OF = 2024;
const reference = loadReference();

describe("the scores of the real portfolio", () => {
  let properties: readonly CanonicalProperty[];

  beforeAll(async () => {
    ({ properties } = await readRealPortfolio());
  });

  const score = (record: CanonicalProperty) => scoreProperty(record, AS_OF, reference);

  test("are within bounds, inside their interval, and sums of their contributions", () => {
    expect(properties).toHaveLength(portfolioCounts.properties.total);
    for (const record of properties) {
      const { greenScore, unrounded, interval, dataCompleteness, breakdown } = score(record);
      const { confidence, ...scores } = greenScore;
      const sum = breakdown.reduce((total, { contribution }) => total + contribution, 0);
      const isSound =
        Object.values(scores).every((value) => value >= 0 && value <= 100) &&
        [confidence, dataCompleteness].every((share) => share >= 0 && share <= 1) &&
        interval.low <= greenScore.overall &&
        greenScore.overall <= interval.high &&
        Math.abs(sum - unrounded.overall) <= 1e-9;
      if (!isSound) expect.fail(`${record.id}: ${JSON.stringify(score(record))}`);
    }
  });

  test("are the same in whatever company and order", () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(properties.slice(0, 2000), { minLength: 2 }), (some) => {
        const among = new Map(some.map((record) => [record.id, score(record).unrounded.overall]));
        const [first] = some;
        expect(among.get(first!.id)).toBe(score(first!).unrounded.overall);
      }),
      { numRuns: 10 },
    );
  });

  test("never gain by withholding, of any owner who complied", () => {
    let withheld = 0;
    for (const record of properties) {
      if (record.complianceStatus !== "compliant" || record.sourceEui === null) continue;
      withheld += 1;
      const silent: CanonicalProperty = {
        ...record,
        complianceStatus: "notSubmitted",
        metricsYear: null,
        energyStarScore: null,
        siteEui: null,
        sourceEui: null,
        ghgIntensity: null,
        checks: {},
        yearsSubmitted: Math.max(0, record.yearsSubmitted - 1),
      };
      const gain = score(silent).unrounded.overall - score(record).unrounded.overall;
      if (gain > 0) expect.fail(`${record.id} gains ${gain}`);
    }
    expect(withheld / properties.length).toBeGreaterThan(0.15);
  });

  test("never fall when a figure gets better, while the checks stay", () => {
    const figure = fc.constantFrom("sourceEui", "ghgIntensity", "waterIntensity", "energyStarScore");
    fc.assert(
      fc.property(
        fc.constantFrom(...properties),
        figure,
        fc.double({ min: 0, max: 0.99, noNaN: true }),
        (record, field, share) => {
          const value = record[field as "sourceEui"];
          if (value === null) return;
          const better = field === "energyStarScore" ? value + (100 - value) * share : value * (1 - share);
          const gain =
            score({ ...record, [field]: better }).unrounded.overall - score(record).unrounded.overall;
          expect(gain, `${record.id} ${field} ${value} to ${better}`).toBeGreaterThanOrEqual(-1e-9);
        },
      ),
      { numRuns: 2000 },
    );
  });

  test("do not know how vulnerable the neighbours are: a county table with those figures exchanged changes none", async () => {
    const exchanged = await exchangeVulnerability();
    const open = (file: string) =>
      file === "fema_nri_counties.csv" ? Readable.from([exchanged]) : openRealFile(file);
    const scrambled = await readPortfolio(open, RETRIEVED_AT);
    let changedRisks = 0;
    for (const [place, record] of scrambled.properties.entries()) {
      const before = properties[place]!;
      if (record.risk?.socialVulnerabilityPercentile !== before.risk?.socialVulnerabilityPercentile)
        changedRisks += 1;
      const [now, then] = [score(record), score(before)];
      if (JSON.stringify(now) !== JSON.stringify(then)) expect.fail(`${record.id} has another score`);
    }
    expect(changedRisks).toBe(portfolioCounts.properties.total);
  });
});

/** The county table with the vulnerability of each county given to the next but one. */
async function exchangeVulnerability(): Promise<string> {
  const chunks = await openRealFile("fema_nri_counties.csv")!.toArray();
  const rows = parse(Buffer.concat(chunks as Buffer[]));
  const columns = rows[0]!.flatMap((name, index) => (name.startsWith("SOVI") ? [index] : []));
  const [head, ...counties] = rows;
  const moved = counties.map((row, place) =>
    row.map((cell, index) =>
      columns.includes(index) ? counties[(place + 2) % counties.length]![index]! : cell,
    ),
  );
  return stringify([head, ...moved]);
}
