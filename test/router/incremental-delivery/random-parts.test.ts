import { afterAll, expect, test } from "vitest";
import { suiteGraphs } from "../../federation/suite/suite-graphs.ts";
import { suiteSeed } from "../../support/seed.ts";
import { supergraphSdl } from "../execution/differential/graph/toy-graph.ts";
import { CarefulPlanner } from "../execution/differential/plan/careful-planner.ts";
import { askGraphInParts, askPayloads, type AskPayloads } from "./ask-in-parts.ts";
import { askOverHttp } from "./ask-over-http.ts";

const planner = new CarefulPlanner(supergraphSdl);
afterAll(() => planner.stop());

const formats = [
  "multipart/mixed;incrementalSpec=v0.2, application/json",
  "multipart/mixed;deferSpec=20220824, application/json",
  "text/event-stream",
];

let count = 0;
/** In another format each time. */
const askInTurn: AskPayloads = (open, asked) => askOverHttp(formats[count++ % formats.length]!)(open, asked);

const doors: [string, AskPayloads, number][] = [
  ["in this process", askPayloads, 8],
  ["over HTTP", askInTurn, 3],
];

test.each(doors)(
  `the parts of generated operations make up their whole response, %s, with seed ${suiteSeed}`,
  async (_door, ask, runs) => {
    const sum = { asked: 0, inParts: 0 };
    // A seed for each graph: with one for all, few choices would decide how many operations have a `@defer`.
    for (const [index, graph] of suiteGraphs.entries()) {
      const { asked, inParts } = await askGraphInParts(graph, planner, ask, {
        runs,
        seed: suiteSeed + index,
      });
      sum.asked += asked;
      sum.inParts += inParts;
    }
    expect(sum.inParts).toBeGreaterThan(sum.asked * 0.2);
  },
);
