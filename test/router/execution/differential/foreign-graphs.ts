import fc from "fast-check";
import { isInterfaceType, print } from "graphql";
import { withoutPollution } from "../../../support/global-objects.ts";
import { differences } from "../../../federation/suite/compare-answers.ts";
import { openGraph, type OpenGraph } from "../../../federation/suite/open-graph.ts";
import type { SuiteCase, SuiteGraph } from "../../../federation/suite/suite.types.ts";
import { buildOperation } from "./generate/operation.ts";
import type { GraphTraits } from "./generate/selections.ts";
import type { CarefulPlanner } from "./plan/careful-planner.ts";
import { findInvalidFetches } from "./plan/invalid-fetches.ts";

/** Names that every object inherits, among plain ones. */
const aliases = ["a", "x1", "toString", "constructor", "__proto__", "hasOwnProperty", "valueOf", "id"];

export interface ForeignTally {
  asked: number;
  /** What the planner refused, or planned so that a subgraph refuses it. */
  unplanned: number;
}

const numbersArbitrary = fc.array(fc.nat(9_999), { minLength: 120, maxLength: 200, size: "max" });

/** Asks generated operations of a graph of the suite, and throws at the first answer that is not the oracle's. */
export async function askForeignGraph(
  graph: SuiteGraph,
  planner: CarefulPlanner,
  options: { runs: number; seed: number },
): Promise<ForeignTally> {
  const open = await openGraph(graph);
  planner.use(open.supergraphSdl);
  const traits: GraphTraits = {
    aliases,
    // The planner (0.0.38) asks for entities of one type only where several type conditions are below such a field.
    isFlatBelow: (_, type) => isInterfaceType(type) && open.interfaceObjects.has(type.name),
  };
  const tally: ForeignTally = { asked: 0, unplanned: 0 };
  const property = fc.asyncProperty(numbersArbitrary, async (numbers) => {
    const { document, variables } = buildOperation(open.publicSchema, numbers, traits);
    const asked = { query: print(document), variables };
    if (!(await isPlanned(asked, open, planner))) {
      tally.unplanned += 1;
      return;
    }
    tally.asked += 1;
    const found = await withoutPollution(async () =>
      differences(await open.askInProcess(asked), open.askOracle(asked)),
    );
    if (found.length > 0)
      throw new Error(`${asked.query}\n${JSON.stringify(variables)}\n${found.join("\n")}`);
  });
  const { runs: numRuns, seed } = options;
  const result = await fc.check(property, { numRuns, seed });
  if (result.failed) {
    throw new Error(`${graph.name}, seed ${seed}: ${(result.errorInstance as Error).message}`);
  }
  return tally;
}

async function isPlanned(
  { query, variables = {} }: SuiteCase,
  open: OpenGraph,
  planner: CarefulPlanner,
): Promise<boolean> {
  const planned = await planner.plan(query, variables);
  return "plan" in planned && findInvalidFetches(planned.plan, open.subgraphSchemas).length === 0;
}
