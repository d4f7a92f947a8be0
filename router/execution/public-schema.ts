import { buildASTSchema, parse, visit, type GraphQLSchema } from "graphql";

/**
 * The schema that clients see, from the planner's: without federation's parts, and with graphql's own
 * introspection.
 */
export function buildPublicSchema(consumerSdl: string): GraphQLSchema {
  const dropReserved = (node: { name?: { value: string } }) =>
    node.name?.value.startsWith("__") ? null : undefined;
  const document = visit(parse(consumerSdl, { noLocation: true }), {
    ObjectTypeDefinition: dropReserved,
    EnumTypeDefinition: dropReserved,
    FieldDefinition: dropReserved,
  });
  return buildASTSchema(document, { assumeValidSDL: true });
}
