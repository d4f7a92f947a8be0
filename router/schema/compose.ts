import { composeServices, compositionHasErrors } from "@theguild/federation-composition";
import { Kind, parse, print, visit, type ASTNode, type DirectiveNode } from "graphql";
import { cacheFactsOf } from "./cache-facts.ts";
import { findHintDisagreements, findHintFaults } from "./check-cache-hints.ts";
import { applyDefaultAccess } from "./default-access.ts";
import type { SubgraphAccess } from "./supergraph-config.ts";

/** A subgraph as composition sees it. */
export interface SubgraphSource {
  name: string;
  url: string;
  sdl: string;
  /** Default: every field has its own `@access`, or is as accessible as its parent. */
  access?: SubgraphAccess;
}

/**
 * Composes subgraphs into a supergraph. Throws with every fault when they do not compose, or when two of them
 * disagree about the access rules of a shared field or the constraints of its input. A field without `@access` gets
 * the default of its subgraph. A `@cacheable` is refused where responses may differ between principals; `ownedTypes` are
 * types whose rows have an owner.
 */
export function composeSupergraph(
  subgraphs: readonly SubgraphSource[],
  ownedTypes?: ReadonlySet<string>,
): string {
  const disagreements = [...metadataDisagreements(subgraphs), ...findHintDisagreements(subgraphs)];
  if (disagreements.length > 0) throw new Error(`The subgraphs disagree:\n  ${disagreements.join("\n  ")}`);
  const result = composeServices(
    subgraphs.map(({ name, url, sdl }) => ({ name, url, typeDefs: parse(sdl) })),
  );
  if (compositionHasErrors(result)) {
    throw new Error(
      `The subgraphs do not compose:\n  ${result.errors.map((error) => error.message).join("\n  ")}`,
    );
  }
  const supergraphSdl = `${applyDefaultAccess(result.supergraphSdl, subgraphs).trim()}\n`;
  const hintFaults = findHintFaults(cacheFactsOf(parse(supergraphSdl, { noLocation: true })), ownedTypes);
  if (hintFaults.length > 0) throw new Error(`These fields cannot be cached:\n  ${hintFaults.join("\n  ")}`);
  return supergraphSdl;
}

/** Coordinates that two subgraphs define with different access or constraints. */
function metadataDisagreements(subgraphs: readonly SubgraphSource[]): string[] {
  const seen = new Map<string, { subgraph: string; metadata: string }>();
  const faults: string[] = [];
  for (const { name, sdl, access } of subgraphs) {
    const hasDefault = access !== undefined && access.default !== null;
    for (const [coordinate, metadata] of metadataByCoordinate(sdl)) {
      // Says nothing about a field of its own, so it follows the other subgraph.
      if (hasDefault && metadata === "") continue;
      const earlier = seen.get(coordinate);
      if (!earlier) seen.set(coordinate, { subgraph: name, metadata });
      else if (earlier.metadata !== metadata) {
        faults.push(
          `${coordinate}: ${earlier.subgraph} says ${earlier.metadata || "nothing"}, ${name} says ${metadata || "nothing"}`,
        );
      }
    }
  }
  return faults;
}

function metadataByCoordinate(sdl: string): Map<string, string> {
  const found = new Map<string, string>();
  const read = (directives: readonly DirectiveNode[] = []) =>
    directives
      .filter((node) => node.name.value === "access" || node.name.value === "constraint")
      .map((node) => print(sortArguments(node)))
      .join(" ");
  for (const definition of parse(sdl).definitions) {
    if (
      definition.kind !== Kind.OBJECT_TYPE_DEFINITION &&
      definition.kind !== Kind.OBJECT_TYPE_EXTENSION &&
      definition.kind !== Kind.INPUT_OBJECT_TYPE_DEFINITION
    ) {
      continue;
    }
    for (const field of definition.fields ?? []) {
      const isReference = field.directives?.some((node) => node.name.value === "external");
      if (!isReference) found.set(`${definition.name.value}.${field.name.value}`, read(field.directives));
    }
  }
  return found;
}

function sortArguments(node: DirectiveNode): ASTNode {
  return visit(node, {
    Directive: (directive) => ({
      ...directive,
      arguments: [...(directive.arguments ?? [])].sort((a, b) => a.name.value.localeCompare(b.name.value)),
    }),
  });
}
