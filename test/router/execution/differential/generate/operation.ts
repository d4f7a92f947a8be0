import { Kind, validate, type DocumentNode, type GraphQLSchema, type OperationTypeNode } from "graphql";
import { Choices } from "./choices.ts";
import { dropUnused } from "./reduce.ts";
import { emptyScope, Selections, type GraphTraits } from "./selections.ts";
import { Variables } from "./variables.ts";

export interface Operation {
  document: DocumentNode;
  variables: Record<string, unknown>;
}

/** The operation that these numbers mean; it validates against the schema. */
export function buildOperation(
  schema: GraphQLSchema,
  numbers: readonly number[],
  traits: GraphTraits = {},
): Operation {
  const choices = new Choices(numbers);
  const isMutation = choices.chance(8) && Boolean(schema.getMutationType());
  const variables = new Variables(choices);
  const depth = 2 + choices.below(5);
  const selections = new Selections(schema, { choices, variables }, 8 + choices.below(28), traits);
  const root = isMutation ? schema.getMutationType()! : schema.getQueryType()!;
  // The planner (0.0.38) reorders mutations that stand in fragments.
  const selectionSet = selections.choose(root, depth, emptyScope(!isMutation));
  const document = dropUnused({
    kind: Kind.DOCUMENT,
    definitions: [
      {
        kind: Kind.OPERATION_DEFINITION,
        operation: (isMutation ? "mutation" : "query") as OperationTypeNode,
        name: { kind: Kind.NAME, value: "Generated" },
        variableDefinitions: variables.definitions,
        selectionSet,
      },
      ...selections.fragments,
    ],
  });
  const faults = validate(schema, document);
  if (faults.length > 0)
    throw new Error(`The generated operation is invalid: ${faults.map(String).join("; ")}`);
  return { document, variables: variables.values };
}
