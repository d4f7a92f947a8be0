import type { JsonSchema } from "../../schema/json-schema.ts";
import { nameOf, type InputField, type Schemas } from "../client-operation.ts";

/** The TypeScript type of a schema; `prefix` stands before names of models. */
export function typeOf(schema: JsonSchema, prefix = ""): string {
  if (typeof schema["$ref"] === "string") return prefix + nameOf(schema["$ref"]);
  if ("const" in schema) return JSON.stringify(schema["const"]);
  if (Array.isArray(schema["enum"])) return union(schema["enum"].map((value) => JSON.stringify(value)));
  const parts = (schema["anyOf"] ?? schema["oneOf"]) as JsonSchema[] | undefined;
  if (parts) return union(parts.map((part) => typeOf(part, prefix)));
  if (Array.isArray(schema["allOf"]))
    return (schema["allOf"] as JsonSchema[]).map((part) => group(typeOf(part, prefix))).join(" & ");
  const types = [schema["type"]].flat() as (string | undefined)[];
  return union(types.map((type) => plainType(type, schema, prefix)));
}

function plainType(type: string | undefined, schema: JsonSchema, prefix: string): string {
  switch (type) {
    case "string":
    case "boolean":
    case "null":
      return type;
    case "integer":
    case "number":
      return "number";
    case "array":
      return `${group(typeOf((schema["items"] ?? {}) as JsonSchema, prefix))}[]`;
    case "object":
      return objectType(schema, prefix);
    case undefined:
    default:
      return "unknown";
  }
}

function objectType(schema: JsonSchema, prefix: string): string {
  const properties = schema["properties"] as Record<string, JsonSchema> | undefined;
  if (properties) {
    const required = (schema["required"] ?? []) as string[];
    const fields = Object.entries(properties).map(
      ([name, field]) => `${key(name)}${required.includes(name) ? "" : "?"}: ${typeOf(field, prefix)}`,
    );
    return `{ ${fields.join("; ")} }`;
  }
  const values = schema["additionalProperties"];
  return typeof values === "object" && values !== null
    ? `Record<string, ${typeOf(values as JsonSchema, prefix)}>`
    : "Record<string, unknown>";
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join(" | ");
}

function group(type: string): string {
  return /[|&] /.test(type) && !/^\{[^{}]*\}$/.test(type) ? `(${type})` : type;
}

function key(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

/** A doc comment; nothing for an empty text. */
export function docComment(text: string, indent = ""): string {
  const safe = text.replaceAll("*/", "* /").replaceAll(/\s+/g, " ").trim();
  return safe === "" ? "" : `${indent}/** ${safe} */\n`;
}

/** The fields of an object type, one per line. */
export function fieldLines(fields: readonly InputField[], prefix: string): string {
  return fields
    .map(
      ({ name, schema, isRequired, description }) =>
        `${docComment(description, "  ")}  ${key(name)}${isRequired ? "" : "?"}: ${typeOf(schema, prefix)};\n`,
    )
    .join("");
}

/** The declarations of all named schemas. */
export function modelDeclarations(schemas: Schemas): string {
  return Object.entries(schemas)
    .map(([name, schema]) => {
      const comment = docComment(typeof schema["description"] === "string" ? schema["description"] : "");
      if (schema["type"] !== "object" || !schema["properties"])
        return `${comment}export type ${name} = ${typeOf(schema)};\n`;
      const required = (schema["required"] ?? []) as string[];
      const fields = Object.entries(schema["properties"] as Record<string, JsonSchema>).map(
        ([field, own]): InputField => ({
          name: field,
          schema: own,
          isRequired: required.includes(field),
          description: typeof own["description"] === "string" ? own["description"] : "",
        }),
      );
      return `${comment}export type ${name} = {\n${fieldLines(fields, "")}};\n`;
    })
    .join("\n");
}
