import { nullable, type JsonSchema } from "../schema/json-schema.ts";

type Node = Record<string, unknown>;

/**
 * A part of an OpenAPI document with its `$ref`s inlined, for readers that want one self-contained schema:
 * `anyOf` with null becomes a nullable type, and `allOf` one object. Siblings of a `$ref` override its target.
 * Throws for a `$ref` without a target.
 */
export function dereference<T = unknown>(part: unknown, document: object): T {
  return resolve(part, document) as T;
}

function resolve(part: unknown, document: object): unknown {
  if (Array.isArray(part)) return part.map((item) => resolve(item, document));
  if (typeof part !== "object" || part === null) return part;
  const { $ref, anyOf, allOf, ...beside } = part as Node;
  const own = Object.fromEntries(
    Object.entries(beside).map(([key, value]) => [key, resolve(value, document)]),
  );
  if (typeof $ref === "string") return { ...(resolve(find($ref, document), document) as Node), ...own };
  if (isNullable(anyOf)) return { ...nullable(resolve(anyOf[0], document) as JsonSchema), ...own };
  if (Array.isArray(allOf))
    return { ...mergeObjects(allOf.map((one) => resolve(one, document) as Node)), ...own };
  return anyOf === undefined ? own : { ...own, anyOf: resolve(anyOf, document) };
}

function isNullable(anyOf: unknown): anyOf is [unknown, unknown] {
  return Array.isArray(anyOf) && anyOf.length === 2 && (anyOf[1] as Node)["type"] === "null";
}

function mergeObjects(parts: readonly Node[]): Node {
  const merged: Node = Object.assign({}, ...parts) as Node;
  return {
    ...merged,
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)) as Node,
    required: parts.flatMap(({ required }) => (required ?? []) as string[]),
  };
}

function find(reference: string, document: object): unknown {
  const parts = reference.replace(/^#\//, "").split("/");
  const found = parts.reduce<unknown>((node, part) => {
    const name = part.replaceAll("~1", "/").replaceAll("~0", "~");
    return typeof node === "object" && node !== null && Object.hasOwn(node, name)
      ? (node as Node)[name]
      : undefined;
  }, document);
  if (found === undefined) throw new Error(`The OpenAPI document does not define ${reference}`);
  return found;
}
