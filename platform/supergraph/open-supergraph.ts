import type { Router } from "../../router/main.ts";
import type { Config } from "../../src/config/config.ts";
import type { LoadedSupergraph } from "./load-supergraph.ts";
import { reloadSupergraph, type ReloadOptions } from "./reload-supergraph.ts";
import { SupergraphSource } from "./supergraph-source.ts";

/** A router's first supergraph, and a function that starts its reloads once the router listens. */
export async function openSupergraph(
  config: Pick<Config, "SUPERGRAPH" | "SUPERGRAPH_CONFIG" | "SUPERGRAPH_POLL_MS">,
  options: Omit<ReloadOptions, "source" | "router" | "pollMs">,
): Promise<{ first: LoadedSupergraph; startReloads(router: Router): () => void }> {
  const source = new SupergraphSource(config);
  const first = await source.readChanged();
  if (!first) throw new Error("The supergraph cannot be read.");
  const pollMs = config.SUPERGRAPH_POLL_MS;
  const isWatched = config.SUPERGRAPH !== undefined && pollMs > 0;
  return {
    first,
    startReloads: (router) =>
      isWatched ? reloadSupergraph({ ...options, source, router, pollMs }) : () => undefined,
  };
}
