import type { DocsSchema } from "./data/docs.types.ts";
import { objectIn, ruleWords, typeWords } from "./schema-rows.ts";

/** A property of a JSON Schema with the properties inside it. */
export interface Property {
  name: string;
  type: string;
  isRequired: boolean;
  /** Constraints in words, without the values of an enum. */
  rules: string;
  description: string;
  /** Values of an enum. */
  values: readonly string[];
  children: readonly Property[];
}

const maxDepth = 4;

/** A JSON Schema's properties as a tree. */
export function propertiesOf(schema: DocsSchema, depth = 0): Property[] {
  const inner = objectIn(schema);
  if (!inner || depth > maxDepth) return [];
  const required = new Set((inner.schema["required"] as string[] | undefined) ?? []);
  const properties = (inner.schema["properties"] ?? {}) as Record<string, DocsSchema>;
  return Object.entries(properties).map(([name, property]) => {
    const { enum: values, ...rest } = property;
    return {
      name,
      type: typeWords(property),
      isRequired: required.has(name),
      rules: ruleWords(rest).join(", "),
      description: (property["description"] as string | undefined) ?? "",
      values: ((values as unknown[] | undefined) ?? []).filter((value) => value !== null).map(String),
      children: propertiesOf(property, depth + 1),
    };
  });
}
