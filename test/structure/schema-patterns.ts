import { readFileSync, readdirSync } from "node:fs";
import { parse, valueFromASTUntyped, visit, type ConstDirectiveNode } from "graphql";
import { projectPath } from "../../src/project-root.ts";
import type { Pattern } from "./code-patterns.ts";

/** The text constraints of a `@constraint`. */
interface TextConstraint {
  coordinate: string;
  pattern?: string;
  itemPattern?: string;
  maxLength?: number;
}

/** Every pattern of the committed schemas: `@constraint` of GraphQL, `pattern` of OpenAPI. */
export function readSchemaPatterns(): Pattern[] {
  const graph = readdirSync(projectPath("schema"))
    .filter((name) => name.endsWith(".graphql"))
    .flatMap((name) => readTextConstraints(`schema/${name}`))
    .flatMap(({ coordinate, pattern, itemPattern }) =>
      [pattern, itemPattern].flatMap((source) => source ?? []).map((source) => at(source, coordinate)),
    );
  const openapi: unknown = JSON.parse(readFileSync(projectPath("schema/openapi.json"), "utf8"));
  return [...graph, ...patternsOf(openapi, "openapi.json#")];
}

/** Compiled as Ajv compiles it. */
function at(source: string, where: string): Pattern {
  return { source, flags: "u", where };
}

function patternsOf(value: unknown, where: string): Pattern[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) =>
    key === "pattern" && typeof inner === "string"
      ? [at(inner, where)]
      : patternsOf(inner, `${where}/${key.replaceAll("/", "~1")}`),
  );
}

/** The `@constraint`s of a schema's input fields and arguments. */
export function readTextConstraints(path: string): TextConstraint[] {
  const found: TextConstraint[] = [];
  const read = (coordinate: string, directives: readonly ConstDirectiveNode[] = []) => {
    const constraint = directives.find(({ name }) => name.value === "constraint");
    const values = (constraint?.arguments ?? []).map(({ name, value }) => [
      name.value,
      valueFromASTUntyped(value),
    ]);
    if (constraint) found.push({ coordinate, ...(Object.fromEntries(values) as object) });
  };
  visit(parse(readFileSync(projectPath(path), "utf8")), {
    InputObjectTypeDefinition: ({ name, fields = [] }) => {
      for (const field of fields) read(`${name.value}.${field.name.value}`, field.directives);
    },
    ObjectTypeDefinition: ({ name, fields = [] }) => {
      for (const field of fields)
        for (const argument of field.arguments ?? [])
          read(`${name.value}.${field.name.value}(${argument.name.value})`, argument.directives);
    },
  });
  return found;
}

/** Whether a pattern alone keeps text short: anchored at both ends, and nothing in it repeats without an end. */
export function boundsLength(source: string): boolean {
  const plain = source.replaceAll(/\\./gs, "x").replaceAll(/\[[^\]]*\]/g, "x");
  if (!plain.startsWith("^") || !plain.endsWith("$") || /[*+]|\{\d+,\}/.test(plain)) return false;
  // `^a|b$` anchors neither.
  let depth = 0;
  for (const character of plain) {
    if (character === "(") depth++;
    else if (character === ")") depth--;
    else if (character === "|" && depth === 0) return false;
  }
  return true;
}
