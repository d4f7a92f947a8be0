import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { suiteSeed } from "../../../support/seed.ts";
import { supergraphSdl } from "./graph/toy-graph.ts";
import { CarefulPlanner } from "./plan/careful-planner.ts";
import { askCompiled, askMany, type Tally } from "./run.ts";

const seeds = [1, 2, 3, 4, suiteSeed];

const planner = new CarefulPlanner(supergraphSdl);
afterAll(() => planner.stop());

describe("generated operations are answered as one schema over the same data answers them", () => {
  const tallies: Tally[] = [];

  test.each(seeds)("with seed %i", async (seed) => {
    tallies.push(await askMany(askCompiled, planner, { runs: 460, seed }));
  });

  describe("and they leave nothing out", () => {
    const sum: Record<string, number> = {};
    beforeAll(() => {
      for (const [kind, count] of tallies.flatMap(({ kinds }) => Object.entries(kinds))) {
        sum[kind] = (sum[kind] ?? 0) + count;
      }
    });

    test("at least 2000 operations were asked, nearly all that were generated", () => {
      const asked = tallies.reduce((total, tally) => total + tally.asked, 0);
      const unplanned = tallies.flatMap((tally) => Object.values(tally.unplanned)).reduce((a, b) => a + b, 0);
      expect(asked).toBeGreaterThanOrEqual(2_000);
      expect(unplanned).toBeLessThan(asked * 0.05);
    });

    test.each([
      ["Fetch", 4_000],
      ["BatchFetch", 200],
      ["BatchFetch with variables", 80],
      ["Sequence", 800],
      ["Parallel", 800],
      ["Flatten", 2_000],
      ["inputRewrites", 300],
      ["nested selection in requires", 200],
      ["nested fragment in requires", 80],
      ["entity Fetch with variables", 300],
      ["Fetch of a mutation", 100],
      ["path through a list", 2_000],
      ["path through a type condition", 500],
      ["nothing", 5],
    ])("their plans had %s at least %i times", (kind, least) => {
      expect(sum[kind] ?? 0).toBeGreaterThanOrEqual(least);
    });
  });
});
