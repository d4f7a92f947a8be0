import {
  getVariableValues,
  GraphQLBoolean,
  GraphQLID,
  GraphQLInt,
  GraphQLString,
  isNonNullType,
  typeFromAST,
  type GraphQLError,
  type GraphQLSchema,
  type VariableDefinitionNode,
} from "graphql";

/** Coerced variables, or all their faults: the result of graphql-js's `getVariableValues`. */
export type CoercedVariables =
  | { coerced: Record<string, unknown>; errors?: never }
  | { errors: readonly GraphQLError[]; coerced?: never };

type CoerceVariables = (raw: Record<string, unknown>) => CoercedVariables;

interface PlainVariable {
  name: string;
  /** True for a value that the variable's scalar takes as it is. */
  isPlain(value: unknown): boolean;
}

const plainTests = new Map<unknown, (value: unknown) => boolean>([
  [GraphQLString, (value) => typeof value === "string"],
  [GraphQLID, (value) => typeof value === "string"],
  [GraphQLBoolean, (value) => typeof value === "boolean"],
  [GraphQLInt, (value) => typeof value === "number" && (value | 0) === value],
]);

/** Maximum number of faults per request that graphql-js collects. */
const maxErrors = 20;

/**
 * Compiles the coercion of an operation's variables. Values that their built-in scalars accept unchanged pass
 * through; any other or omitted value makes graphql-js coerce all of them and report the faults.
 */
export function compileVariables(
  schema: GraphQLSchema,
  definitions: readonly VariableDefinitionNode[],
): CoerceVariables {
  const coerceAll: CoerceVariables = (raw) => getVariableValues(schema, definitions, raw, { maxErrors });
  const plain: PlainVariable[] = [];
  for (const definition of definitions) {
    const type = typeFromAST(schema, definition.type as never);
    const isPlain = plainTests.get(isNonNullType(type) ? type.ofType : type);
    if (!isPlain) return coerceAll;
    plain.push({ name: definition.variable.name.value, isPlain });
  }
  return (raw) => {
    const coerced: Record<string, unknown> = {};
    for (const { name, isPlain } of plain) {
      // A variable may be named "constructor": only own properties count.
      if (!Object.hasOwn(raw, name) || !isPlain(raw[name])) return coerceAll(raw);
      coerced[name] = raw[name];
    }
    return { coerced };
  };
}
