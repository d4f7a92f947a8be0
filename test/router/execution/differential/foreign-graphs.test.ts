import { afterAll, expect, test } from "vitest";
import { suiteGraphs } from "../../../federation/suite/suite-graphs.ts";
import { suiteSeed } from "../../../support/seed.ts";
import { askForeignGraph } from "./foreign-graphs.ts";
import { supergraphSdl } from "./graph/toy-graph.ts";
import { CarefulPlanner } from "./plan/careful-planner.ts";

const planner = new CarefulPlanner(supergraphSdl);
afterAll(() => planner.stop());

test(`generated operations on every graph of the suite are answered as its oracle does, with seed ${suiteSeed}`, async () => {
  let asked = 0;
  let unplanned = 0;
  for (const graph of suiteGraphs) {
    const tally = await askForeignGraph(graph, planner, { runs: 10, seed: suiteSeed });
    asked += tally.asked;
    unplanned += tally.unplanned;
  }
  expect(asked).toBeGreaterThan(400);
  expect(unplanned).toBeLessThan(asked * 0.2);
});
