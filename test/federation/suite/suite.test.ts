import { afterAll, describe, expect, test } from "vitest";
import { differences } from "./compare-answers.ts";
import { openGraph, type OpenGraph } from "./open-graph.ts";
import { suiteGraphs } from "./suite-graphs.ts";

const graphs: [string, OpenGraph, (typeof suiteGraphs)[number]][] = [];
for (const graph of suiteGraphs) graphs.push([`${graph.subject}: ${graph.name}`, await openGraph(graph), graph]);
afterAll(async () => void (await Promise.all(graphs.map(([, { close }]) => close()))));

describe.each(graphs)("%s", (_, open, { cases }) => {
  describe.each(cases)("$query faults $faults down $down", (asked) => {
    test("is answered in process as one schema over the data answers it", async () => {
      expect(differences(await open.askInProcess(asked), open.askOracle(asked))).toEqual([]);
    });

    test("is answered over HTTP as one schema over the data answers it", async () => {
      expect(differences(await open.askOverHttp(asked), open.askOracle(asked))).toEqual([]);
    });
  });
});
