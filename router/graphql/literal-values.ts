import {
  getNamedType,
  getNullableType,
  GraphQLBoolean,
  GraphQLFloat,
  GraphQLID,
  GraphQLInt,
  GraphQLString,
  isEnumType,
  isInputObjectType,
  isListType,
  Kind,
  valueFromASTUntyped,
  visit,
  type GraphQLInputType,
  type ValueNode,
} from "graphql";

const checkedByGraphQL = new Set<GraphQLInputType>([
  GraphQLBoolean,
  GraphQLFloat,
  GraphQLID,
  GraphQLInt,
  GraphQLString,
]);

/** True when graphql's own validation of a document checks all there is to check of a literal of this type. */
export function isCheckedByGraphQL(type: GraphQLInputType): boolean {
  const named = getNamedType(type);
  return checkedByGraphQL.has(named) || isEnumType(named);
}

/** True when the literal contains a variable. */
export function hasVariable(node: ValueNode): boolean {
  let found = false;
  visit(node, {
    Variable: () => {
      found = true;
    },
  });
  return found;
}

/**
 * A literal as the JSON that a variable of its type would carry, so that both are checked alike. Coerces as
 * GraphQL does: a single value to a list of one, an integer to an ID. Fields whose variable has no value are
 * omitted.
 */
export function literalValue(
  node: ValueNode,
  type: GraphQLInputType,
  variables: Record<string, unknown>,
): unknown {
  if (node.kind === Kind.VARIABLE) {
    const name = node.name.value;
    return Object.hasOwn(variables, name) ? variables[name] : undefined;
  }
  if (node.kind === Kind.NULL) return null;
  const bare = getNullableType<GraphQLInputType>(type);
  if (isListType(bare)) {
    const items = node.kind === Kind.LIST ? node.values : [node];
    // An item without a value is null; a field without one is omitted.
    return items.map((item) => literalValue(item, bare.ofType, variables) ?? null);
  }
  if (isInputObjectType(bare)) {
    if (node.kind !== Kind.OBJECT) return valueFromASTUntyped(node, variables);
    const fields = bare.getFields();
    const entries = node.fields.flatMap(({ name, value }) => {
      const field = Object.hasOwn(fields, name.value) ? fields[name.value] : undefined;
      const read = field && literalValue(value, field.type, variables);
      return read === undefined ? [] : [[name.value, read] as const];
    });
    return Object.fromEntries(entries);
  }
  if (bare === GraphQLID && node.kind === Kind.INT) return node.value;
  return valueFromASTUntyped(node, variables);
}
