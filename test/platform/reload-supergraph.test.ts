import { expect, onTestFinished, test } from "vitest";
import type { LoadedSupergraph } from "../../platform/supergraph/load-supergraph.ts";
import { reloadSupergraph } from "../../platform/supergraph/reload-supergraph.ts";
import { Readiness } from "../../platform/readiness.ts";
import { createMetrics } from "../../src/observability/metrics.ts";
import { silentLog } from "../support/silent-log.ts";
import { until } from "../support/poll.ts";

const loaded = (sdl: string): LoadedSupergraph => ({
  sdl,
  entries: [],
  checkedByRouter: new Set(),
  headers: [],
});

/** Reloads from a list of results, with a router that refuses the text `bad`. */
function reloading(results: readonly (LoadedSupergraph | Error | null)[]) {
  const queue = [...results];
  const swapped: string[] = [];
  const readiness = new Readiness([]);
  const metrics = createMetrics();
  const stop = reloadSupergraph({
    source: {
      readChanged: async () => {
        const next = queue.shift() ?? null;
        if (next instanceof Error) throw next;
        return next;
      },
    },
    router: {
      replaceGraph: async ({ supergraph }) => {
        if (supergraph.sdl === "bad")
          throw new Error("Bad:\n  Query.a has no access facts\n  in /srv/app/a.graphql");
        swapped.push(supergraph.sdl);
      },
    },
    toGraph: (supergraph) => ({ supergraph, subgraphs: new Map(), subscribers: new Map() }),
    pollMs: 1,
    readiness,
    metrics,
    log: silentLog,
  });
  onTestFinished(stop);
  const read = until("all results are read", async () => queue.length === 0);
  return { swapped, readiness, metrics, read };
}

const valueOf = async (metrics: ReturnType<typeof createMetrics>, line: string) =>
  (await metrics.registry.metrics()).includes(line);

test("a refused supergraph leaves the process ready, with reasons that name no paths", async () => {
  const { swapped, readiness, metrics, read } = reloading([loaded("good"), loaded("bad"), null]);
  await read;
  await until("the refusal is reported", async () => readiness.details() !== undefined);
  expect(swapped).toEqual(["good"]);
  expect(await readiness.reasons()).toEqual({});
  expect(readiness.details()).toEqual({
    supergraph: { status: "refused", reasons: ["Bad:", "Query.a has no access facts", "in …"] },
  });
  expect(await valueOf(metrics, 'supergraph_reloads_total{outcome="refused"} 1')).toBe(true);
  expect(await valueOf(metrics, "supergraph_refused 1")).toBe(true);
});

test("the next good one clears the refusal, and a source that keeps failing is counted once", async () => {
  const down = () => new Error("The supergraph's server answered with status 500.");
  const { swapped, readiness, metrics, read } = reloading([down(), down(), down(), loaded("next")]);
  await read;
  await until("the supergraph is replaced", async () => swapped.length === 1);
  await until("the refusal is cleared", async () => readiness.details() === undefined);
  expect(await valueOf(metrics, 'supergraph_reloads_total{outcome="refused"} 1')).toBe(true);
  expect(await valueOf(metrics, "supergraph_refused 0")).toBe(true);
});
