import {
  buildASTSchema,
  parse,
  visit,
  type GraphQLSchema,
  type InterfaceTypeDefinitionNode,
  type NamedTypeNode,
  type ObjectTypeDefinitionNode,
} from "graphql";
import { parseDefinitions } from "../../src/graphql/schema/parse-definitions.ts";

/**
 * The schema that clients see, from the planner's: without federation's parts, and with graphql's own introspection.
 * The planner leaves the names of hidden types in unions and `implements`. `hiddenFields` are those that only plans have.
 */
export function buildPublicSchema(
  consumerSdl: string,
  hiddenFields: ReadonlyMap<string, unknown>,
): GraphQLSchema {
  const dropReserved = (node: { name?: { value: string } }) =>
    node.name?.value.startsWith("__") ? null : undefined;
  const parsed = parseDefinitions(consumerSdl);
  const names = new Set(parsed.definitions.map((node) => ("name" in node ? node.name?.value : undefined)));
  const isKnown = ({ name }: NamedTypeNode) => names.has(name.value);
  const dropHidden = <T extends ObjectTypeDefinitionNode | InterfaceTypeDefinitionNode>(node: T): T | null =>
    dropReserved(node) === null ? null : { ...node, interfaces: node.interfaces?.filter(isKnown) ?? [] };
  const document = visit(parsed, {
    ObjectTypeDefinition: dropHidden<ObjectTypeDefinitionNode>,
    InterfaceTypeDefinition: dropHidden<InterfaceTypeDefinitionNode>,
    UnionTypeDefinition: (node) => ({ ...node, types: node.types?.filter(isKnown) ?? [] }),
    EnumTypeDefinition: dropReserved,
    FieldDefinition: (node) => (hiddenFields.has(node.name.value) ? null : dropReserved(node)),
  });
  const definitions = [...document.definitions, ...deferDefinition.definitions];
  return buildASTSchema({ ...document, definitions }, { assumeValidSDL: true });
}

/** As the draft of the GraphQL specification has it. */
const deferDefinition = parse(
  /* GraphQL */ `
    """
    Delivers the fragment after the rest of the response, to clients that accept incremental delivery.
    """
    directive @defer(
      """
      False delivers the fragment with the rest.
      """
      if: Boolean! = true

      """
      Name of the fragment in the response. Unique in the document.
      """
      label: String
    ) on FRAGMENT_SPREAD | INLINE_FRAGMENT
  `,
  { noLocation: true },
);
