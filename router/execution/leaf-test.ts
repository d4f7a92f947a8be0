import { isEnumType, type GraphQLLeafType } from "graphql";

const isInt = (value: unknown): boolean => typeof value === "number" && (value | 0) === value;
const isText = (value: unknown): boolean => typeof value === "string";

const scalarTests: ReadonlyMap<string, (value: unknown) => boolean> = new Map([
  ["String", isText],
  ["ID", isText],
  ["Int", isInt],
  ["Float", Number.isFinite],
  ["Boolean", (value) => typeof value === "boolean"],
]);

/**
 * The test of a leaf type's values in a response: the names of an enum, as far as clients know them, and the values of the
 * built-in scalars (GraphQL specification, 3.5). Null for other scalars, whose values may be any JSON.
 */
export function leafTest(type: GraphQLLeafType): ((value: unknown) => boolean) | null {
  if (!isEnumType(type)) return scalarTests.get(type.name) ?? null;
  const names = new Set<unknown>(type.getValues().map(({ name }) => name));
  return (value) => names.has(value);
}
