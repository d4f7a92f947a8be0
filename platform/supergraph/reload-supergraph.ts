import type { Logger } from "pino";
import type { Router, RouterGraph } from "../../router/main.ts";
import type { Metrics } from "../../src/observability/metrics.ts";
import type { Readiness } from "../readiness.ts";
import type { LoadedSupergraph } from "./load-supergraph.ts";
import type { SupergraphSource } from "./supergraph-source.ts";

export interface ReloadOptions {
  source: Pick<SupergraphSource, "readChanged">;
  router: Pick<Router, "replaceGraph">;
  /** The routes of a supergraph's subgraphs. */
  toGraph(loaded: LoadedSupergraph): RouterGraph;
  pollMs: number;
  readiness: Pick<Readiness, "setDetail">;
  metrics: Pick<Metrics, "supergraphReloads" | "supergraphRefused">;
  log: Logger;
}

/** Limits of the reasons that `/readyz` shows. */
const shown = { reasons: 20, characters: 300 } as const;

/**
 * Replaces the router's supergraph whenever its source changes, one at a time. A supergraph that is refused leaves the
 * current one, with the reasons in the log and the details of `/readyz`. Returns a function that stops it.
 */
export function reloadSupergraph(options: ReloadOptions): () => void {
  const { source, router, toGraph, readiness, metrics, log, pollMs } = options;
  let timer: NodeJS.Timeout | null = null;
  let isStopped = false;
  /** A source that fails again and again is logged and counted once. */
  let lastRefusal: string | null = null;
  const check = async (): Promise<void> => {
    try {
      const loaded = await source.readChanged();
      if (!loaded) return;
      await router.replaceGraph(toGraph(loaded));
      lastRefusal = null;
      readiness.setDetail("supergraph", null);
      metrics.supergraphReloads.inc({ outcome: "swapped" });
      metrics.supergraphRefused.set(0);
      log.info({ subgraphs: loaded.entries.map(({ name }) => name) }, "supergraph replaced");
    } catch (err) {
      const refusal = String(err);
      if (refusal === lastRefusal) return;
      lastRefusal = refusal;
      readiness.setDetail("supergraph", { status: "refused", reasons: reasonsOf(err) });
      metrics.supergraphReloads.inc({ outcome: "refused" });
      metrics.supergraphRefused.set(1);
      log.error({ err }, "supergraph refused, the earlier one stays");
    }
  };
  const schedule = (): void => {
    if (isStopped) return;
    timer = setTimeout(() => void check().finally(schedule), pollMs);
    timer.unref();
  };
  schedule();
  return () => {
    isStopped = true;
    if (timer) clearTimeout(timer);
  };
}

/** The lines of an error, without paths and URLs: `/readyz` is public. */
function reasonsOf(error: unknown): string[] {
  const lines = (error instanceof Error ? error.message : "unknown error").split("\n");
  const withoutPlaces = lines.map((line) =>
    line
      .replaceAll(/\bhttps?:\/\/\S+|(?:\/[\w.-]+){2,}/g, "…")
      .trim()
      .slice(0, shown.characters),
  );
  return withoutPlaces.filter((line) => line !== "").slice(0, shown.reasons);
}
