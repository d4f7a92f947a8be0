import type { GraphEdge, GraphNode, GraphView } from "./graph.types.ts";
import type { LinkedType } from "./type-links.ts";

/** Height of a box. */
export const nodeHeight = 28;

/** Approximate width of a letter. Boxes are as wide as their names. */
const letterWidth = 7.6;
const padding = 24;
const gap = { row: 12, column: 32, lane: 72, top: 40 };
/** Number of passes that improve the order within lanes. */
const rounds = 8;

interface Lane {
  name: string;
  columns: LinkedType[][];
}

/**
 * Places types in one lane a subgraph, the shared ones in the middle, each near those that it is linked with. The same
 * input gives the same drawing.
 */
export function layOut(
  types: readonly LinkedType[],
  edges: readonly GraphEdge[],
  rowsAtMost: number,
): GraphView {
  const lanes = laneNames(types).map((name): Lane => {
    const members = types.filter(({ lane }) => lane === name);
    const rows = Math.ceil(members.length / Math.ceil(members.length / rowsAtMost));
    const columns = Array.from({ length: Math.ceil(members.length / rows) }, (_, index) =>
      members.slice(index * rows, (index + 1) * rows),
    );
    return { name, columns };
  });
  untangle(lanes, edges);
  return place(lanes, edges);
}

/** Shared types are placed between the subgraphs that share them. */
function laneNames(types: readonly LinkedType[]): string[] {
  const own = [...new Set(types.map(({ lane }) => lane))].filter((lane) => lane !== "shared").sort();
  if (!types.some(({ lane }) => lane === "shared")) return own;
  const middle = Math.ceil(own.length / 2);
  return [...own.slice(0, middle), "shared", ...own.slice(middle)];
}

/** Orders each column by the positions of its types' neighbours (barycentres, Sugiyama 1981). */
function untangle(lanes: readonly Lane[], edges: readonly GraphEdge[]): void {
  const neighbours = new Map<string, string[]>();
  for (const { from, to } of edges) {
    neighbours.set(from, [...(neighbours.get(from) ?? []), to]);
    neighbours.set(to, [...(neighbours.get(to) ?? []), from]);
  }
  const columns = lanes.flatMap((lane) => lane.columns);
  for (let round = 0; round < rounds; round++) {
    const rows = new Map(
      columns.flatMap((column) => column.map(({ name }, index) => [name, index / column.length] as const)),
    );
    const wish = (name: string): number => {
      const known = (neighbours.get(name) ?? []).flatMap((other) => rows.get(other) ?? []);
      return known.length === 0 ? rows.get(name)! : known.reduce((sum, row) => sum + row, 0) / known.length;
    };
    for (const column of columns) {
      column.sort((a, b) => wish(a.name) - wish(b.name) || a.name.localeCompare(b.name));
    }
  }
}

function place(lanes: readonly Lane[], edges: readonly GraphEdge[]): GraphView {
  const nodes: GraphNode[] = [];
  const shown: { name: string; x: number; width: number }[] = [];
  let x = gap.row;
  const rowsOf = Math.max(1, ...lanes.flatMap(({ columns }) => columns.map(({ length }) => length)));
  const height = gap.top + rowsOf * (nodeHeight + gap.row);
  for (const { name, columns } of lanes) {
    const start = x;
    for (const column of columns) {
      const width = Math.max(...column.map((type) => widthOf(type.name)));
      // A short column is spread over the height of the drawing.
      const step = Math.min((height - gap.top) / column.length, 3 * (nodeHeight + gap.row));
      column.forEach((type, index) =>
        nodes.push({
          name: type.name,
          lane: type.lane,
          isEntity: type.isEntity,
          x: Math.round(x + (width - widthOf(type.name)) / 2),
          y: Math.round(gap.top + index * step),
          width: widthOf(type.name),
        }),
      );
      x += width + gap.column;
    }
    shown.push({ name, x: start, width: x - gap.column - start });
    x += gap.lane - gap.column;
  }
  return {
    width: Math.round(x - gap.lane + gap.row),
    height: Math.round(height),
    lanes: shown,
    nodes,
    edges,
  };
}

function widthOf(name: string): number {
  return Math.ceil(name.length * letterWidth + padding);
}
