import { describe, expect, it } from "vitest";
import { comparePairs, estimate, type Comparison } from "../../bench/quick/paired.ts";
import { verdictOf, type Reference, type Row } from "../../bench/quick/reference.ts";

const rowOf = (value: number, noise: number): Row => ({
  name: "balance",
  decidedBy: "ratio",
  comparison: {
    ratio: { value, noise },
    cpuRatio: { value: 1, noise: 0 },
    best: { ratio: value, cpuRatio: 1 },
    cpuMicros: 100,
    pairs: 5,
  },
});
const referenceOf = (value: number, noise: number): Reference => ({
  machine: "one",
  rows: { balance: { ratio: { value, noise }, cpuRatio: { value: 1, noise: 0 } } },
});

describe("the verdict about a row of the quick benchmark", () => {
  it.each([
    { now: 0.46, before: 0.5, noise: 0.005, word: "fell" },
    { now: 0.48, before: 0.5, noise: 0.005, word: "same" },
    { now: 0.46, before: 0.5, noise: 0.04, word: "same" },
    { now: 0.4, before: 0.5, noise: 0.04, word: "fell" },
    { now: 0.55, before: 0.5, noise: 0.005, word: "rose" },
  ])("$now ± $noise after $before: $word", ({ now, before, noise, word }) => {
    expect(verdictOf(rowOf(now, noise), referenceOf(before, noise)).word).toBe(word);
  });

  it("a row that the reference lacks is new, whatever its name", () => {
    expect(verdictOf(rowOf(0.5, 0), null)).toEqual({ change: null, word: "new" });
    expect(verdictOf({ ...rowOf(0.5, 0), name: "constructor" }, referenceOf(0.5, 0)).word).toBe("new");
  });
});

describe("pairs of slices", () => {
  const slice = (perSecond: number, cpuMicros: number) => () => Promise.resolve({ perSecond, cpuMicros });

  it("gives both ratios so that larger is better", async () => {
    const options = { fewestPairs: 3, mostPairs: 9, enough: 0.01, decidedBy: "ratio" } as const;
    const found = await comparePairs(slice(400, 250), slice(1000, 100), options);
    expect(found).toEqual<Comparison>({
      ratio: { value: 0.4, noise: 0 },
      cpuRatio: { value: 0.4, noise: 0 },
      best: { ratio: 0.4, cpuRatio: 0.4 },
      cpuMicros: 250,
      pairs: 3,
    });
  });

  it("measures until the ratio is known well enough, or the maximum of pairs is reached", async () => {
    let turn = 0;
    const unsteady = () => Promise.resolve({ perSecond: turn++ % 2 === 0 ? 300 : 500, cpuMicros: 1 });
    const options = { fewestPairs: 2, mostPairs: 8, enough: 0.01, decidedBy: "ratio" } as const;
    const { pairs, best } = await comparePairs(unsteady, slice(1000, 1), options);
    expect([pairs, best.ratio]).toEqual([8, 0.5]);
  });

  it("alternates which side runs first", async () => {
    const order: string[] = [];
    const side = (name: string) => async () => {
      order.push(name);
      return { perSecond: 1, cpuMicros: 1 };
    };
    const options = { fewestPairs: 3, mostPairs: 3, enough: 1, decidedBy: "ratio" } as const;
    await comparePairs(side("ours"), side("base"), options);
    expect(order).toEqual(["ours", "base", "base", "ours", "ours", "base"]);
  });

  it("one disturbed slice does not move the ratio, and shows in the noise", () => {
    const { value, noise } = estimate([0.5, 0.5, 0.5, 0.5, 0.1]);
    expect(value).toBe(0.5);
    expect(noise).toBeGreaterThan(0.05);
  });
});
