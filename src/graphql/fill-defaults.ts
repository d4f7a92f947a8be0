import {
  astFromValue,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
  isNonNullType,
  Kind,
  typeFromAST,
  valueFromASTUntyped,
  type DocumentNode,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLSchema,
} from "graphql";

/** Adds schema defaults for omitted fields of variables. Given values stay unchanged. */
export type FillDefaults = (variables: Record<string, unknown>) => Record<string, unknown>;

type Fill = (value: unknown) => unknown;

/**
 * graphql-jit 0.8 rejects an input object without a field like `flag: Boolean! = false`, although the default
 * applies (GraphQL specification, 3.10, input coercion). This fills such fields in beforehand, as a client
 * would write them. Null where no variable of the document can have one: then requests need no work.
 */
export function compileDefaults(schema: GraphQLSchema, document: DocumentNode): FillDefaults | null {
  const fills = new Map<string, Fill>();
  const known = new Map<GraphQLInputObjectType, { fill: Fill | null }>();
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
    for (const { variable, type } of definition.variableDefinitions ?? []) {
      const input = typeFromAST(schema, type as never) as GraphQLInputType | undefined;
      const fill = input ? fillOf(input, known) : null;
      if (fill) fills.set(variable.name.value, fill);
    }
  }
  if (fills.size === 0) return null;
  return (variables) => {
    const filled = { ...variables };
    for (const [name, fill] of fills) if (Object.hasOwn(filled, name)) filled[name] = fill(filled[name]);
    return filled;
  };
}

function fillOf(
  type: GraphQLInputType,
  known: Map<GraphQLInputObjectType, { fill: Fill | null }>,
): Fill | null {
  const nullable = getNullableType(type);
  if (isListType(nullable)) {
    const each = fillOf(nullable.ofType, known);
    return each && ((value) => (Array.isArray(value) ? value.map(each) : each(value)));
  }
  return isInputObjectType(nullable) ? fillOfObject(nullable, known) : null;
}

function fillOfObject(
  type: GraphQLInputObjectType,
  known: Map<GraphQLInputObjectType, { fill: Fill | null }>,
): Fill | null {
  const seen = known.get(type);
  // A type within itself: found out below, and read when a value is filled.
  if (seen) return (value) => seen.fill?.(value) ?? value;
  const entry: { fill: Fill | null } = { fill: null };
  known.set(type, entry);
  const fields = Object.values(type.getFields());
  const defaults = fields.flatMap(({ name, type: field, defaultValue }) => {
    if (defaultValue === undefined || !isNonNullType(field)) return [];
    const written = astFromValue(defaultValue, field);
    return written ? [[name, valueFromASTUntyped(written)] as const] : [];
  });
  const inner = fields.flatMap(({ name, type: field }) => {
    const fill = isInputObjectType(getNamedType(field)) ? fillOf(field, known) : null;
    return fill ? [[name, fill] as const] : [];
  });
  if (defaults.length === 0 && inner.length === 0) return null;
  entry.fill = (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    const filled = { ...(value as Record<string, unknown>) };
    for (const [name, standard] of defaults)
      if (filled[name] === undefined) filled[name] = structuredClone(standard);
    for (const [name, fill] of inner) if (filled[name] !== undefined) filled[name] = fill(filled[name]);
    return filled;
  };
  return entry.fill;
}
