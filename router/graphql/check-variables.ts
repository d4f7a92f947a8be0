import { isInputType, typeFromAST, type GraphQLSchema, type OperationDefinitionNode } from "graphql";
import { validationError } from "../../src/errors.ts";
import { compileValidator, type InputValidator } from "../operations/validate-input.ts";
import { inputSchema, type JsonSchema } from "../schema/json-schema.ts";
import type { SupergraphFacts } from "../schema/supergraph-facts.ts";

const validators = new WeakMap<OperationDefinitionNode, InputValidator>();

/** Throws VALIDATION_ERROR with every fault of an ad-hoc document's variables. */
export function checkVariables(
  schema: GraphQLSchema,
  facts: SupergraphFacts,
  operation: OperationDefinitionNode,
  variables: Record<string, unknown>,
): void {
  let check = validators.get(operation);
  if (!check) {
    check = compileValidator(variablesSchema(schema, facts, operation));
    validators.set(operation, check);
  }
  const faults = check(variables);
  if (faults.length > 0) throw validationError(faults);
}

function variablesSchema(
  schema: GraphQLSchema,
  facts: SupergraphFacts,
  operation: OperationDefinitionNode,
): JsonSchema {
  const properties: Record<string, JsonSchema> = {};
  const required: string[] = [];
  for (const definition of operation.variableDefinitions ?? []) {
    const name = definition.variable.name.value;
    const type = typeFromAST(schema, definition.type as never);
    if (!isInputType(type)) continue;
    properties[name] = inputSchema(type, {}, facts.constraintOf);
    if (String(type).endsWith("!") && !definition.defaultValue) required.push(name);
  }
  // Surplus variables are allowed: the GraphQL specification ignores them.
  return { type: "object", properties, required };
}
