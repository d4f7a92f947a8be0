import {
  getNamedType,
  isInterfaceType,
  isObjectType,
  Kind,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLNamedType,
  type SelectionSetNode,
} from "graphql";
import type { AccessFacts } from "../../../../src/access/rules.ts";
import type { ReadDocument } from "./read-document.ts";
import type { Graph } from "./schema-facts.ts";

/** Estimated cost of a document before it runs. */
export interface Estimate {
  /** Credits that its operations are listed with; null where a price is not known. */
  credits: number | null;
  /** Upper bound of subgraph fetches. The plan may need fewer. */
  fetches: number;
  /** Rules of all fields that it reads. */
  rules: readonly Partial<AccessFacts>[];
}

/** Credits of each operation of the price list; null while they are not known. */
export type PriceList = ReadonlyMap<string, number> | null;

interface Walk {
  graph: Graph;
  fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  /** Fragments that are open, so that one which spreads itself ends. */
  open: ReadonlySet<string>;
  rules: Set<Partial<AccessFacts>>;
}

/** Estimates an operation: credits by the price list, fetches by the subgraphs that its fields belong to. */
export function estimate({ document, operation }: ReadDocument, graph: Graph, prices: PriceList): Estimate {
  const root = graph.schema.getRootType(operation.operation);
  if (!root) return { credits: 0, fetches: 0, rules: [] };
  const fragments = new Map(
    document.definitions
      .filter((node) => node.kind === Kind.FRAGMENT_DEFINITION)
      .map((node) => [node.name.value, node]),
  );
  const walk: Walk = { graph, fragments, open: new Set(), rules: new Set() };
  const fields = fieldsOf(operation.selectionSet, root, walk);
  let credits: number | null = 0;
  for (const { type, node } of fields) {
    const cost = graph.accessOf(type.name, node.name.value)?.cost;
    if (cost === undefined || credits === null) continue;
    const price = prices?.get(cost);
    credits = price === undefined ? null : credits + price;
  }
  const fetches = countFetches(fields, null, walk);
  return { credits, fetches, rules: [...walk.rules] };
}

interface Found {
  type: GraphQLNamedType;
  node: FieldNode;
  /** Fragments that were open around it. */
  open: ReadonlySet<string>;
}

/** Fields of a selection set with the types they belong to, fragments opened. */
function fieldsOf(set: SelectionSetNode, type: GraphQLNamedType, walk: Walk): Found[] {
  return set.selections.flatMap((node): Found[] => {
    if (node.kind === Kind.FIELD) return [{ type, node, open: walk.open }];
    const named = node.kind === Kind.FRAGMENT_SPREAD ? walk.fragments.get(node.name.value) : node;
    if (!named || (node.kind === Kind.FRAGMENT_SPREAD && walk.open.has(node.name.value))) return [];
    const condition = named.typeCondition?.name.value;
    const inner = condition === undefined ? type : (walk.graph.schema.getType(condition) ?? type);
    const open = node.kind === Kind.FRAGMENT_SPREAD ? new Set([...walk.open, node.name.value]) : walk.open;
    return fieldsOf(named.selectionSet, inner, { ...walk, open });
  });
}

/** Each subgraph besides the current one adds one fetch at this path, regardless of the fields. */
function countFetches(fields: readonly Found[], current: string | null, walk: Walk): number {
  const others = new Set<string>();
  let inner = 0;
  for (const { type, node, open } of fields) {
    const name = node.name.value;
    const rule = walk.graph.accessOf(type.name, name);
    if (rule) walk.rules.add(rule);
    const owner = walk.graph.ownerOf(type.name, name) ?? current;
    if (owner !== null && owner !== current) others.add(owner);
    if (!node.selectionSet || !(isObjectType(type) || isInterfaceType(type))) continue;
    const field = type.getFields()[name];
    if (!field) continue;
    const inside = { ...walk, open };
    inner += countFetches(fieldsOf(node.selectionSet, getNamedType(field.type), inside), owner, inside);
  }
  return others.size + inner;
}
