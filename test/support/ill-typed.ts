import {
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  specifiedScalarTypes,
  type GraphQLInputType,
} from "graphql";
import type { StoredOperation } from "../../router/operations/registry.ts";

/** A value as JSON, and how deep values nest before lists and objects are left empty. */
type Make = (type: GraphQLInputType) => unknown;

const maxDepth = 5;

/** A literal of an enum value, which JSON has no form for. */
class EnumLiteral {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
  toJSON(): string {
    return this.name;
  }
}

/** A value of the type in which `leaf` creates every leaf. */
function fill(type: GraphQLInputType, leaf: Make, depth = 0): unknown {
  const bare = getNullableType<GraphQLInputType>(type);
  if (isListType(bare)) return depth > maxDepth ? [] : [fill(bare.ofType, leaf, depth + 1)];
  if (!isInputObjectType(bare)) return leaf(bare);
  if (depth > maxDepth) return {};
  return Object.fromEntries(
    Object.values(bare.getFields()).map(({ name, type: inner }) => [name, fill(inner, leaf, depth + 1)]),
  );
}

const isBuiltIn = (type: GraphQLInputType): boolean =>
  isEnumType(type) || specifiedScalarTypes.some(({ name }) => name === String(type));

/** Something that the type takes. */
function wellTyped(type: GraphQLInputType): unknown {
  if (isEnumType(type)) return new EnumLiteral(type.getValues()[0]!.name);
  const examples: Record<string, unknown> = { Int: 1, Float: 1, Boolean: true, String: "x", ID: "x" };
  return examples[String(type)];
}

/** The paths of leaves with types of the platform's own, within `input`. */
function ownLeaves({ rootField }: StoredOperation): string[] {
  const paths: string[] = [];
  const find = (type: GraphQLInputType, path: string, depth: number): void => {
    const bare = getNullableType<GraphQLInputType>(type);
    if (isListType(bare)) return depth > maxDepth ? undefined : find(bare.ofType, `${path}.0`, depth + 1);
    if (!isInputObjectType(bare)) return void (isBuiltIn(bare) || paths.push(path));
    if (depth > maxDepth) return;
    for (const field of Object.values(bare.getFields())) {
      find(field.type, path === "input" ? field.name : `${path}.${field.name}`, depth + 1);
    }
  };
  for (const arg of rootField.args) find(arg.type, arg.name, 0);
  return paths;
}

export interface IllTyped {
  what: string;
  query: string;
  variables: Record<string, unknown>;
  /** Paths that must be among the faults; empty where graphql's own validation comes first. */
  paths: string[];
}

/** Documents for an operation whose literals or variables are not of their types, each with the secret in it. */
export function illTyped(operation: StoredOperation, secret: string): IllTyped[] {
  const { rootField, kind } = operation;
  if (rootField.args.length === 0) return [];
  const paths = ownLeaves(operation);
  const wrongLeaf: Make = (type) => (["String", "ID"].includes(String(type)) ? { [`a`]: secret } : secret);
  const wrongOwn: Make = (type) => (isBuiltIn(type) ? wellTyped(type) : [secret]);
  const makers: [string, Make, string[]][] = [
    ["every leaf", wrongLeaf, []],
    ...(paths.length > 0 ? [["leaves of our own types", wrongOwn, paths] as [string, Make, string[]]] : []),
  ];
  const selection = /[a-z]/.test(String(rootField.type)) && hasFields(operation) ? "{ __typename }" : "";
  return makers.flatMap(([what, leaf, expected]) => {
    const given = rootField.args.map(({ name, type }) => [name, fill(type, leaf)] as const);
    const literals = given.map(([name, value]) => `${name}: ${literal(value)}`).join(" ");
    const definitions = rootField.args.map(({ name, type }) => `$${name}: ${String(type)}`).join(" ");
    const uses = rootField.args.map(({ name }) => `${name}: $${name}`).join(" ");
    return [
      {
        what: `${what}, as literals`,
        query: `${kind} { ${rootField.name}(${literals}) ${selection} }`,
        variables: {},
        paths: expected,
      },
      {
        what: `${what}, as variables`,
        query: `${kind}(${definitions}) { ${rootField.name}(${uses}) ${selection} }`,
        variables: JSON.parse(JSON.stringify(Object.fromEntries(given))) as Record<string, unknown>,
        paths: expected,
      },
    ];
  });
}

function hasFields({ rootField }: StoredOperation): boolean {
  let type: unknown = rootField.type;
  while (typeof type === "object" && type !== null && "ofType" in type) type = type.ofType;
  return typeof (type as { getFields?: unknown }).getFields === "function" || "getTypes" in (type as object);
}

function literal(value: unknown): string {
  if (value instanceof EnumLiteral) return value.name;
  if (Array.isArray(value)) return `[${value.map(literal).join(" ")}]`;
  if (typeof value === "object" && value !== null) {
    return `{ ${Object.entries(value)
      .map(([name, inner]) => `${name}: ${literal(inner)}`)
      .join(" ")} }`;
  }
  return JSON.stringify(value);
}
