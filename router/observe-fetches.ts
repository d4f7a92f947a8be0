import type { SubgraphExecutor } from "../src/graphql/local-executor.ts";
import type { Metrics } from "../src/metrics.ts";
import { withSpan } from "../src/telemetry.ts";

/** The same executors, each fetch timed and traced by its subgraph. */
export function observeFetches(
  subgraphs: ReadonlyMap<string, SubgraphExecutor>,
  metrics: Metrics,
): Map<string, SubgraphExecutor> {
  return new Map(
    [...subgraphs].map(([subgraph, execute]) => {
      const observed: SubgraphExecutor = async (request) => {
        const startedAt = performance.now();
        let outcome = "error";
        try {
          const result = await withSpan("subgraph fetch", { "subgraph.name": subgraph }, () =>
            execute(request),
          );
          outcome = result.errors ? "partial" : "ok";
          return result;
        } finally {
          metrics.fetches.observe({ subgraph, outcome }, (performance.now() - startedAt) / 1000);
        }
      };
      return [subgraph, observed];
    }),
  );
}
