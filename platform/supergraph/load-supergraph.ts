import { readFile, stat } from "node:fs/promises";
import { dirname } from "node:path";
import type { Supergraph } from "../../router/main.ts";
import { parseSupergraphConfig, type SubgraphEntry } from "../../router/schema/supergraph-config.ts";
import type { Config } from "../../src/config/config.ts";
import { projectPath } from "../../src/project-root.ts";

/** The supergraph that a router serves, and its subgraphs. */
export interface LoadedSupergraph extends Supergraph {
  entries: readonly SubgraphEntry[];
}

/** Paths that the settings name, or those of the project. */
export function supergraphPaths(config: Pick<Config, "SUPERGRAPH" | "SUPERGRAPH_CONFIG">) {
  const { SUPERGRAPH: source = projectPath("schema", "supergraph.graphql") } = config;
  const isConfig = /\.ya?ml$/.test(source) && !source.includes("://");
  return {
    source,
    config: isConfig ? source : (config.SUPERGRAPH_CONFIG ?? projectPath("supergraph.yaml")),
    isConfig,
  };
}

/** Size limit of a composed supergraph. */
export const maxSupergraphBytes = 32 * 1024 * 1024;

/**
 * Reads the supergraph of the settings; a supergraph.yaml is composed. `sdl` replaces the text of the source, where it
 * has been fetched already. Throws for subgraphs or SDL that are not valid.
 */
export async function loadSupergraph(
  config: Pick<Config, "SUPERGRAPH" | "SUPERGRAPH_CONFIG">,
  fetched?: string,
): Promise<LoadedSupergraph> {
  const paths = supergraphPaths(config);
  const entries = await readEntries(paths.config);
  const sdl =
    fetched ?? (paths.isConfig ? await compose(entries, paths.config) : await readBounded(paths.source));
  return {
    entries,
    sdl,
    checkedByRouter: new Set(
      entries.filter(({ access }) => access.checkedBy === "router").map(({ name }) => name),
    ),
    headers: [...new Set(entries.flatMap(({ headers }) => headers))],
  };
}

/** The subgraphs that a supergraph.yaml describes. Throws with every fault of the file. */
export async function readEntries(path: string): Promise<readonly SubgraphEntry[]> {
  return parseSupergraphConfig(await readFile(path, "utf8"));
}

async function compose(entries: readonly SubgraphEntry[], path: string): Promise<string> {
  // Loaded only where something is composed: a router mostly starts from a composed supergraph.
  const { composeSupergraph } = await import("../../router/schema/compose.ts");
  const { readSource } = await import("../../router/schema/subgraph-sources.ts");
  return composeSupergraph(await Promise.all(entries.map((entry) => readSource(entry, dirname(path)))));
}

async function readBounded(path: string): Promise<string> {
  if ((await stat(path)).size > maxSupergraphBytes)
    throw new Error(`The supergraph ${path} is larger than ${maxSupergraphBytes} bytes.`);
  return readFile(path, "utf8");
}
