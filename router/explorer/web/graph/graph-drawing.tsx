import { useMemo, useState } from "preact/hooks";
import type { GraphNode, GraphView } from "../../graph/graph.types.ts";

/** Colours of lanes by name. Other lanes have the colour of shared types. */
const laneClass: Readonly<Record<string, string>> = {
  hub: "lane-1",
  property: "lane-2",
  gateway: "lane-3",
};

/** Types as linked boxes, in one lane per subgraph. Neighbours of the hovered or focused box are highlighted. */
export function GraphDrawing({ view, nodeHeight }: { view: GraphView; nodeHeight: number }) {
  const [active, setActive] = useState<string | null>(null);
  const byName = useMemo(() => new Map(view.nodes.map((node) => [node.name, node])), [view]);
  const near = new Set(
    view.edges.flatMap(({ from, to }) => (from === active || to === active ? [from, to] : [])),
  );
  return (
    <div class="graph-frame" tabIndex={0} role="region" aria-label="Graph (scrollable)">
      <svg
        role="group"
        aria-label="Types and the fields between them"
        width={view.width}
        height={view.height}
        viewBox={`0 0 ${view.width} ${view.height}`}
        class={active === null ? "graph" : "graph graph-active"}
      >
        <g aria-hidden="true">
          {view.lanes.map(({ name, x, width }) => (
            <text key={name} class="graph-lane" x={x + width / 2} y={20}>
              {name}
            </text>
          ))}
          {view.edges.map(({ from, to, isCrossing }) => {
            const isNear = from === active || to === active;
            return (
              <path
                key={`${from} ${to}`}
                class={`graph-edge ${isCrossing ? "graph-crossing" : ""} ${isNear ? "graph-near" : ""}`}
                d={curve(byName.get(from)!, byName.get(to)!, nodeHeight)}
              />
            );
          })}
        </g>
        {view.nodes.map((node) => (
          <a
            key={node.name}
            href={`/schema/${node.name}`}
            class={`graph-node ${laneClass[node.lane] ?? "lane-4"} ${node.isEntity ? "graph-entity" : ""} ${
              near.has(node.name) || node.name === active ? "graph-near" : ""
            }`}
            onFocus={() => setActive(node.name)}
            onBlur={() => setActive(null)}
            onMouseEnter={() => setActive(node.name)}
            onMouseLeave={() => setActive(null)}
          >
            <rect x={node.x} y={node.y} width={node.width} height={nodeHeight} rx="6" />
            <text x={node.x + node.width / 2} y={node.y + nodeHeight / 2}>
              {node.name}
            </text>
          </a>
        ))}
      </svg>
    </div>
  );
}

/** Edge between the nearest sides of two boxes. A type that references itself gets a loop. */
function curve(from: GraphNode, to: GraphNode, height: number): string {
  const [y1, y2] = [from.y + height / 2, to.y + height / 2];
  if (from === to) {
    const x = from.x + from.width;
    return `M ${x} ${y1 - 6} C ${x + 26} ${y1 - 14}, ${x + 26} ${y1 + 14}, ${x} ${y1 + 6}`;
  }
  const isRight = to.x >= from.x + from.width;
  const isLeft = to.x + to.width <= from.x;
  const x1 = isLeft ? from.x : from.x + from.width;
  const x2 = isRight ? to.x : to.x + to.width;
  const bend = isRight || isLeft ? (x2 - x1) / 2 : 40;
  const c2 = isRight || isLeft ? x2 - bend : x2 + bend;
  return `M ${x1} ${y1} C ${x1 + bend} ${y1}, ${c2} ${y2}, ${x2} ${y2}`;
}
