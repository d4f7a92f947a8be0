import type { GraphQLNamedType } from "graphql";
import type { DetailFields } from "../operations/document.ts";
import type { JsonSchema, PlaceType } from "../schema/json-schema.ts";

const prefix = "#/components/schemas/";

interface Shape {
  /** Placeholder in references until every shape is known and has its name. */
  provisional: string;
  schema: JsonSchema;
}

/**
 * The named schemas of one document. A type is one component named as in the SDL. Documents may select different
 * fields of one type, and routes may take fields of an input from the path: the shape with the most fields has the
 * type's name, the others have a name made from the fields that they have. A shape with fields that one operation alone
 * answers has a name of its own, so that the type's name stays with the shape that all others answer.
 */
export class SchemaComponents {
  readonly #shapes = new Map<string, Map<string, Shape>>();
  readonly #refine: (typeName: string, schema: JsonSchema) => JsonSchema;
  readonly #details: DetailFields;

  /**
   * `refine` completes the schema of a type where the graph says less than the document shall; `details` are the fields that
   * one operation alone answers.
   */
  constructor(
    refine: (typeName: string, schema: JsonSchema) => JsonSchema = (_name, schema) => schema,
    details: DetailFields = new Map(),
  ) {
    this.#refine = refine;
    this.#details = details;
  }

  /** Makes the schema of a named type a component and gives a reference to it. */
  readonly place: PlaceType = (type: GraphQLNamedType, schema: JsonSchema) =>
    this.add(type.name, { ...(type.description ? { description: type.description } : {}), ...schema });

  /** Makes a schema a component and gives a reference to it. The same schema twice is one component. */
  add(typeName: string, schema: JsonSchema): JsonSchema {
    const shapes = this.#shapes.get(typeName) ?? new Map<string, Shape>();
    this.#shapes.set(typeName, shapes);
    const refined = this.#refine(typeName, schema);
    const key = JSON.stringify(refined);
    const shape = shapes.get(key) ?? { provisional: `${typeName}~${shapes.size}`, schema: refined };
    shapes.set(key, shape);
    return { $ref: prefix + shape.provisional };
  }

  /**
   * The content with the final names in its references, and the components that it needs, directly or through others,
   * in the order of their names. Throws when two shapes would get one name.
   */
  finish<T>(content: T): { content: T; schemas: Record<string, JsonSchema> } {
    const shapes = new Map(
      [...this.#shapes.values()].flatMap((own) =>
        [...own.values()].map((shape) => [shape.provisional, shape] as const),
      ),
    );
    const used = reachable(content, shapes);
    const names = this.#nameShapes(used);
    const schemas = [...used].map((provisional): [string, JsonSchema] => [
      names.get(provisional)!,
      renameReferences(shapes.get(provisional)!.schema, names),
    ]);
    return {
      content: renameReferences(content, names),
      schemas: Object.fromEntries(schemas.sort(([a], [b]) => (a < b ? -1 : 1))),
    };
  }

  #nameShapes(used: ReadonlySet<string>): ReadonlyMap<string, string> {
    const names = new Map<string, string>();
    const taken = new Set<string>();
    for (const [typeName, shapes] of this.#shapes) {
      const own = [...shapes.values()].filter(({ provisional }) => used.has(provisional));
      const claimed = nameShapes(typeName, own, this.#details.get(typeName) ?? new Set());
      for (const [provisional, name] of claimed) {
        if (taken.has(name)) throw new Error(`OpenAPI: two schemas would be named ${name}`);
        taken.add(name);
        names.set(provisional, name);
      }
    }
    return names;
  }
}

function fieldsOf({ schema }: Shape): string[] {
  return Object.keys(schema["properties"] ?? {});
}

/**
 * `Invoice` for the shape with the most fields, `InvoiceWithoutLines` or `InvoiceBrief` for those with fewer, and
 * `InvoiceWithDetails` for the one with details.
 */
function nameShapes(
  typeName: string,
  shapes: readonly Shape[],
  details: ReadonlySet<string>,
): [provisional: string, name: string][] {
  const hasDetails = (shape: Shape) => fieldsOf(shape).some((name) => details.has(name));
  const detailed = shapes.filter(hasDetails);
  const [whole, ...parts] = shapes
    .filter((shape) => !hasDetails(shape))
    .toSorted((a, b) => fieldsOf(b).length - fieldsOf(a).length);
  if (!whole) return detailed.map(({ provisional }) => [provisional, typeName]);
  let briefs = 0;
  const named = parts.map((part): [string, string] => {
    const fields = new Set(fieldsOf(part));
    const missing = fieldsOf(whole).filter((name) => !fields.has(name));
    const isNearlyWhole = missing.length > 0 && missing.length <= 2;
    const suffix = isNearlyWhole
      ? `Without${missing.map((name) => name[0]!.toUpperCase() + name.slice(1)).join("")}`
      : `Brief${++briefs === 1 ? "" : briefs}`;
    return [part.provisional, typeName + suffix];
  });
  const withDetails = detailed.map(({ provisional }): [string, string] => [
    provisional,
    `${typeName}WithDetails`,
  ]);
  return [[whole.provisional, typeName], ...named, ...withDetails];
}

function reachable(content: unknown, shapes: ReadonlyMap<string, Shape>): Set<string> {
  const used = new Set<string>();
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    for (const [key, value] of Object.entries(node)) {
      const name = key === "$ref" && typeof value === "string" ? value.slice(prefix.length) : "";
      if (!shapes.has(name)) visit(value);
      else if (!used.has(name)) {
        used.add(name);
        visit(shapes.get(name)!.schema);
      }
    }
  };
  visit(content);
  return used;
}

function renameReferences<T>(node: T, names: ReadonlyMap<string, string>): T {
  if (Array.isArray(node)) return node.map((item: unknown) => renameReferences(item, names)) as T;
  if (typeof node !== "object" || node === null) return node;
  const entries = Object.entries(node).map(([key, value]): [string, unknown] => {
    const name =
      key === "$ref" && typeof value === "string" ? names.get(value.slice(prefix.length)) : undefined;
    return [key, name === undefined ? renameReferences(value, names) : prefix + name];
  });
  return Object.fromEntries(entries) as T;
}
