import { getNamedType, isObjectType, type GraphQLObjectType } from "graphql";
import type { DocsSource } from "../data/docs-source.ts";
import type { GraphEdge } from "./graph.types.ts";

/** A type of the graph without a place yet. */
export interface LinkedType {
  name: string;
  lane: string;
  isEntity: boolean;
}

type LinkSource = Pick<DocsSource, "schema" | "facts">;

const roots = new Set(["Query", "Mutation", "Subscription"]);

/** Every object type but the roots, with the subgraph it belongs to. */
export function linkedTypes({ schema, facts }: LinkSource): LinkedType[] {
  return objectTypes({ schema, facts }).map((type) => ({
    name: type.name,
    lane: laneOf(type, facts),
    isEntity: facts.keys.has(type.name),
  }));
}

/** Which types lead to which, by a field each. */
export function typeLinks({ schema, facts }: LinkSource): GraphEdge[] {
  const edges = new Map<
    string,
    { fields: string[]; owners: Set<string | null> } & Pick<GraphEdge, "from" | "to">
  >();
  for (const type of objectTypes({ schema, facts })) {
    for (const field of Object.values(type.getFields())) {
      const target = getNamedType(field.type);
      if (!isObjectType(target)) continue;
      const key = `${type.name} ${target.name}`;
      const edge = edges.get(key) ?? { from: type.name, to: target.name, fields: [], owners: new Set() };
      edge.fields.push(field.name);
      edge.owners.add(facts.ownerOf(type.name, field.name));
      edges.set(key, edge);
    }
  }
  const lanes = new Map(linkedTypes({ schema, facts }).map(({ name, lane }) => [name, lane]));
  return [...edges.values()].map(({ owners, ...edge }) => ({
    ...edge,
    subgraph: owners.size === 1 ? [...owners][0]! : null,
    isCrossing: isCrossing(lanes.get(edge.from)!, [...owners], lanes.get(edge.to)!),
  }));
}

/** Ways from entity to entity, through at most two types that are none. */
export function entityLinks(types: readonly LinkedType[], links: readonly GraphEdge[]): GraphEdge[] {
  const entities = new Set(types.filter(({ isEntity }) => isEntity).map(({ name }) => name));
  const leaving = Map.groupBy(links, ({ from }) => from);
  const found = new Map<string, GraphEdge>();
  const walk = (start: string, at: string, path: readonly GraphEdge[]): void => {
    for (const link of leaving.get(at) ?? []) {
      const whole = [...path, link];
      if (entities.has(link.to)) addWay(found, start, whole);
      else if (whole.length < 3 && !path.some(({ to }) => to === link.to)) walk(start, link.to, whole);
    }
  };
  for (const entity of entities) walk(entity, entity, []);
  return [...found.values()];
}

function addWay(found: Map<string, GraphEdge>, from: string, path: readonly GraphEdge[]): void {
  const last = path.at(-1)!;
  const way = path.map(({ fields }) => fields[0]!).join(".");
  const key = `${from} ${last.to}`;
  const known = found.get(key);
  const subgraph = path[0]!.subgraph;
  found.set(key, {
    from,
    to: last.to,
    fields: [...(known?.fields ?? []), ...(path.length === 1 ? last.fields : [way])],
    subgraph: known && known.subgraph !== subgraph ? null : subgraph,
    isCrossing: (known?.isCrossing ?? false) || path.some(({ isCrossing: crosses }) => crosses),
  });
}

function objectTypes({ schema }: LinkSource): GraphQLObjectType[] {
  return Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .filter(({ name }) => !name.startsWith("__") && !roots.has(name))
    .sort((a, b) => a.name.localeCompare(b.name));
}

/** The one subgraph that resolves a type's fields, those of its key aside. */
function laneOf(type: GraphQLObjectType, facts: LinkSource["facts"]): string {
  const owners = new Set(
    Object.keys(type.getFields()).flatMap((field) => facts.ownerOf(type.name, field) ?? []),
  );
  return owners.size === 1 ? [...owners][0]! : "shared";
}

function isCrossing(from: string, owners: readonly (string | null)[], to: string): boolean {
  const places = new Set([from, ...owners.map((owner) => owner ?? from), to]);
  return places.size > 1;
}
