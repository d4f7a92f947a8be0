import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { scoreProperty } from "../../../subgraphs/property/green-score/green-score.ts";
import { recordOfInputs, usedInputs } from "../../../subgraphs/property/green-score/inputs-hash.ts";
import { loadReference } from "../../../subgraphs/property/green-score/reference.ts";
import type { ScoreReference } from "../../../subgraphs/property/green-score/reference.types.ts";
import type { ScoreInput } from "../../../subgraphs/property/properties/property.types.ts";
import { scoreInputs } from "../support/score-inputs.ts";

const reference = loadReference();
const AS_OF = 2024;

function overall(input: ScoreInput): number {
  return scoreProperty(input, AS_OF, reference).unrounded.overall;
}

/** All environmental indicators score 100, and their weights sum to a little more than 1 in floating point. */
const bestInEverything: ScoreInput = {
  id: "chi-1",
  type: "commercial",
  name: null,
  subtype: null,
  street: null,
  city: "Chicago",
  stateOrProvince: "IL",
  postalCode: null,
  countyFips: null,
  neighborhood: null,
  latitude: null,
  longitude: null,
  yearBuilt: null,
  grossFloorArea: null,
  metricsYear: 2015,
  energyStarScore: 100,
  siteEui: null,
  sourceEui: 0.1,
  ghgIntensity: 0.1,
  waterIntensity: 0.5,
  waterYear: 2015,
  complianceStatus: null,
  complianceYear: 2015,
  yearsCovered: 0,
  yearsSubmitted: 0,
  checks: {},
  flags: [],
};

describe("what always holds of a score", () => {
  test("scores stay in 0 to 100, confidence and completeness in 0 to 1, and the interval holds the score", () => {
    fc.assert(
      fc.property(scoreInputs, fc.integer({ min: 2016, max: 2034 }), (input, asOf) => {
        const { unrounded, greenScore, interval, dataCompleteness } = scoreProperty(input, asOf, reference);
        for (const score of [
          unrounded.overall,
          unrounded.environmental,
          unrounded.social,
          unrounded.governance,
        ]) {
          expect(score).toBeGreaterThanOrEqual(0);
          expect(score).toBeLessThanOrEqual(100);
        }
        for (const share of [unrounded.confidence, dataCompleteness]) {
          expect(share).toBeGreaterThanOrEqual(0);
          expect(share).toBeLessThanOrEqual(1);
        }
        expect(interval.low).toBeLessThanOrEqual(greenScore.overall);
        expect(interval.high).toBeGreaterThanOrEqual(greenScore.overall);
      }),
      { examples: [[bestInEverything, 2016]] },
    );
  });

  test("the contributions sum to the overall score", () => {
    fc.assert(
      fc.property(scoreInputs, (input) => {
        const { breakdown, unrounded } = scoreProperty(input, AS_OF, reference);
        const sum = breakdown.reduce((total, { contribution }) => total + contribution, 0);
        expect(Math.abs(sum - unrounded.overall)).toBeLessThanOrEqual(1e-9);
      }),
    );
  });

  test.each(["sourceEui", "ghgIntensity", "waterIntensity"] as const)(
    "a lower %s never lowers the score",
    (field) => {
      fc.assert(
        fc.property(scoreInputs, fc.double({ min: 0.01, max: 0.99, noNaN: true }), (input, share) => {
          const value = input[field];
          if (value === null) return;
          expect(overall({ ...input, [field]: value * share })).toBeGreaterThanOrEqual(overall(input) - 1e-9);
        }),
      );
    },
  );

  test("a higher ENERGY STAR score never lowers the score", () => {
    fc.assert(
      fc.property(scoreInputs, fc.integer({ min: 0, max: 99 }), (input, more) => {
        if (input.energyStarScore === null) return;
        const better = { ...input, energyStarScore: Math.min(100, input.energyStarScore + more) };
        expect(overall(better)).toBeGreaterThanOrEqual(overall(input) - 1e-9);
      }),
    );
  });

  test("withholding everything never raises the score of an owner who complied", () => {
    fc.assert(
      fc.property(scoreInputs, (input) => {
        const honest = {
          ...input,
          complianceStatus: "compliant" as const,
          sourceEui: input.sourceEui ?? 100,
        };
        const withheld: ScoreInput = {
          ...honest,
          complianceStatus: "notSubmitted",
          sourceEui: null,
          siteEui: null,
          ghgIntensity: null,
          energyStarScore: null,
          metricsYear: null,
          checks: {},
          yearsSubmitted: Math.max(0, honest.yearsSubmitted - 1),
        };
        expect(overall(withheld)).toBeLessThanOrEqual(overall(honest) + 1e-9);
      }),
    );
  });

  test("one more known field never lowers the confidence", () => {
    const fields = ["energyStarScore", "sourceEui", "ghgIntensity", "yearBuilt", "countyFips"] as const;
    fc.assert(
      fc.property(scoreInputs, fc.constantFrom(...fields), (input, field) => {
        if (input[field] === null) return;
        // A failing check lowers the trust in what is known, so only sound records are compared.
        const sound = { ...input, checks: {} };
        const before = scoreProperty({ ...sound, [field]: null }, AS_OF, reference).unrounded.confidence;
        const eligible =
          field !== "energyStarScore" || reference.energyStarEligible.includes(input.subtype ?? "Office");
        if (eligible)
          expect(scoreProperty(sound, AS_OF, reference).unrounded.confidence).toBeGreaterThanOrEqual(
            before - 1e-9,
          );
      }),
    );
  });

  test("names, flags, neighbourhoods and the county's social figures move no number", () => {
    fc.assert(
      fc.property(scoreInputs, fc.string(), (input, text) => {
        const before = scoreProperty(input, AS_OF, reference);
        const scrambled = {
          ...input,
          name: text,
          neighborhood: text,
          flags: [text],
          socialVulnerabilityPercentile: 99,
        };
        const after = scoreProperty(scrambled, AS_OF, reference);
        expect(after).toEqual(before);
      }),
    );
  });

  test("the same inputs give the same hash whatever the order of their keys, other inputs another one", () => {
    fc.assert(
      fc.property(scoreInputs, (input) => {
        const reversed = Object.fromEntries(Object.entries(input).reverse()) as unknown as ScoreInput;
        const hash = scoreProperty(input, AS_OF, reference).inputsHash;
        expect(hash).toMatch(/^sha256:[0-9a-f]{64}$/);
        expect(scoreProperty(reversed, AS_OF, reference).inputsHash).toBe(hash);
        const changed = { ...input, sourceEui: (input.sourceEui ?? 0) + 1 };
        expect(scoreProperty(changed, AS_OF, reference).inputsHash).not.toBe(hash);
      }),
    );
  });

  test("the inputs that are hashed give the same score again, and nothing of it but they", () => {
    fc.assert(
      fc.property(scoreInputs, fc.integer({ min: 2016, max: 2034 }), (input, asOf) => {
        const kept = JSON.parse(JSON.stringify(usedInputs(input))) as ReturnType<typeof usedInputs>;
        expect(scoreProperty(recordOfInputs(kept), asOf, reference)).toEqual(
          scoreProperty(input, asOf, reference),
        );
      }),
    );
  });

  test("a county the tables do not know counts as average", () => {
    const empty: ScoreReference = { ...reference, counties: {} };
    fc.assert(
      fc.property(scoreInputs, (input) => {
        const hazard = scoreProperty(input, AS_OF, empty).breakdown.find(
          ({ indicator }) => indicator === "hazardLossRate",
        );
        expect(hazard).toMatchObject({ state: "missing", score: 50 });
      }),
    );
  });
});
