import {
  isInputType,
  Kind,
  typeFromAST,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type ArgumentNode,
  type DocumentNode,
  type GraphQLInputType,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from "graphql";
import { SharedByText } from "../../src/concurrency/shared-by-text.ts";
import { validationError, type FieldFault } from "../../src/errors.ts";
import { compileValidator, type InputValidator } from "../operations/validate-input.ts";
import { inputSchema, type JsonSchema } from "../schema/json-schema.ts";
import type { SupergraphFacts } from "../schema/supergraph-facts.ts";
import { hasVariable, isCheckedByGraphQL, literalValue } from "./literal-values.ts";

/** Answers the faults of one request's input; an empty list when it is fine. */
export type InputCheck = (variables: Record<string, unknown>) => readonly FieldFault[];

interface Checked {
  document: DocumentNode;
  operation: OperationDefinitionNode;
}

const checks = new WeakMap<OperationDefinitionNode, InputCheck>();

/**
 * Throws VALIDATION_ERROR with the faults of an ad-hoc document's variables and literals: of their types, and
 * of the constraints of the arguments that use them. A literal and a variable with the same value have the same
 * faults. Paths are those of the other doors: within `input`.
 */
export function checkInput(
  schema: GraphQLSchema,
  facts: SupergraphFacts,
  checked: Checked,
  variables: Record<string, unknown>,
): void {
  refuseFaults(checkOf(schema, facts, checked), variables);
}

/** What checks the operation's input. */
export function checkOf(schema: GraphQLSchema, facts: SupergraphFacts, checked: Checked): InputCheck {
  let check = checks.get(checked.operation);
  if (!check) {
    check = compileCheck(schema, facts, checked);
    checks.set(checked.operation, check);
  }
  return check;
}

/** As `checkInput`. */
export function refuseFaults(check: InputCheck, variables: Record<string, unknown>): void {
  const faults = check(variables);
  if (faults.length === 0) return;
  throw validationError(faults.map((fault) => ({ ...fault, path: fault.path.replace(/^input\./, "") })));
}

/**
 * Literals without variables are checked here, once; variables, and literals that contain some, with each
 * request.
 */
function compileCheck(schema: GraphQLSchema, facts: SupergraphFacts, checked: Checked): InputCheck {
  const given = findArguments(schema, checked);
  const checkVariables = compileVariables(schema, facts, checked.operation, given);
  const fixed: FieldFault[] = checkDefaults(schema, facts, checked.operation);
  const mixed: InputCheck[] = [];
  for (const argument of given) {
    const { node, type } = argument;
    const constraint = facts.constraintOf(argument.coordinate);
    if (node.value.kind === Kind.VARIABLE || isPlain(type, constraint)) continue;
    const validate = validatorOf(argument, facts);
    const name = node.name.value;
    const check: InputCheck = (variables) => validate({ [name]: literalValue(node.value, type, variables) });
    if (hasVariable(node.value)) mixed.push(check);
    else fixed.push(...check({}));
  }
  // One function for all documents with these variables.
  if (fixed.length === 0 && mixed.length === 0) return checkVariables;
  const defaults = mixed.length > 0 ? defaultsOf(schema, checked.operation) : {};
  return (variables) => {
    const faults = checkVariables(variables);
    if (faults.length > 0 || fixed.length > 0) return [...faults, ...fixed];
    return mixed.length > 0 ? mixed.flatMap((check) => check({ ...defaults, ...variables })) : faults;
  };
}

/** One argument of a field, where it is given a value. */
interface GivenArgument {
  node: ArgumentNode;
  type: GraphQLInputType;
  /** `Type.field.argument`. */
  coordinate: string;
}

/** Arguments of the operation's fields and of all fragments; those of directives are graphql's own to check. */
function findArguments(schema: GraphQLSchema, { document, operation }: Checked): GivenArgument[] {
  const found: GivenArgument[] = [];
  const typeInfo = new TypeInfo(schema);
  const visitor = visitWithTypeInfo(typeInfo, {
    Argument: (node) => {
      const type = typeInfo.getArgument()?.type;
      if (!type || typeInfo.getDirective()) return;
      const coordinate = `${typeInfo.getParentType()?.name}.${typeInfo.getFieldDef()?.name}.${node.name.value}`;
      found.push({ node, type, coordinate });
    },
  });
  for (const definition of document.definitions) {
    if (definition === operation || definition.kind === Kind.FRAGMENT_DEFINITION) visit(definition, visitor);
  }
  return found;
}

function compileVariables(
  schema: GraphQLSchema,
  facts: SupergraphFacts,
  operation: OperationDefinitionNode,
  given: readonly GivenArgument[],
): InputValidator {
  const constraints = new Map<string, JsonSchema>();
  for (const { node, coordinate } of given) {
    if (node.value.kind !== Kind.VARIABLE) continue;
    const name = node.value.name.value;
    constraints.set(name, { ...constraints.get(name), ...facts.constraintOf(coordinate) });
  }
  const properties = Object.create(null) as Record<string, JsonSchema>;
  const required: string[] = [];
  for (const definition of operation.variableDefinitions ?? []) {
    const name = definition.variable.name.value;
    const type = typeFromAST(schema, definition.type as never);
    if (!isInputType(type)) continue;
    properties[name] = inputSchema(type, constraints.get(name) ?? {}, facts.constraintOf);
    if (String(type).endsWith("!") && !definition.defaultValue) required.push(name);
  }
  // Surplus variables are allowed: the GraphQL specification ignores them.
  const checked: JsonSchema = { type: "object", properties, required };
  return variableValidators.find(JSON.stringify(checked), () => compileValidator(checked)).value;
}

/** Documents that declare the same variables with the same constraints share the code that checks them. */
const variableValidators = new SharedByText<InputValidator>();

/** Faults of the variables' default values. */
function checkDefaults(
  schema: GraphQLSchema,
  facts: SupergraphFacts,
  operation: OperationDefinitionNode,
): FieldFault[] {
  return (operation.variableDefinitions ?? []).flatMap(({ variable, type: typeNode, defaultValue }) => {
    const type = typeFromAST(schema, typeNode as never);
    if (!defaultValue || !isInputType(type) || isPlain(type, {})) return [];
    const name = variable.name.value;
    const properties = { [name]: inputSchema(type, {}, facts.constraintOf) };
    const validate = compileValidator({ type: "object", properties });
    return validate({ [name]: literalValue(defaultValue, type, {}) });
  });
}

function defaultsOf(schema: GraphQLSchema, operation: OperationDefinitionNode): Record<string, unknown> {
  const defaults = Object.create(null) as Record<string, unknown>;
  for (const { variable, type: typeNode, defaultValue } of operation.variableDefinitions ?? []) {
    const type = typeFromAST(schema, typeNode as never);
    if (defaultValue && isInputType(type))
      defaults[variable.name.value] = literalValue(defaultValue, type, {});
  }
  return defaults;
}

function isPlain(type: GraphQLInputType, constraint: JsonSchema): boolean {
  return isCheckedByGraphQL(type) && Object.keys(constraint).length === 0;
}

/** Validators of arguments, by coordinate: literals are of many documents, arguments of one schema. */
const argumentValidators = new WeakMap<SupergraphFacts, Map<string, InputValidator>>();
const maxArgumentValidators = 300;

function validatorOf({ node, type, coordinate }: GivenArgument, facts: SupergraphFacts): InputValidator {
  const known = argumentValidators.get(facts) ?? new Map<string, InputValidator>();
  argumentValidators.set(facts, known);
  const found = known.get(coordinate);
  if (found) return found;
  const schema = inputSchema(type, facts.constraintOf(coordinate), facts.constraintOf);
  const made = compileValidator({ type: "object", properties: { [node.name.value]: schema } });
  const oldest = known.size >= maxArgumentValidators ? known.keys().next().value : undefined;
  if (oldest !== undefined) known.delete(oldest);
  known.set(coordinate, made);
  return made;
}
