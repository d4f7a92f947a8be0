import {
  isInterfaceType,
  isObjectType,
  parse,
  print,
  printSchema,
  stripIgnoredCharacters,
  visit,
  type ASTNode,
} from "graphql";
import type { AccessFacts } from "../../../src/access/rules.ts";
import type { DocsSource } from "./docs-source.ts";

/** Facts of every field for the console. Each distinct rule is listed once. */
export interface ConsoleFacts {
  subgraphs: readonly string[];
  rules: readonly Partial<AccessFacts>[];
  /**
   * By type, two numbers a field, in the order of the schema: that of its rule, -1 without one; and that of its
   * subgraph, -1 where several have it.
   */
  fields: Record<string, readonly number[]>;
}

/** The facts of all fields that clients see. */
export function consoleFacts({ schema, facts }: Pick<DocsSource, "schema" | "facts">): ConsoleFacts {
  const subgraphs = [...facts.subgraphs].sort();
  const rules = new Map<string, number>();
  const ruleOf = (access: Partial<AccessFacts> | null): number => {
    if (!access) return -1;
    const text = JSON.stringify(access, Object.keys(access).sort());
    if (!rules.has(text)) rules.set(text, rules.size);
    return rules.get(text)!;
  };
  const fields: Record<string, number[]> = {};
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith("__") || !(isObjectType(type) || isInterfaceType(type))) continue;
    fields[type.name] = Object.keys(type.getFields()).flatMap((name) => [
      ruleOf(facts.accessOf(type.name, name)),
      subgraphs.indexOf(facts.ownerOf(type.name, name) ?? ""),
    ]);
  }
  return { subgraphs, rules: [...rules.keys()].map((text) => JSON.parse(text) as object), fields };
}

/**
 * The console's files: the schema that its editor completes and checks with, bare for the start and with its
 * descriptions for the editor, and the facts of its fields.
 */
export function consoleFiles(source: DocsSource): (readonly [string, unknown])[] {
  const described = printSchema(source.schema);
  return [
    ["console/schema.graphql", stripIgnoredCharacters(print(withoutDescriptions(described)))],
    ["console/described.graphql", stripIgnoredCharacters(described)],
    ["console/facts.json", consoleFacts(source)],
  ];
}

function withoutDescriptions(sdl: string): ASTNode {
  const drop = (node: ASTNode) =>
    "description" in node && node.description ? { ...node, description: undefined } : undefined;
  return visit(parse(sdl, { noLocation: true }), { enter: drop });
}
