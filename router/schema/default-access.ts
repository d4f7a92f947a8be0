import {
  Kind,
  parse,
  print,
  valueFromASTUntyped,
  visit,
  type ConstDirectiveNode,
  type DefinitionNode,
  type DocumentNode,
} from "graphql";
import { directive, metadataDirectiveDefinitions } from "../../src/graphql/metadata-directives.ts";
import { checkableFacts, type CheckableFacts } from "./checkable-facts.ts";
import { readFieldGraphs } from "./field-graphs.ts";
import type { SubgraphAccess } from "./supergraph-config.ts";
import { named } from "./directive-values.ts";

interface GuardedSource {
  name: string;
  sdl: string;
  access?: SubgraphAccess | undefined;
}

/**
 * Adds `@access` with the default of its subgraph to every field of the supergraph that has none. A field that a
 * subgraph without a default resolves too stays as that subgraph defines it. Throws with every field whose `@access`
 * was lost in composition, has facts that the router cannot check, or has two different defaults.
 */
export function applyDefaultAccess(supergraphSdl: string, sources: readonly GuardedSource[]): string {
  const withDefault = sources.filter(({ access }) => access !== undefined && access.default !== null);
  if (withDefault.length === 0) return supergraphSdl;
  const document = parse(supergraphSdl, { noLocation: true });
  const faults = [...lostAccess(document, withDefault), ...uncheckableAccess(document, sources)];
  const defaults = new Map(withDefault.map(({ name, access }) => [name, access!.default!]));
  const resolvedBy = readFieldGraphs(document);
  const guarded = visit(document, {
    ObjectTypeDefinition: (type) => ({
      ...type,
      fields: type.fields?.map((field) => {
        if (named(field.directives, "access").length > 0) return field;
        const coordinate = `${type.name.value}.${field.name.value}`;
        const graphs = [...(resolvedBy.get(coordinate) ?? [])];
        const chosen = graphs.map((name) => defaults.get(name));
        if (chosen.length === 0 || chosen.includes(undefined)) return field;
        const distinct = new Set(chosen.map((facts) => JSON.stringify(facts)));
        if (distinct.size > 1)
          faults.push(`${coordinate}: ${graphs.join(" and ")} have different defaults; add @access to it`);
        const added = directive("access", chosen[0] as CheckableFacts);
        return { ...field, directives: [...(field.directives ?? []), added] };
      }),
    }),
  });
  if (faults.length > 0) throw new Error(`Access of the supergraph is not clear:\n  ${faults.join("\n  ")}`);
  return print({ ...guarded, definitions: [...guarded.definitions, ...missingDefinition(document)] });
}

/** Fields whose `@access` is in a subgraph's SDL but not in the supergraph. */
function lostAccess(supergraph: DocumentNode, sources: readonly GuardedSource[]): string[] {
  const kept = new Set(accessNodes(supergraph).map(([coordinate]) => coordinate));
  return sources.flatMap(({ name, sdl }) =>
    accessNodes(parse(sdl, { noLocation: true }))
      .filter(([coordinate]) => !kept.has(coordinate))
      .map(([coordinate]) => `${coordinate}: ${name} has @access without @composeDirective`),
  );
}

/** Fields with facts that only the subgraph can check, where the router is to check them. */
function uncheckableAccess(supergraph: DocumentNode, sources: readonly GuardedSource[]): string[] {
  const byRouter = new Set(
    sources.filter(({ access }) => access?.checkedBy === "router").map(({ name }) => name),
  );
  const resolvedBy = readFieldGraphs(supergraph);
  return accessNodes(supergraph).flatMap(([coordinate, node]) => {
    const graph = [...(resolvedBy.get(coordinate) ?? [])].find((name) => byRouter.has(name));
    if (graph === undefined || checkableFacts.safeParse(factsOf(node)).success) return [];
    return [`${coordinate}: the router cannot check ${print(node)} for ${graph}`];
  });
}

function factsOf(node: ConstDirectiveNode): Record<string, unknown> {
  return Object.fromEntries(
    (node.arguments ?? []).map(({ name, value }) => [name.value, valueFromASTUntyped(value)]),
  );
}

function accessNodes(document: DocumentNode): [coordinate: string, node: ConstDirectiveNode][] {
  return document.definitions.flatMap((type) => {
    if (type.kind !== Kind.OBJECT_TYPE_DEFINITION && type.kind !== Kind.OBJECT_TYPE_EXTENSION) return [];
    return (type.fields ?? []).flatMap((field) =>
      named(field.directives, "external").length > 0
        ? []
        : named(field.directives, "access").map((node): [string, ConstDirectiveNode] => [
            `${type.name.value}.${field.name.value}`,
            node,
          ]),
    );
  });
}

/** The definition of `@access`, where no subgraph has it. */
function missingDefinition(document: DocumentNode): DefinitionNode[] {
  const isAccess = (node: DefinitionNode) =>
    node.kind === Kind.DIRECTIVE_DEFINITION && node.name.value === "access";
  if (document.definitions.some(isAccess)) return [];
  return parse(metadataDirectiveDefinitions, { noLocation: true }).definitions.filter(isAccess);
}
