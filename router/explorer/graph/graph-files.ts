import type { DocsSource } from "../data/docs-source.ts";
import type { GraphDocs, GraphEdge, GraphView } from "./graph.types.ts";
import { layOut, nodeHeight } from "./layout.ts";
import { entityLinks, linkedTypes, typeLinks, type LinkedType } from "./type-links.ts";

const rowsAtMost = 45;

/** The drawings of the graph, placed here so that the browser only draws. */
export function graphFiles(source: Pick<DocsSource, "schema" | "facts">): (readonly [string, GraphDocs])[] {
  return [["graph.json", graphDocs(source)]];
}

/** Every view of the graph. */
function graphDocs(source: Pick<DocsSource, "schema" | "facts">): GraphDocs {
  const types = linkedTypes(source);
  const links = typeLinks(source);
  const entities = types.filter(({ isEntity }) => isEntity);
  return {
    nodeHeight,
    entities: layOut(entities, entityLinks(types, links), rowsAtMost),
    crossing: viewOf(
      types,
      links.filter(({ isCrossing }) => isCrossing),
    ),
    all: layOut(types, links, rowsAtMost),
  };
}

/** The types at the ends of these edges. */
function viewOf(types: readonly LinkedType[], edges: readonly GraphEdge[]): GraphView {
  const met = new Set(edges.flatMap(({ from, to }) => [from, to]));
  return layOut(
    types.filter(({ name }) => met.has(name)),
    edges,
    rowsAtMost,
  );
}
