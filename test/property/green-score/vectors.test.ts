import { describe, expect, test } from "vitest";
import { scoreProperty } from "../../../subgraphs/property/green-score/green-score.ts";
import { loadReference } from "../../../subgraphs/property/green-score/reference.ts";
import type { ScoreInput } from "../../../subgraphs/property/properties/property.types.ts";
import { readVectors } from "../real-portfolio.ts";

interface ExpectedIndicator {
  state: string;
  score: number | null;
  reliability: number;
  freshness: number;
  value?: unknown;
  peerGroup?: string;
  peerCount?: number;
  anchor?: string;
  weightInPillar?: number;
  contribution?: number;
}

interface ScoreVector {
  name: string;
  asOfYear: number;
  input: ScoreInput;
  expected: {
    greenScore: Record<string, number>;
    dataCompleteness: number;
    completenessFields: [number, number];
    interval: [number, number];
    unrounded: Record<string, number>;
    indicators: Record<string, ExpectedIndicator>;
  };
}

const { vectors } = readVectors<{ vectors: ScoreVector[] }>("green-score-vectors.json");

describe("the published score vectors", () => {
  test("there are 89 of them", () => {
    expect(vectors).toHaveLength(89);
  });

  test.each(vectors)("$name scores as published", ({ asOfYear, input, expected }) => {
    const result = scoreProperty(input, asOfYear, loadReference());
    expect(result.greenScore).toEqual(expected.greenScore);
    expect(result.dataCompleteness).toBe(expected.dataCompleteness);
    expect([result.completeness.present, result.completeness.applicable]).toEqual(
      expected.completenessFields,
    );
    expect([result.interval.low, result.interval.high]).toEqual(expected.interval);
    for (const [key, value] of Object.entries(expected.unrounded)) {
      expect(
        Math.abs(result.unrounded[key as keyof typeof result.unrounded] - value),
        key,
      ).toBeLessThanOrEqual(1e-5);
    }
  });

  test.each(vectors)("$name explains itself as published", ({ asOfYear, input, expected }) => {
    const { breakdown } = scoreProperty(input, asOfYear, loadReference());
    expect(breakdown.map((line) => line.indicator)).toEqual(Object.keys(expected.indicators));
    for (const line of breakdown) {
      const wanted = expected.indicators[line.indicator];
      expect(line.state, line.indicator).toBe(wanted?.state);
      expect(line.anchor).toBe(wanted?.anchor ?? null);
      expect(line.peerGroup?.key).toBe(wanted?.peerGroup);
      expect(line.peerGroup?.count).toBe(wanted?.peerCount);
      expect(line.reliability).toBeCloseTo(wanted?.reliability ?? 0, 5);
      expect(line.freshness).toBeCloseTo(wanted?.freshness ?? 0, 5);
      if (wanted?.score === null) expect(line.score).toBeNull();
      else expect(line.score).toBeCloseTo(wanted?.score ?? Number.NaN, 5);
      if (wanted?.contribution !== undefined) {
        expect(line.contribution).toBeCloseTo(wanted.contribution, 5);
        expect(line.weightInPillar).toBeCloseTo(wanted.weightInPillar ?? Number.NaN, 5);
      }
      if (typeof wanted?.value === "number") expect(line.value as number).toBeCloseTo(wanted.value, 5);
      else expect(line.value ?? undefined).toEqual(wanted?.value);
    }
  });
});
