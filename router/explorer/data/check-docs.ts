import { isObjectType, type GraphQLSchema } from "graphql";
import type { DocsSource } from "./docs-source.ts";
import { readJoinFacts } from "./join-facts.ts";

/**
 * Rejects wrong documentation: root fields that no resolver's source mentions, fields that two subgraphs share under
 * different rules, and types that have the name of a root type. Reading the source already rejects root fields without a
 * rule, invalid operations and duplicate paths.
 */
export function checkDocs(source: DocsSource): void {
  const faults = [...unknownFeatures(source), ...sharedUnderRules(source), ...falseRoots(source.schema)];
  if (faults.length > 0) throw new Error(`The documentation has errors:\n  ${faults.join("\n  ")}`);
}

function unknownFeatures({ registry, scan }: DocsSource): string[] {
  return [...registry.values()]
    .filter(({ rootField }) => !Object.hasOwn(scan.featureOf, rootField.name))
    .map(({ row }) => `${row.field} was not found in the source of any resolver`);
}

/** Composition silently keeps one of several rules. */
function sharedUnderRules({ schema, facts, supergraph }: DocsSource): string[] {
  const joins = readJoinFacts(supergraph);
  return Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .flatMap((type) => Object.keys(type.getFields()).map((field) => [type.name, field] as const))
    .filter(
      ([type, field]) => joins.subgraphsOf(type, field).length > 1 && facts.accessOf(type, field) !== null,
    )
    .filter(([type, field]) => !joins.keysOf(type).some((key) => key.fields.split(/\s+/).includes(field)))
    .map(
      ([type, field]) => `${type}.${field} is resolved by several subgraphs, but only one has an access rule`,
    );
}

function falseRoots(schema: GraphQLSchema): string[] {
  const roots = {
    Query: schema.getQueryType(),
    Mutation: schema.getMutationType(),
    Subscription: schema.getSubscriptionType(),
  };
  return Object.entries(roots)
    .filter(([name, root]) => schema.getType(name) !== undefined && root?.name !== name)
    .map(([name]) => `The type ${name} has the name of a root type, but is not one`);
}
