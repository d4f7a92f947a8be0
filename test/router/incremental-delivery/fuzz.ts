/**
 * Runs the test of parts for long: PARTS_RUNS operations per graph (default 100) from PARTS_SEED (default random), in this
 * process, or over HTTP for a client that accepts PARTS_ACCEPT.
 */
import { suiteGraphs } from "../../federation/suite/suite-graphs.ts";
import { fuzzSeed } from "../../support/seed.ts";
import { supergraphSdl } from "../execution/differential/graph/toy-graph.ts";
import { CarefulPlanner } from "../execution/differential/plan/careful-planner.ts";
import { askGraphInParts, askPayloads } from "./ask-in-parts.ts";
import { askOverHttp } from "./ask-over-http.ts";

const runs = Number(process.env["PARTS_RUNS"] ?? 100);
const seed = fuzzSeed("PARTS_SEED");
const accept = process.env["PARTS_ACCEPT"];
const ask = accept === undefined ? askPayloads : askOverHttp(accept);
const planner = new CarefulPlanner(supergraphSdl);
console.log(`PARTS_SEED=${seed} PARTS_RUNS=${runs}`);
const sum = { asked: 0, inParts: 0, failed: 0, unplanned: 0 };
for (const graph of suiteGraphs) {
  try {
    const tally = await askGraphInParts(graph, planner, ask, { runs, seed });
    for (const key of Object.keys(sum) as (keyof typeof sum)[]) sum[key] += tally[key];
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
console.log(sum);
planner.stop();
