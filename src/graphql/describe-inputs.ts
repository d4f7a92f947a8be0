import { getNamedType, isInputObjectType, isObjectType, type GraphQLSchema } from "graphql";

/** Gives each argument of an input object type, where it has no description, the first sentence of the type's. */
export function describeInputArguments(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      for (const argument of field.args) {
        const input = getNamedType(argument.type);
        if (isInputObjectType(input)) argument.description ??= firstSentence(input.description);
      }
    }
  }
}

function firstSentence(text: string | null | undefined): string | null {
  return text?.split(/(?<=\.)\s/)[0] ?? null;
}
