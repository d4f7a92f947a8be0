/** A type as the graph shows it: where its box is, in units of the drawing. */
export interface GraphNode {
  name: string;
  /** The subgraph that has it; `shared` where several do. */
  lane: string;
  isEntity: boolean;
  x: number;
  y: number;
  width: number;
}

/** Fields that lead from one type to another. */
export interface GraphEdge {
  from: string;
  to: string;
  /** The fields that do, as dotted paths where other types lie between. */
  fields: readonly string[];
  /** The subgraph that resolves them; null where several do. */
  subgraph: string | null;
  /** Leads out of the subgraph of the type it starts from. */
  isCrossing: boolean;
}

/** A drawing: everything is placed. */
export interface GraphView {
  width: number;
  height: number;
  lanes: readonly { name: string; x: number; width: number }[];
  nodes: readonly GraphNode[];
  edges: readonly GraphEdge[];
}

/** The drawings of the graph: entities alone, what crosses subgraphs, everything. */
export interface GraphDocs {
  nodeHeight: number;
  entities: GraphView;
  crossing: GraphView;
  all: GraphView;
}
