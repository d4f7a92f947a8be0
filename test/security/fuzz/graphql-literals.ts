import {
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isScalarType,
  type GraphQLArgument,
  type GraphQLInputType,
} from "graphql";
import { canary } from "./hostile-kinds.ts";

/** Raw text of a GraphQL value in a document. */
export class Literal {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** A place in a root field's arguments: the argument, then fields of input objects; items of lists are at "0". */
export interface ArgumentPlace {
  path: readonly string[];
  type: GraphQLInputType;
  /** False for the specification's own scalars and for enums, which documents are checked for before anything runs. */
  isCustom: boolean;
}

const specified = new Set(["String", "ID", "Int", "Float", "Boolean"]);
const maxDepth = 4;

/** Every place of a field's arguments. */
export function argumentPlaces(args: readonly GraphQLArgument[]): ArgumentPlace[] {
  return args.flatMap(({ name, type }) => placesOf(type, [name]));
}

function placesOf(type: GraphQLInputType, path: readonly string[]): ArgumentPlace[] {
  const bare = getNullableType<GraphQLInputType>(type);
  const isCustom = isScalarType(bare) && !specified.has(bare.name);
  const own = { path, type, isCustom };
  if (path.length >= maxDepth) return [own];
  if (isListType(bare)) return [own, ...placesOf(bare.ofType, [...path, "0"])];
  if (!isInputObjectType(bare)) return [own];
  return [
    own,
    ...Object.values(bare.getFields()).flatMap((field) => placesOf(field.type, [...path, field.name])),
  ];
}

/** A plain value of a type: its required fields, and text that its scalars take. */
export function plainValue(type: GraphQLInputType, depth = 0): unknown {
  const bare = getNullableType<GraphQLInputType>(type);
  if (isListType(bare)) return depth > maxDepth ? [] : [plainValue(bare.ofType, depth + 1)];
  if (isEnumType(bare)) return bare.getValues()[0]!.name;
  if (isInputObjectType(bare)) {
    const needed = Object.values(bare.getFields()).filter(
      (field) => isNonNullType(field.type) && field.defaultValue === undefined,
    );
    return Object.fromEntries(needed.map((field) => [field.name, plainValue(field.type, depth + 1)]));
  }
  return plainScalars[(bare as { name: string }).name] ?? "sample";
}

const plainScalars: Readonly<Record<string, unknown>> = {
  Int: 1,
  Float: 1,
  Boolean: true,
  ID: "x_1",
  DateTime: "2026-01-01T00:00:00Z",
  Date: "2026-01-01",
  JSONObject: {},
  Credits: 1,
  Money: 1,
  UsDollars: 1,
  ImageCredits: 1,
};

/** Arguments as document text; null and undefined at the top are omitted. */
export function printArguments(args: readonly GraphQLArgument[], values: Record<string, unknown>): string {
  const parts = args
    .filter(({ name }) => values[name] !== undefined)
    .map(({ name, type }) => `${name}: ${printLiteral(values[name], type)}`);
  return parts.length === 0 ? "" : `(${parts.join(", ")})`;
}

function printLiteral(value: unknown, type: GraphQLInputType | null): string {
  if (value instanceof Literal) return value.text;
  if (value === null || value === undefined) return "null";
  const bare = type && getNullableType<GraphQLInputType>(type);
  if (Array.isArray(value)) {
    const ofItems = isListType(bare) ? bare.ofType : null;
    return `[${value.map((item) => printLiteral(item, ofItems)).join(", ")}]`;
  }
  if (typeof value === "object") {
    const fields = isInputObjectType(bare) ? bare.getFields() : null;
    const entries = Object.entries(value)
      .filter(([name, inner]) => /^[_A-Za-z]\w*$/.test(name) && inner !== undefined)
      .map(([name, inner]) => `${name}: ${printLiteral(inner, fields?.[name]?.type ?? null)}`);
    return `{${entries.join(", ")}}`;
  }
  if (isListType(bare)) return printLiteral(value, bare.ofType);
  return isEnumType(bare) && typeof value === "string" ? value : JSON.stringify(value);
}

/** The values with another one at a place; missing parents are created. */
export function withValue(
  values: Record<string, unknown>,
  { path }: Pick<ArgumentPlace, "path">,
  value: unknown,
): Record<string, unknown> {
  const copy = structuredClone(values);
  let at: Record<string, unknown> = copy;
  for (const [index, part] of path.slice(0, -1).entries()) {
    if (typeof at[part] !== "object" || at[part] === null) at[part] = path[index + 1] === "0" ? [] : {};
    at = at[part] as Record<string, unknown>;
  }
  at[path.at(-1)!] = value;
  return copy;
}

const wide = 120;

/** Values of every kind that documents can contain; for each place all except one are of the wrong kind. */
export const illTyped: Readonly<Record<string, Literal>> = {
  text: new Literal(`"${canary}"`),
  "block text": new Literal(`"""${canary}\n"""`),
  "large integer": new Literal("98765432112345678901234567890"),
  "large float": new Literal("1.5e400"),
  "negative fraction": new Literal("-0.12345678901"),
  enum: new Literal(canary),
  list: new Literal(`["${canary}", 1, null, {${canary}: 1}]`),
  "empty list": new Literal("[]"),
  object: new Literal(`{${canary}: "${canary}", list: ["${canary}"]}`),
  "inherited fields": new Literal(`{__proto__: {${canary}: 1}, constructor: "${canary}", toString: 1}`),
  null: new Literal("null"),
  boolean: new Literal("true"),
  "deep list": new Literal(`${"[".repeat(wide)}1${"]".repeat(wide)}`),
  "deep object": new Literal(`${"{a: ".repeat(wide)}1${"}".repeat(wide)}`),
  "variable inside an object": new Literal(`{note: $text, list: [$text, {deeper: $number}]}`),
  "variable inside a list": new Literal(`[$text, $number]`),
};

/** Text that documents can contain and that broke code behind them. */
export const hostileLiterals: Readonly<Record<string, Literal>> = {
  NUL: new Literal(`"${canary}\\u0000"`),
  "leap second": new Literal('"2026-06-30T23:59:60Z"'),
  "far moment": new Literal('"9999-12-31T23:59:59Z"'),
  "far date": new Literal('"9999-12-31"'),
  "lone surrogate": new Literal('"\\uD800"'),
  "inherited name": new Literal('"__proto__"'),
  "line end": new Literal(`"${"a".repeat(9_000)}\\n"`),
};
