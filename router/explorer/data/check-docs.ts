import { isObjectType, type GraphQLSchema } from "graphql";
import type { DocsSource } from "./docs-source.ts";
import { readJoinFacts } from "./join-facts.ts";

/**
 * Refuses documentation that would not be true. Root fields without a rule, operations that do not validate and paths
 * claimed twice were refused when the source was read; here: sources that do not tell what a field may throw, fields that
 * two subgraphs share under different rules, and types named like a root without being one.
 */
export function checkDocs(source: DocsSource): void {
  const faults = [...unknownFeatures(source), ...sharedUnderRules(source), ...falseRoots(source.schema)];
  if (faults.length > 0) throw new Error(`The documentation would not be true:\n  ${faults.join("\n  ")}`);
}

function unknownFeatures({ registry, scan }: DocsSource): string[] {
  return [...registry.values()]
    .filter(({ rootField }) => !Object.hasOwn(scan.featureOf, rootField.name))
    .map(({ row }) => `${row.field} was found in no resolver's source`);
}

/** Composition keeps one of the rules and says nothing of the other. */
function sharedUnderRules({ schema, facts, supergraph }: DocsSource): string[] {
  const joins = readJoinFacts(supergraph);
  return Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .flatMap((type) => Object.keys(type.getFields()).map((field) => [type.name, field] as const))
    .filter(
      ([type, field]) => joins.subgraphsOf(type, field).length > 1 && facts.accessOf(type, field) !== null,
    )
    .filter(([type, field]) => !joins.keysOf(type).some((key) => key.fields.split(/\s+/).includes(field)))
    .map(([type, field]) => `${type}.${field} is resolved by several subgraphs, and has a rule of one`);
}

function falseRoots(schema: GraphQLSchema): string[] {
  const roots = {
    Query: schema.getQueryType(),
    Mutation: schema.getMutationType(),
    Subscription: schema.getSubscriptionType(),
  };
  return Object.entries(roots)
    .filter(([name, root]) => schema.getType(name) !== undefined && root?.name !== name)
    .map(([name]) => `The type ${name} is named like a root and is none`);
}
