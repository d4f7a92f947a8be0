import { Kind, valueToConst } from "./ast.ts";
import type {
  ConstDirectiveNode,
  DocumentNode,
  FieldDefinitionNode,
  InputValueDefinitionNode,
} from "graphql";
import { parse, visit } from "graphql";
import type { AccessFacts } from "../access/rules.ts";
import { ruleFor } from "../access/shield.ts";
import type { RuleMap } from "../access/rules.ts";
import type { Constraint } from "./constraints.ts";
import { hintFor, type CacheHint, type CacheHints } from "../access/cache-hints.ts";
import { hideUsesOfHiddenTypes } from "./inaccessible.ts";

/** Identity of the metadata directives in `@link` and `@composeDirective`. */
const metadataSpec = "https://hub.platform/metadata/v1.0";

/** Definitions of the composed metadata directives: access rules of a field, and constraints of an input. */
export const metadataDirectiveDefinitions = /* GraphQL */ `
  "Access required for this field, the operation it is charged as, and its rate limit class."
  directive @access(
    auth: String
    scope: String
    anyScope: Boolean
    right: String
    tier: String
    app: String
    cost: String
    limit: String
    money: Boolean
    confirm: Boolean
    owned: Boolean
    approval: String
    byUse: Boolean
  ) on FIELD_DEFINITION
  "Lifetime of public data in the router's cache, in seconds, its scope (public or shared), and the changes that end it."
  directive @cacheable(maxAge: Int, scope: String, events: [String!]) on FIELD_DEFINITION
  "Constraints on an input value besides its type."
  directive @constraint(
    min: Float
    max: Float
    minLength: Int
    maxLength: Int
    pattern: String
    format: String
    itemFormat: String
    itemPattern: String
    minItems: Int
    maxItems: Int
  ) on INPUT_FIELD_DEFINITION | ARGUMENT_DEFINITION
`;

/** The schema extension that makes a subgraph a federation 2 one and lets the metadata survive composition. */
export const subgraphHeader = /* GraphQL */ `
  extend schema
    @link(
      url: "https://specs.apollo.dev/federation/v2.7"
      import: ["@key", "@shareable", "@external", "@requires", "@provides", "@override", "@inaccessible", "@tag", "@interfaceObject", "@composeDirective"]
    )
    @link(url: "${metadataSpec}", import: ["@access", "@cacheable", "@constraint"])
    @composeDirective(name: "@access")
    @composeDirective(name: "@cacheable")
    @composeDirective(name: "@constraint")
`;

export interface FieldMetadata {
  rules: RuleMap;
  caching: CacheHints;
  /** Constraint of an argument (`Type.field.argument`) or of an input field (`Input.field`). */
  constraints: ReadonlyMap<string, Constraint>;
}

/** Writes access facts, cache hints and input constraints into a subgraph's SDL, each at its coordinate. */
export function annotate(sdl: string, metadata: FieldMetadata): DocumentNode {
  return visit(hideUsesOfHiddenTypes(parse(sdl, { noLocation: true })), {
    ObjectTypeDefinition: (node) => ({
      ...node,
      fields: node.fields?.map((field) => annotateField(node.name.value, field, metadata)),
    }),
    InputObjectTypeDefinition: (node) => ({
      ...node,
      fields: node.fields?.map((field) =>
        annotateInput(`${node.name.value}.${field.name.value}`, field, metadata),
      ),
    }),
  });
}

function annotateField(
  typeName: string,
  field: FieldDefinitionNode,
  metadata: FieldMetadata,
): FieldDefinitionNode {
  const rule = ruleFor(metadata.rules, typeName, field.name.value);
  const hint = hintFor(metadata.caching, typeName, field.name.value);
  const coordinate = `${typeName}.${field.name.value}`;
  const own = [
    ...(rule ? [directive("access", rule.facts)] : []),
    ...(hint ? [directive("cacheable", hint)] : []),
  ];
  return {
    ...field,
    arguments: field.arguments?.map((arg) => annotateInput(`${coordinate}.${arg.name.value}`, arg, metadata)),
    directives: own.length > 0 ? [...(field.directives ?? []), ...own] : field.directives,
  };
}

function annotateInput(
  coordinate: string,
  node: InputValueDefinitionNode,
  metadata: FieldMetadata,
): InputValueDefinitionNode {
  const constraint = metadata.constraints.get(coordinate);
  if (!constraint) return node;
  return { ...node, directives: [...(node.directives ?? []), directive("constraint", constraint)] };
}

/** A directive with these values as its arguments. */
export function directive(
  name: string,
  facts: Partial<AccessFacts> | Constraint | CacheHint,
): ConstDirectiveNode {
  return {
    kind: Kind.DIRECTIVE,
    name: { kind: Kind.NAME, value: name },
    arguments: Object.entries(facts)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => ({
        kind: Kind.ARGUMENT,
        name: { kind: Kind.NAME, value: key },
        value: valueToConst(value as string | number | boolean | readonly string[]),
      })),
  };
}
