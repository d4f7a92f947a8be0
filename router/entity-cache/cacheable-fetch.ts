import {
  Kind,
  print,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type SelectionSetNode,
} from "graphql";
import type { AccessFacts } from "../../src/access/rules.ts";
import type { CacheFacts } from "../schema/cache-facts.ts";

/** How long, for whom and until which events the selected fields of a document may be cached. */
export interface CachePolicy {
  maxAgeSeconds: number;
  /** True when HTTP caches may store it too. */
  isPublic: boolean;
  events: readonly string[];
  /** Access facts of all selected fields, without duplicates. */
  access: readonly Partial<AccessFacts>[];
}

/** A list of entities that a document fetches. */
export interface EntityList {
  /** Response key. */
  key: string;
  /** Variable of the representations. */
  variable: string;
  /** What is selected, as text. */
  selection: string;
}

/** A document whose results may be cached: as a whole, or for each entity. */
export interface CacheableFetch {
  policy: CachePolicy;
  /** The lists of entities; null for a fetch of root fields. */
  lists: readonly EntityList[] | null;
  /** Response keys of the root fields. */
  rootKeys: readonly string[];
  /** The document as text. */
  text: string;
}

/** Collects the hints of what is selected. */
interface Collected {
  facts: CacheFacts;
  fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  maxAgeSeconds: number;
  isPublic: boolean;
  events: Set<string>;
  access: Map<string, Partial<AccessFacts>>;
}

/**
 * Describes a document whose result may be cached; null for every other. All of its fields must be: root fields and
 * fields of entities by their own `@cacheable`, fields of value types by that of the field they are reached through.
 */
export function describeFetch(document: DocumentNode, facts: CacheFacts): CacheableFetch | null {
  const operation = document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION);
  if (operation?.operation !== "query" || countOperations(document) > 1) return null;
  const collected = startCollecting(document, facts);
  const roots: FieldNode[] = [];
  for (const node of operation.selectionSet.selections) {
    if (node.kind !== Kind.FIELD || node.directives?.length) return null;
    roots.push(node);
  }
  const rootKeys = roots.map((node) => (node.alias ?? node.name).value);
  const isEntities = roots.every((node) => node.name.value === "_entities");
  const isCacheable = isEntities
    ? roots.every((node) => collectEntities(node, collected))
    : collect(operation.selectionSet, "Query", collected);
  const policy = isCacheable ? toPolicy(collected) : null;
  if (!policy) return null;
  const lists = isEntities ? roots.map(toList) : null;
  return { policy, lists, rootKeys, text: print(document) };
}

/** The policy of a client's document; null when any part of it may not be cached. */
export function policyOf(document: DocumentNode, facts: CacheFacts): CachePolicy | null {
  const operation = document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION);
  if (operation?.operation !== "query") return null;
  const collected = startCollecting(document, facts);
  return collect(operation.selectionSet, "Query", collected) ? toPolicy(collected) : null;
}

function countOperations({ definitions }: DocumentNode): number {
  return definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION).length;
}

function startCollecting(document: DocumentNode, facts: CacheFacts): Collected {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const node of document.definitions)
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);
  return {
    facts,
    fragments,
    maxAgeSeconds: Infinity,
    isPublic: true,
    events: new Set(),
    access: new Map(),
  };
}

function toPolicy({ maxAgeSeconds, isPublic, events, access }: Collected): CachePolicy | null {
  // Without a lifetime nothing was selected that has one.
  if (!Number.isFinite(maxAgeSeconds)) return null;
  return { maxAgeSeconds, isPublic, events: [...events].sort(), access: [...access.values()] };
}

function toList(node: FieldNode): EntityList {
  const [representations] = node.arguments ?? [];
  const variable = representations?.value.kind === Kind.VARIABLE ? representations.value.name.value : "";
  return {
    key: (node.alias ?? node.name).value,
    variable,
    selection: node.selectionSet ? print(node.selectionSet) : "",
  };
}

/** Fragments on entities, and nothing else. */
function collectEntities(node: FieldNode, collected: Collected): boolean {
  if (toList(node).variable === "") return false;
  return (node.selectionSet?.selections ?? []).every((selection) => {
    if (selection.kind === Kind.FIELD) return selection.name.value === "__typename";
    const fragment =
      selection.kind === Kind.FRAGMENT_SPREAD ? collected.fragments.get(selection.name.value) : selection;
    const typeName = fragment?.typeCondition?.name.value;
    if (!fragment || !typeName || !collected.facts.entities.has(typeName)) return false;
    return collect(fragment.selectionSet, typeName, collected);
  });
}

/** False as soon as something is found that may not be cached. */
function collect(set: SelectionSetNode, typeName: string, collected: Collected): boolean {
  const { facts, fragments } = collected;
  const fields = facts.objects.get(typeName);
  // Abstract types are never cached: their members may differ.
  if (!fields || facts.abstractTypes.has(typeName)) return false;
  return set.selections.every((selection) => {
    if (selection.kind !== Kind.FIELD) {
      const fragment =
        selection.kind === Kind.FRAGMENT_SPREAD ? fragments.get(selection.name.value) : selection;
      const on = fragment?.typeCondition?.name.value ?? typeName;
      return fragment !== undefined && on === typeName && collect(fragment.selectionSet, typeName, collected);
    }
    const name = selection.name.value;
    if (name === "__typename") return true;
    const field = fields.get(name);
    if (!field) return false;
    const { hint, access } = field;
    const needsHint = typeName === "Query" || facts.entities.has(typeName);
    if (hint ? hint.maxAge <= 0 : needsHint) return false;
    if (hint) {
      collected.maxAgeSeconds = Math.min(collected.maxAgeSeconds, hint.maxAge);
      if (hint.scope !== "public") collected.isPublic = false;
      for (const event of hint.events) collected.events.add(event);
    }
    if (access) collected.access.set(JSON.stringify(access), access);
    return !selection.selectionSet || collect(selection.selectionSet, field.typeName, collected);
  });
}
