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

/** Coerced variables, or every fault in them: what graphql-js's `getVariableValues` answers. */
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

/** The most faults of one request's variables that graphql-js looks for. */
const maxErrors = 20;

/**
 * Compiles the coercion of an operation's variables. Values that their built-in scalars take as they are pass through;
 * as soon as one is anything else, or left out, graphql-js coerces all of them and words the faults.
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
      // Names like "constructor" are variables too: only what the client sent counts.
      if (!Object.hasOwn(raw, name) || !isPlain(raw[name])) return coerceAll(raw);
      coerced[name] = raw[name];
    }
    return { coerced };
  };
}
