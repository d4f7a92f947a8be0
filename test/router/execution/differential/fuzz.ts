/** Runs the differential test for long: FUZZ_RUNS questions (default 50000) from FUZZ_SEED (default random). */
import { fuzzSeed } from "../../../support/seed.ts";
import { library, askRouter, supergraphSdl } from "./graph/toy-graph.ts";
import { CarefulPlanner } from "./plan/careful-planner.ts";
import { askCompiled, askMany } from "./run.ts";

const runs = Number(process.env["FUZZ_RUNS"] ?? 50_000);
const seed = fuzzSeed();
const answerer = process.env["FUZZ_EXECUTOR"] === "library" ? askRouter(library) : askCompiled;
const planner = new CarefulPlanner(supergraphSdl);
console.log(`FUZZ_SEED=${seed} FUZZ_RUNS=${runs}`);
try {
  console.log(await askMany(answerer, planner, { runs, seed }));
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
} finally {
  planner.stop();
}
