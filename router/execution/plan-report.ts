import type { MaybePromise } from "../../src/concurrency/maybe-promise.ts";
import type { QueryPlan } from "@graphql-hive/router-query-planner";
import type { ExecutionResult } from "graphql";
import type { FetchRecorder, PlannedFetch } from "./execution.types.ts";
import { printPlan } from "./print-plan.ts";

/** One fetch of one run. Times are in milliseconds, the start counted from that of the run. */
export interface FetchReport extends PlannedFetch {
  startedAtMs: number;
  durationMs: number;
  /** Code of the first error of the subgraph's response, or of the failed request. */
  error?: string;
}

/** How one request was planned and run. */
export interface PlanReport {
  json: QueryPlan;
  text: string;
  fetches: readonly FetchReport[];
  totalMs: number;
  /** Planning time of this request; 0 when the plan was cached. */
  planningMs: number;
  cached: boolean;
}

/** Keeps when each fetch of a run started and how long it took. */
export class RunRecorder implements FetchRecorder {
  readonly fetches: FetchReport[] = [];
  readonly #startedAt = performance.now();

  async record(fetch: PlannedFetch, run: () => MaybePromise<ExecutionResult>): Promise<ExecutionResult> {
    const startedAt = performance.now();
    const report: FetchReport = {
      ...fetch,
      startedAtMs: roundMs(startedAt - this.#startedAt),
      durationMs: 0,
    };
    this.fetches.push(report);
    try {
      const result = await run();
      if (result.errors?.[0]) report.error = codeOf(result.errors[0]);
      return result;
    } catch (error) {
      report.error = codeOf(error);
      throw error;
    } finally {
      report.durationMs = roundMs(performance.now() - startedAt);
    }
  }

  /** The report of the run so far. */
  report(plan: QueryPlan | null, planning: Pick<PlanReport, "planningMs" | "cached">): PlanReport {
    const json: QueryPlan = plan ?? { kind: "QueryPlan" };
    return {
      json,
      text: printPlan(json),
      fetches: this.fetches,
      totalMs: roundMs(performance.now() - this.#startedAt),
      planningMs: roundMs(planning.planningMs),
      cached: planning.cached,
    };
  }
}

function codeOf(error: unknown): string {
  const { code, extensions } = error as { code?: unknown; extensions?: { code?: unknown } };
  const found = extensions?.code ?? code;
  return typeof found === "string" ? found : "INTERNAL_ERROR";
}

function roundMs(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}
