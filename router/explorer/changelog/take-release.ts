import {
  parse,
  print,
  printSchema,
  stripIgnoredCharacters,
  visit,
  type ASTNode,
  type GraphQLSchema,
} from "graphql";
import { isInterfaceType, isObjectType } from "graphql";
import { restPaths, type OperationRegistry } from "../../operations/registry.ts";
import type { SupergraphFacts } from "../../schema/supergraph-facts.ts";
import type { Release, ReleasedOperation } from "./release.types.ts";

/** Sources of a release. */
export interface ReleaseSource {
  version: string;
  schema: GraphQLSchema;
  facts: Pick<SupergraphFacts, "accessOf">;
  registry: OperationRegistry;
}

/** The release that the code is, on a day, with the prices of that day. */
export function takeRelease(
  { version, schema, facts, registry }: ReleaseSource,
  { date, prices }: Pick<Release, "date" | "prices">,
): Release {
  const rules = new Map<string, string[]>();
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith("__") || !(isObjectType(type) || isInterfaceType(type))) continue;
    for (const name of Object.keys(type.getFields())) {
      const access = facts.accessOf(type.name, name);
      if (!access) continue;
      const rule = JSON.stringify(access, Object.keys(access).sort());
      rules.set(rule, [...(rules.get(rule) ?? []), `${type.name}.${name}`]);
    }
  }
  const operations = [...registry.values()].map(({ row, document }): [string, ReleasedOperation] => [
    row.name,
    {
      document: stripIgnoredCharacters(print(document)),
      routes: restPaths(row).map((path) => `${row.rest!.method} ${path}`),
      tool: row.tool?.name ?? null,
      ...(row.tool?.deprecatedAliases ? { toolAliases: row.tool.deprecatedAliases } : {}),
    },
  ]);
  return {
    version,
    date,
    access: [...rules]
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([rule, fields]) => ({ rule: JSON.parse(rule) as object, fields: fields.sort() })),
    operations: Object.fromEntries(operations.sort(([a], [b]) => a.localeCompare(b))),
    prices,
    sdl: sdlOf(schema),
  };
}

/** The schema in SDL without descriptions, which are not part of the contract. */
function sdlOf(schema: GraphQLSchema): string {
  const drop = (node: ASTNode) =>
    "description" in node && node.description ? { ...node, description: undefined } : undefined;
  return `${print(visit(parse(printSchema(schema), { noLocation: true }), { enter: drop }))}\n`;
}
