import type { ExecutionResult } from "graphql";
import { keepTrust, type SubgraphExecutor, type SubgraphRequest } from "../../src/graphql/local-executor.ts";
import { isPromise } from "../../src/concurrency/maybe-promise.ts";
import { secondsOf, type Metrics } from "../../src/observability/metrics.ts";
import { withSpan, type SpanOptions } from "../../src/observability/tracing.ts";

/** The same executors, each fetch timed and traced by its subgraph. */
export function observeFetches(
  subgraphs: ReadonlyMap<string, SubgraphExecutor>,
  metrics: Metrics,
): Map<string, SubgraphExecutor> {
  return new Map(
    [...subgraphs].map(([subgraph, execute]) => [subgraph, observeExecutor(subgraph, execute, metrics)]),
  );
}

function observeExecutor(subgraph: string, execute: SubgraphExecutor, metrics: Metrics): SubgraphExecutor {
  const name = `fetch ${subgraph}`;
  const span: SpanOptions = { kind: "client", attributes: { "subgraph.name": subgraph } };
  const histogram = (outcome: string) => secondsOf(metrics.fetches, { subgraph, outcome });
  const outcomes = { ok: histogram("ok"), partial: histogram("partial"), error: histogram("error") };
  const observed = (request: SubgraphRequest) => {
    const startedAt = performance.now();
    const observe = (outcome: keyof typeof outcomes) =>
      outcomes[outcome]((performance.now() - startedAt) / 1000);
    const succeed = (result: ExecutionResult) => {
      observe(result.errors ? "partial" : "ok");
      return result;
    };
    const fail = (error: unknown): never => {
      observe("error");
      throw error;
    };
    try {
      const result = withSpan(name, span, () => execute(request));
      return isPromise(result) ? result.then(succeed, fail) : succeed(result);
    } catch (error) {
      return fail(error);
    }
  };
  return keepTrust(execute, observed);
}
