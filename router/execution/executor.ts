import { QueryPlanner } from "@graphql-hive/router-query-planner";
import {
  buildASTSchema,
  execute as executeGraphQL,
  getVariableValues,
  isAbstractType,
  parse,
  printSchema,
  type DocumentNode,
  type ExecutionResult,
  type GraphQLError,
  type GraphQLSchema,
} from "graphql";
import type { SubgraphExecutor } from "../../src/graphql/local-executor.ts";
import type { GraphExecutor, GraphRequest } from "../execute.ts";
import { compileOperation, type CompiledOperation, type OperationScope } from "./compile-operation.ts";
import type { Execution, TypeTest } from "./execution.types.ts";
import { fieldNamesOf } from "./prepare-operation.ts";
import { buildPublicSchema } from "./public-schema.ts";
import { relocate } from "./relocate-errors.ts";

/**
 * Our executor: each document is planned by the Rust planner and compiled to closures once, and kept as long as its
 * parsed form is. Executors of subgraphs in this process and over HTTP may be mixed.
 */
export function createCompiledExecutor(
  supergraphSdl: string,
  subgraphs: ReadonlyMap<string, SubgraphExecutor>,
): Promise<GraphExecutor> {
  const planner = new QueryPlanner(supergraphSdl);
  const publicSchema = buildPublicSchema(planner.consumerSchema);
  const fullSchema = buildASTSchema(parse(supergraphSdl), { assumeValidSDL: true });
  const fieldNames = fieldNamesOf(fullSchema);
  const scope: OperationScope = {
    subgraphs,
    planner,
    publicSchema,
    fieldNames,
    typeTest: createTypeTests(fullSchema),
  };
  const find = createOperationCache(scope);
  let printed: string | null = null;
  return Promise.resolve({
    publicSchema,
    printedSchema: () => (printed ??= `${printSchema(publicSchema)}\n`),
    execute: (request) => run(find(request), request, publicSchema),
  });
}

async function run(
  operation: CompiledOperation,
  { variables, call }: GraphRequest,
  schema: GraphQLSchema,
): Promise<ExecutionResult> {
  const values = getVariableValues(schema, operation.operation.variableDefinitions ?? [], variables);
  if (values.errors) return { errors: values.errors };
  const execution: Execution = { data: {}, errors: [], variables: values.coerced, call };
  if (operation.introspection) introspect(schema, operation.introspection, execution);
  await operation.run?.(execution);
  const errors = toClientErrors(execution.errors, operation.clientKeys);
  execution.errors = errors;
  const data = operation.isAnswerAsIs && errors.length === 0 ? execution.data : operation.project(execution);
  return errors.length > 0 ? { errors, data } : { data };
}

/** Compiled operations, by parsed document and operation name. They go when the document goes. */
function createOperationCache(scope: OperationScope): (request: GraphRequest) => CompiledOperation {
  const compiled = new WeakMap<DocumentNode, Map<string, CompiledOperation>>();
  return ({ document, operationName }) => {
    let operations = compiled.get(document);
    if (!operations) {
      operations = new Map();
      compiled.set(document, operations);
    }
    const name = operationName ?? "";
    const known = operations.get(name);
    if (known) return known;
    const operation = compileOperation(document, operationName, scope);
    operations.set(name, operation);
    return operation;
  };
}

function introspect(schema: GraphQLSchema, document: DocumentNode, execution: Execution): void {
  const result = executeGraphQL({ schema, document, variableValues: execution.variables }) as ExecutionResult;
  Object.assign(execution.data, result.data);
  execution.errors.push(...(result.errors ?? []));
}

/** Errors under the client's response keys, each told once: a plan may fetch a field twice. */
function toClientErrors(
  errors: readonly GraphQLError[],
  clientKeys: ReadonlyMap<string, string>,
): GraphQLError[] {
  const told = new Map<string, GraphQLError>();
  for (const error of errors) {
    const path = error.path?.map((key) => (typeof key === "string" ? (clientKeys.get(key) ?? key) : key));
    const key = JSON.stringify([path, error.message]);
    if (!told.has(key)) told.set(key, clientKeys.size > 0 ? relocate(error, path) : error);
  }
  return [...told.values()];
}

/** Tests of type conditions; the concrete names behind them are looked up once. */
function createTypeTests(schema: GraphQLSchema): (names: readonly string[]) => TypeTest {
  return (names) => {
    const concrete = new Set<unknown>(names);
    for (const name of names) {
      const type = schema.getType(name);
      if (!isAbstractType(type)) continue;
      for (const member of schema.getPossibleTypes(type)) concrete.add(member.name);
    }
    return (typeName) => concrete.has(typeName);
  };
}
