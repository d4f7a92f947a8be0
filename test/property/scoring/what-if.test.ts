import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ScoreInput } from "../../../subgraphs/property/properties/property.types.ts";
import { applyChanges, CHANGEABLE } from "../../../subgraphs/property/scoring/what-if.ts";
import { scoreInputs } from "../support/score-inputs.ts";

const AS_OF = 2024;
const [sample] = fc.sample(scoreInputs, { numRuns: 1, seed: 7 });
const building: ScoreInput = {
  ...sample!,
  sourceEui: 200,
  ghgIntensity: 10,
  waterIntensity: null,
  waterYear: null,
  energyStarScore: 60,
  metricsYear: 2022,
  yearsCovered: 3,
  yearsSubmitted: 2,
};

describe("changes of a what-if", () => {
  test.each<[Record<string, unknown>, Partial<ScoreInput>]>([
    [{ sourceEui: "-20%" }, { sourceEui: 160 }],
    [{ sourceEui: "+12.5%" }, { sourceEui: 225 }],
    [{ sourceEui: 90 }, { sourceEui: 90 }],
    [{ sourceEui: null }, { sourceEui: null }],
    [{ energyStarScore: "+50%" }, { energyStarScore: 90 }],
    [{ waterIntensity: 12 }, { waterIntensity: 12, waterYear: AS_OF }],
    [
      { complianceStatus: "notSubmitted", yearsSubmitted: 0 },
      { complianceStatus: "notSubmitted", yearsSubmitted: 0 },
    ],
    [
      { yearBuilt: 2001, metricsYear: 2023 },
      { yearBuilt: 2001, metricsYear: 2023 },
    ],
  ])("%j is applied, and nothing else", (changes, expected) => {
    const { record, faults } = applyChanges(building, changes, AS_OF);
    expect(faults).toEqual([]);
    expect(record).toEqual({ ...building, ...expected });
  });

  test.each<[Record<string, unknown>, string, string]>([
    [{}, "changes", "minProperties"],
    [{ floors: 3 }, "changes.floors", "unknown"],
    [{ constructor: 3 }, "changes.constructor", "unknown"],
    [{ __proto__: null, toString: 1 }, "changes.toString", "unknown"],
    [{ sourceEui: "-20" }, "changes.sourceEui", "format"],
    [{ sourceEui: "20%" }, "changes.sourceEui", "format"],
    [{ sourceEui: "-100%" }, "changes.sourceEui", "minimum"],
    [{ sourceEui: true }, "changes.sourceEui", "type"],
    [{ sourceEui: {} }, "changes.sourceEui", "type"],
    [{ sourceEui: Number.NaN }, "changes.sourceEui", "type"],
    [{ sourceEui: 1e9 }, "changes.sourceEui", "maximum"],
    [{ ghgIntensity: -1 }, "changes.ghgIntensity", "minimum"],
    [{ waterIntensity: "-10%" }, "changes.waterIntensity", "unknown"],
    [{ waterIntensity: 0.4 }, "changes.waterIntensity", "minimum"],
    [{ energyStarScore: "+90%" }, "changes.energyStarScore", "maximum"],
    [{ energyStarScore: 0 }, "changes.energyStarScore", "minimum"],
    [{ yearBuilt: 1999.5 }, "changes.yearBuilt", "type"],
    [{ yearBuilt: "-1%" }, "changes.yearBuilt", "type"],
    [{ metricsYear: null }, "changes.metricsYear", "type"],
    [{ complianceStatus: "fine" }, "changes.complianceStatus", "enum"],
    [{ yearsSubmitted: 4 }, "changes.yearsSubmitted", "maximum"],
    [{ yearsCovered: 1 }, "changes.yearsSubmitted", "maximum"],
  ])("%j is refused at %s as %s", (changes, path, rule) => {
    const { faults } = applyChanges(building, changes, AS_OF);
    expect(faults).toContainEqual({ path, message: expect.any(String), rule });
  });

  test("a what-if request reports all faults at once", () => {
    const { faults } = applyChanges(building, { floors: 1, sourceEui: "x", yearBuilt: 1 }, AS_OF);
    expect(faults.map(({ path }) => path)).toEqual([
      "changes.floors",
      "changes.sourceEui",
      "changes.yearBuilt",
    ]);
  });

  test("never touch the record they are of, whatever they are", () => {
    const anything = fc.dictionary(fc.constantFrom(...CHANGEABLE, "id", "checks"), fc.jsonValue());
    fc.assert(
      fc.property(scoreInputs, anything, (input, changes) => {
        const before = structuredClone(input);
        const { record } = applyChanges(input, changes, AS_OF);
        expect(input).toEqual(before);
        expect([record.id, record.checks]).toEqual([before.id, before.checks]);
      }),
    );
  });
});
