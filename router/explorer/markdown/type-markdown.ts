import { accessLine } from "../access-words.ts";
import type { FieldDocs, TypeDocs } from "../data/docs.types.ts";
import { ruleWords } from "../schema-rows.ts";
import { code, document, table } from "./text.ts";

/** The Markdown page of a type. */
export function typeMarkdown({
  name,
  kind,
  description,
  subgraphs,
  keys,
  fields,
  values,
  usedBy,
}: TypeDocs): string {
  const isInput = kind === "input";
  return document(
    `# ${name}`,
    `${kind} of ${subgraphs.join(", ")}${keys.map((key) => `; @key(fields: "${key.fields}") in ${key.subgraph}`).join("")}`,
    description,
    values.length > 0
      ? table(
          ["Value", "Description"],
          values.map((value) => [code(value.name), value.description]),
        )
      : null,
    fields.length > 0 ? fieldTable(name, fields, isInput) : null,
    usedBy.length > 0 ? `Used by ${usedBy.map(code).join(", ")}.` : null,
  );
}

function fieldTable(typeName: string, fields: readonly FieldDocs[], isInput: boolean): string {
  return table(
    isInput ? ["Field", "Type", "Description"] : ["Field", "Type", "Access", "Description"],
    fields.map((field) => [
      `[${field.name}](/schema/${typeName}/${field.name}.md)`,
      code(field.type),
      ...(isInput ? [] : [field.access[0] ? accessLine(field.access[0]) : ""]),
      meaningOf(field),
    ]),
  );
}

function meaningOf({ description, constraint = {}, deprecation }: FieldDocs): string {
  const parts = [
    description,
    ...ruleWords(constraint),
    ...(deprecation === null ? [] : [`deprecated: ${deprecation}`]),
  ];
  return parts.filter((part) => part !== "").join("; ");
}

/** The Markdown page of a field. */
export function fieldMarkdown(typeName: string, field: FieldDocs): string {
  const { name, type, subgraphs, access, reach, documented } = field;
  return document(
    `# ${typeName}.${name}`,
    `${code(type)}, resolved by ${subgraphs.join(", ")}${reach.length > 0 ? (documented ? "; documented" : "; extension") : ""}`,
    meaningOf(field),
    access.length > 0 ? `## Access\n\n${access.map((way) => `- ${accessLine(way)}`).join("\n")}` : null,
    field.arguments.length > 0 ? "## Arguments" : null,
    field.arguments.length > 0
      ? table(
          ["Argument", "Type", "Description"],
          field.arguments.map((arg) => [
            code(arg.name),
            code(arg.type),
            [
              arg.description,
              ...ruleWords(arg.constraint),
              ...(arg.defaultValue === null ? [] : [`default ${arg.defaultValue}`]),
            ]
              .filter((part) => part !== "")
              .join("; "),
          ]),
        )
      : null,
    reach.length > 0 ? "## Used by operations" : null,
    reach.length > 0
      ? table(
          ["Operation", "REST", "Agent tool"],
          reach.map(({ operation, rest, tool }) => [operation, rest ?? "", tool ?? ""]),
        )
      : null,
  );
}
