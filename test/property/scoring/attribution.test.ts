import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CURRENT_METHOD, type ScoreMethod } from "../../../subgraphs/property/green-score/methods.ts";
import { attributeChange, type ExplainedScore } from "../../../subgraphs/property/scoring/attribution.ts";
import { endOf } from "../../../subgraphs/property/scoring/as-of.ts";
import { scoreOn } from "../../../subgraphs/property/scoring/score-basis.ts";
import { scoreInputs } from "../support/score-inputs.ts";

const { referenceVersion } = CURRENT_METHOD;

/** A method that gives half of the points, so that a change of the method shows. */
const halved: ScoreMethod = {
  version: "gs-9.0.0",
  referenceVersion,
  score: (record, asOfYear, reference) => {
    const result = CURRENT_METHOD.score(record, asOfYear, reference);
    const overall = Math.round(result.greenScore.overall * 5) / 10;
    return { ...result, greenScore: { ...result.greenScore, overall } };
  },
};

const explained: fc.Arbitrary<ExplainedScore> = fc
  .record({
    input: scoreInputs,
    year: fc.integer({ min: 2010, max: 2034 }),
    method: fc.constantFrom(CURRENT_METHOD, halved),
  })
  .map(({ input, year, method }) => ({ input, basis: { method, referenceVersion, asOf: endOf(year) } }));

const shown = (one: ExplainedScore, part: "overall" | "confidence") =>
  scoreOn(one.basis, one.input).greenScore[part];

describe("why a score changed", () => {
  test.each([
    ["overall", 1],
    ["confidence", 3],
  ] as const)("the parts sum to the change of the shown %s", (part, decimals) => {
    fc.assert(
      fc.property(explained, explained, (before, after) => {
        const { data, freshness, method, reference } = attributeChange(before, after, part);
        const change = shown(after, part) - shown(before, part);
        expect((data + freshness + method + reference).toFixed(decimals)).toBe(
          (Math.round(change * 10 ** decimals) / 10 ** decimals || 0).toFixed(decimals),
        );
      }),
    );
  });

  test("what did not change has no part in it", () => {
    fc.assert(
      fc.property(explained, fc.integer({ min: 2010, max: 2034 }), scoreInputs, (before, year, input) => {
        const aged = { ...before, basis: { ...before.basis, asOf: endOf(year) } };
        expect(attributeChange(before, aged, "confidence")).toMatchObject({
          data: 0,
          method: 0,
          reference: 0,
        });
        const renewed = { ...before, input };
        expect(attributeChange(before, renewed, "overall")).toMatchObject({ freshness: 0, method: 0 });
      }),
    );
  });

  test("attribution distinguishes another method and other tables from other data", () => {
    const [input] = fc.sample(scoreInputs, { numRuns: 1, seed: 3 });
    const basis = { method: CURRENT_METHOD, referenceVersion, asOf: endOf(2024) };
    const before = { input: { ...input!, sourceEui: 300 }, basis };
    const byMethod = attributeChange(before, { ...before, basis: { ...basis, method: halved } }, "overall");
    expect(byMethod.method).toBeLessThan(-5);
    expect(byMethod).toMatchObject({ data: 0, freshness: 0, reference: 0 });
  });
});
