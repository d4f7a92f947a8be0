import { QueryPlanner, type QueryPlan } from "@graphql-hive/router-query-planner";
import {
  buildASTSchema,
  execute as executeGraphQL,
  getOperationAST,
  getVariableValues,
  isAbstractType,
  isObjectType,
  Kind,
  parse,
  print,
  printSchema,
  type DocumentNode,
  type ExecutionResult,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from "graphql";
import type { SubgraphExecutor } from "../../src/graphql/local-executor.ts";
import type { GraphExecutor, GraphRequest } from "../execute.ts";
import { compilePlan } from "./compile-plan.ts";
import type { Execution, Step, TypeTest } from "./execution.types.ts";
import { splitIntrospection } from "./introspection.ts";
import { buildPublicSchema } from "./public-schema.ts";
import { compileProjection, type ProjectResponse } from "./project-response.ts";

/** An operation, ready to run. */
interface CompiledOperation {
  operation: OperationDefinitionNode;
  plan: QueryPlan | null;
  run: Step | null;
  introspect: DocumentNode | null;
  project: ProjectResponse;
}

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
  const scope = { subgraphs, typeTest: createTypeTests(fullSchema) };
  const compiled = new WeakMap<DocumentNode, Map<string, CompiledOperation>>();
  let printed: string | null = null;

  const compile = ({ document, operationName }: GraphRequest): CompiledOperation => {
    const operation = getOperationAST(document, operationName);
    if (!operation) throw new Error("The document has no operation of that name.");
    const { planned, introspect } = splitIntrospection(document, operation);
    const plan = planned && planner.plan(print(planned), undefined, new Set(), 0);
    const root = publicSchema.getRootType(operation.operation);
    if (!root) throw new Error(`The graph has no ${operation.operation}.`);
    const sets = [{ set: operation.selectionSet, conditions: [] }];
    return {
      operation,
      plan,
      run: plan && compilePlan(plan, scope),
      introspect,
      project: compileProjection(root, sets, { schema: publicSchema, fragments: fragmentsOf(document) }),
    };
  };

  const find = (request: GraphRequest): CompiledOperation => {
    const name = request.operationName ?? "";
    let operations = compiled.get(request.document);
    if (!operations) compiled.set(request.document, (operations = new Map()));
    let operation = operations.get(name);
    if (!operation) operations.set(name, (operation = compile(request)));
    return operation;
  };

  return Promise.resolve({
    publicSchema,
    printedSchema: () => (printed ??= `${printSchema(publicSchema)}\n`),
    execute: async (request) => {
      const operation = find(request);
      const values = getVariableValues(
        publicSchema,
        operation.operation.variableDefinitions ?? [],
        request.variables,
      );
      if (values.errors) return { errors: values.errors };
      const execution: Execution = { data: {}, errors: [], variables: values.coerced, call: request.call };
      if (operation.introspect) introspect(publicSchema, operation.introspect, execution);
      await operation.run?.(execution);
      return answer(operation, execution);
    },
  });
}

function answer({ project }: CompiledOperation, execution: Execution): ExecutionResult {
  const data = project(execution);
  return execution.errors.length > 0 ? { errors: execution.errors, data } : { data };
}

function introspect(schema: GraphQLSchema, document: DocumentNode, execution: Execution): void {
  const result = executeGraphQL({ schema, document, variableValues: execution.variables }) as ExecutionResult;
  Object.assign(execution.data, result.data);
  execution.errors.push(...(result.errors ?? []));
}

function fragmentsOf(document: DocumentNode): Map<string, FragmentDefinitionNode> {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const node of document.definitions)
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);
  return fragments;
}

/** Tests of type conditions; the concrete names behind them are looked up once. */
function createTypeTests(schema: GraphQLSchema): (names: readonly string[]) => TypeTest {
  return (names) => {
    const concrete = new Set<unknown>(names);
    for (const name of names) {
      const type = schema.getType(name);
      if (!isAbstractType(type)) continue;
      for (const member of schema.getPossibleTypes(type)) if (isObjectType(member)) concrete.add(member.name);
    }
    return (typeName) => concrete.has(typeName);
  };
}
