import type { JsonSchema } from "../../schema/json-schema.ts";
import { nameOf, type Schemas } from "../client-operation.ts";

/** Words that cannot be names in Python. */
const keywords = new Set(
  "False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield".split(
    " ",
  ),
);

/** A name that Python accepts: `from` becomes `from_`. */
export function safeName(name: string): string {
  return keywords.has(name) ? `${name}_` : name;
}

/** The Python type of a schema; `prefix` stands before names of models. */
export function typeOf(schema: JsonSchema, prefix = ""): string {
  if (typeof schema["$ref"] === "string") return prefix + nameOf(schema["$ref"]);
  if ("const" in schema) return `Literal[${literal(schema["const"])}]`;
  if (Array.isArray(schema["enum"])) return `Literal[${schema["enum"].map(literal).join(", ")}]`;
  const parts = (schema["anyOf"] ?? schema["oneOf"]) as JsonSchema[] | undefined;
  if (parts) return union(parts.map((part) => typeOf(part, prefix)));
  // The success flag beside a result: the result's own type says what there is.
  if (Array.isArray(schema["allOf"])) return typeOf((schema["allOf"] as JsonSchema[]).at(-1)!, prefix);
  return union(
    ([schema["type"]].flat() as (string | undefined)[]).map((type) => plainType(type, schema, prefix)),
  );
}

function plainType(type: string | undefined, schema: JsonSchema, prefix: string): string {
  switch (type) {
    case "string":
      return "str";
    case "boolean":
      return "bool";
    case "null":
      return "None";
    case "integer":
      return "int";
    case "number":
      return "float";
    case "array":
      return `list[${typeOf((schema["items"] ?? {}) as JsonSchema, prefix)}]`;
    case "object": {
      const values = schema["additionalProperties"];
      return typeof values === "object" && values !== null
        ? `dict[str, ${typeOf(values as JsonSchema, prefix)}]`
        : "dict[str, Any]";
    }
    case undefined:
    default:
      return "Any";
  }
}

function literal(value: unknown): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  return JSON.stringify(value);
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join(" | ");
}

/** Text of a documentation string. */
export function docText(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll('"""', "'''").replaceAll(/\s+/g, " ").trim();
}

/** The module with all named schemas. */
export function modelModule(schemas: Schemas): string {
  const models = Object.entries(schemas).map(([name, schema]) =>
    schema["type"] === "object" && schema["properties"]
      ? typedDict(name, schema)
      : `${name}: TypeAlias = ${quoted(schema)}\n`,
  );
  return `# Generated from the OpenAPI document by the build. Do not edit.
"""Shapes of inputs and results, as dictionaries with the names of the API."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

${models.join("\n")}`;
}

/** Models refer to later ones: the types of aliases and of the functional form are texts. */
function quoted(schema: JsonSchema): string {
  return `'${typeOf(schema)}'`;
}

function typedDict(name: string, schema: JsonSchema): string {
  const required = (schema["required"] ?? []) as string[];
  const properties = Object.entries(schema["properties"] as Record<string, JsonSchema>);
  const text = docText(typeof schema["description"] === "string" ? schema["description"] : "");
  const wrapped = (field: string, own: JsonSchema) =>
    required.includes(field) ? typeOf(own) : `NotRequired[${typeOf(own)}]`;
  // A class cannot have a field that is named like a keyword.
  if (properties.some(([field]) => keywords.has(field))) {
    const entries = properties.map(([field, own]) => `    "${field}": '${wrapped(field, own)}',\n`);
    return `${name} = TypedDict("${name}", {\n${entries.join("")}})\n`;
  }
  const lines = properties.map(([field, own]) => {
    const about = docText(typeof own["description"] === "string" ? own["description"] : "");
    return `    ${field}: ${wrapped(field, own)}\n${about === "" ? "" : `    """${about}"""\n`}`;
  });
  const body = [...(text === "" ? [] : [`    """${text}"""\n\n`]), ...lines];
  return `\nclass ${name}(TypedDict):\n${body.join("") || "    pass\n"}`;
}
