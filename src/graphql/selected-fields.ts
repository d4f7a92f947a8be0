import { Kind, type GraphQLResolveInfo, type SelectionNode } from "graphql";

type Info = Pick<GraphQLResolveInfo, "fieldNodes" | "fragments">;

/** By the nodes of the field, which a compiled document keeps. */
const known = new WeakMap<readonly object[], Map<string, ReadonlySet<string>>>();

/**
 * Names of the fields that are selected of a resolver's result, or of the objects at `path` within it: what a read has to
 * fetch. Fields under `@skip` and `@include` are among them.
 */
export function selectedFields(info: Info, ...path: readonly string[]): ReadonlySet<string> {
  let ofField = known.get(info.fieldNodes);
  if (!ofField) known.set(info.fieldNodes, (ofField = new Map()));
  const key = path.join(".");
  let names = ofField.get(key);
  if (!names) ofField.set(key, (names = collectNames(info, path)));
  return names;
}

function collectNames(info: Info, path: readonly string[]): ReadonlySet<string> {
  let nodes: readonly SelectionNode[] = info.fieldNodes;
  for (const name of path) {
    nodes = fieldsWithin(nodes, info).filter((node) => node.name.value === name);
  }
  return new Set(fieldsWithin(nodes, info).map((node) => node.name.value));
}

/** The fields selected by these nodes, those in fragments too. */
function fieldsWithin(nodes: readonly SelectionNode[], { fragments }: Info) {
  const inner = nodes.flatMap((node) =>
    "selectionSet" in node ? (node.selectionSet?.selections ?? []) : [],
  );
  return inner.flatMap((node) => fieldsOf(node, fragments));
}

function fieldsOf(
  node: SelectionNode,
  fragments: Info["fragments"],
): Extract<SelectionNode, { kind: Kind.FIELD }>[] {
  if (node.kind === Kind.FIELD) return [node];
  const fragment = node.kind === Kind.FRAGMENT_SPREAD ? fragments[node.name.value] : node;
  return (fragment?.selectionSet.selections ?? []).flatMap((selected) => fieldsOf(selected, fragments));
}
