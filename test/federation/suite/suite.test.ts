import { afterAll, describe, expect, test } from "vitest";
import { withoutPollution } from "../../support/global-objects.ts";
import { withEachFault, withTypeNames } from "./case-variants.ts";
import { differences } from "./compare-answers.ts";
import { openGraph, type OpenGraph } from "./open-graph.ts";
import { suiteGraphs } from "./suite-graphs.ts";
import type { SuiteCase } from "./suite.types.ts";

const graphs: [string, OpenGraph, (typeof suiteGraphs)[number]][] = [];
for (const graph of suiteGraphs)
  graphs.push([`${graph.subject}: ${graph.name}`, await openGraph(graph), graph]);
afterAll(async () => void (await Promise.all(graphs.map(([, { close }]) => close()))));

test("every subject has at least two graphs, and there are at least 200 cases", () => {
  const subjects = Map.groupBy(suiteGraphs, ({ subject }) => subject);
  expect([...subjects].filter(([, { length }]) => length < 2).map(([subject]) => subject)).toEqual([]);
  expect(suiteGraphs.flatMap(({ cases }) => cases).length).toBeGreaterThanOrEqual(200);
});

describe.each(graphs)("%s", (_, open, graph) => {
  const judge = async (asked: SuiteCase): Promise<string[]> => {
    const found = differences(await open.askInProcess(asked), open.askOracle(asked));
    return found.map((fault) => `${asked.query} ${(asked.faults ?? []).join()}: ${fault}`);
  };

  describe.each(graph.cases)("$query faults $faults down $down", (asked) => {
    test("is answered in process as one schema over the data answers it", async () => {
      expect(await judge(asked)).toEqual([]);
    });

    test("is answered over HTTP as one schema over the data answers it", async () => {
      expect(differences(await open.askOverHttp(asked), open.askOracle(asked))).toEqual([]);
    });
  });

  test("every case is answered with type names everywhere, under inherited names too", async () => {
    await withoutPollution(async () => {
      for (const asked of graph.cases) {
        const variant = withTypeNames(asked);
        if (variant) expect(await judge(variant)).toEqual([]);
      }
    });
  });

  test("every case is answered with an error at each of its fields", async () => {
    for (const asked of graph.cases) {
      for (const variant of withEachFault(asked, graph, open.publicSchema)) {
        expect(await judge(variant)).toEqual([]);
      }
    }
  });
});
