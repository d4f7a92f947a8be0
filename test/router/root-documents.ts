import {
  getNamedType,
  GraphQLEnumType,
  GraphQLInputObjectType,
  GraphQLList,
  GraphQLNonNull,
  isCompositeType,
  isRequiredArgument,
  isRequiredInputField,
  type GraphQLInputType,
  type GraphQLSchema,
} from "graphql";

/** A document with one root field, with literals of the right types for its required arguments. */
export interface RootDocument {
  kind: "query" | "mutation" | "subscription";
  coordinate: string;
  typeName: string;
  fieldName: string;
  text: string;
}

/** A document for each root field that clients see. */
export function rootDocuments(schema: GraphQLSchema): RootDocument[] {
  const kinds = { query: schema.getQueryType(), mutation: schema.getMutationType() };
  const all = Object.entries({ ...kinds, subscription: schema.getSubscriptionType() });
  return all.flatMap(([kind, root]) =>
    Object.values(root?.getFields() ?? {}).map((field) => {
      const given = field.args
        .filter(isRequiredArgument)
        .map(({ name, type }) => `${name}: ${literalOf(type)}`);
      const args = given.length > 0 ? `(${given.join(", ")})` : "";
      const selection = isCompositeType(getNamedType(field.type)) ? " { __typename }" : "";
      return {
        kind: kind as RootDocument["kind"],
        coordinate: `${root!.name}.${field.name}`,
        typeName: root!.name,
        fieldName: field.name,
        text: `${kind} { ${field.name}${args}${selection} }`,
      };
    }),
  );
}

const scalars = new Map([
  ["Int", "1"],
  ["Float", "1"],
  ["Credits", "1"],
  ["Money", "1"],
  ["UsDollars", "1"],
  ["ImageCredits", "1"],
  ["IndicatorValue", "1"],
  ["Boolean", "true"],
  ["DateTime", '"2026-01-02T03:04:05.000Z"'],
  ["Date", '"2026-01-02"'],
  ["JSON", "{}"],
  ["JSONObject", "{}"],
]);

function literalOf(type: GraphQLInputType): string {
  if (type instanceof GraphQLNonNull) return literalOf(type.ofType);
  if (type instanceof GraphQLList) return `[${literalOf(type.ofType)}]`;
  if (type instanceof GraphQLEnumType) return type.getValues()[0]!.name;
  if (type instanceof GraphQLInputObjectType) {
    const fields = Object.values(type.getFields()).filter(isRequiredInputField);
    return `{${fields.map((field) => `${field.name}: ${literalOf(field.type)}`).join(", ")}}`;
  }
  return scalars.get(type.name) ?? '"x"';
}
