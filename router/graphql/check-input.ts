import {
  isInputType,
  Kind,
  typeFromAST,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from "graphql";
import { validationError } from "../../src/errors.ts";
import { compileValidator, type InputValidator } from "../operations/validate-input.ts";
import { inputSchema, type JsonSchema } from "../schema/json-schema.ts";
import type { SupergraphFacts } from "../schema/supergraph-facts.ts";

const validators = new WeakMap<OperationDefinitionNode, InputValidator>();

/**
 * Throws VALIDATION_ERROR with every fault of an ad-hoc document's variables: of their types, and of what the
 * arguments that they are used for must satisfy. Paths are those of the other doors: within `input`.
 */
export function checkVariables(
  schema: GraphQLSchema,
  facts: SupergraphFacts,
  { document, operation }: { document: DocumentNode; operation: OperationDefinitionNode },
  variables: Record<string, unknown>,
): void {
  let check = validators.get(operation);
  if (!check) {
    check = compileValidator(variablesSchema(schema, facts, { document, operation }));
    validators.set(operation, check);
  }
  const faults = check(variables);
  if (faults.length === 0) return;
  throw validationError(faults.map((fault) => ({ ...fault, path: fault.path.replace(/^input\./, "") })));
}

function variablesSchema(
  schema: GraphQLSchema,
  facts: SupergraphFacts,
  { document, operation }: { document: DocumentNode; operation: OperationDefinitionNode },
): JsonSchema {
  const constraints = argumentConstraints(schema, facts, document);
  const properties: Record<string, JsonSchema> = {};
  const required: string[] = [];
  for (const definition of operation.variableDefinitions ?? []) {
    const name = definition.variable.name.value;
    const type = typeFromAST(schema, definition.type as never);
    if (!isInputType(type)) continue;
    properties[name] = inputSchema(type, constraints.get(name) ?? {}, facts.constraintOf);
    if (String(type).endsWith("!") && !definition.defaultValue) required.push(name);
  }
  // Surplus variables are allowed: the GraphQL specification ignores them.
  return { type: "object", properties, required };
}

/** What the arguments that a variable is used for must satisfy, by variable name. */
function argumentConstraints(
  schema: GraphQLSchema,
  facts: SupergraphFacts,
  document: DocumentNode,
): Map<string, JsonSchema> {
  const found = new Map<string, JsonSchema>();
  const typeInfo = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(typeInfo, {
      Argument: (node) => {
        if (node.value.kind !== Kind.VARIABLE) return;
        const coordinate = `${typeInfo.getParentType()?.name}.${typeInfo.getFieldDef()?.name}.${node.name.value}`;
        const name = node.value.name.value;
        found.set(name, { ...found.get(name), ...facts.constraintOf(coordinate) });
      },
    }),
  );
  return found;
}
