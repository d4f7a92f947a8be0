import type { QueryPlan, QueryPlanner } from "@graphql-hive/router-query-planner";
import {
  getNamedType,
  getOperationAST,
  isAbstractType,
  isEnumType,
  Kind,
  print,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  parse,
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from "graphql";
import { compilePlan } from "./compile-plan.ts";
import type { CompileScope } from "./compile-fetch.ts";
import type { Step } from "./execution.types.ts";
import { splitIntrospection } from "./introspection.ts";
import { compileProjection, type ProjectResponse } from "./project-response.ts";

/** An operation, ready to run. */
export interface CompiledOperation {
  operation: OperationDefinitionNode;
  plan: QueryPlan | null;
  /** Null when the router answers everything by itself. */
  run: Step | null;
  /** What the router answers from its own schema. */
  introspection: DocumentNode | null;
  project: ProjectResponse;
  /** True when the one fetch answers exactly what was asked: without errors, its data is the response as it is. */
  isAnswerAsIs: boolean;
}

export interface OperationScope extends CompileScope {
  planner: QueryPlanner;
  publicSchema: GraphQLSchema;
}

/** Plans an operation and compiles its plan and its response, once. Throws when the document has no such operation. */
export function compileOperation(
  document: DocumentNode,
  operationName: string | undefined,
  scope: OperationScope,
): CompiledOperation {
  const { planner, publicSchema } = scope;
  const operation = getOperationAST(document, operationName);
  const root = operation && publicSchema.getRootType(operation.operation);
  if (!root) throw new Error("The document has no operation that the graph could run.");
  const { planned, introspect } = splitIntrospection(document, operation);
  const plan = planned && planner.plan(print(planned), undefined, new Set(), 0);
  const sets = [{ set: operation.selectionSet, conditions: [] }];
  const projection = { schema: publicSchema, fragments: fragmentsOf(document) };
  return {
    operation,
    plan,
    run: plan && compilePlan(plan, scope),
    introspection: introspect,
    project: compileProjection(root, sets, projection),
    isAnswerAsIs: isAnswerAsIs(operation, plan, publicSchema),
  };
}

/**
 * True when the plan is one fetch that selects what the client selects, in the same order. Such a fetch has been
 * completed by its subgraph. Types that the public schema may hide values of are looked at again all the same.
 */
function isAnswerAsIs(
  operation: OperationDefinitionNode,
  plan: QueryPlan | null,
  schema: GraphQLSchema,
): boolean {
  const node = plan?.node;
  if (node?.kind !== "Fetch" || node.outputRewrites?.length || mayHide(operation, schema)) return false;
  const [fetched] = parse(node.operation, { noLocation: true }).definitions;
  if (fetched?.kind !== Kind.OPERATION_DEFINITION) return false;
  return print(fetched.selectionSet) === print(operation.selectionSet);
}

function mayHide(operation: OperationDefinitionNode, schema: GraphQLSchema): boolean {
  let found = false;
  const typeInfo = new TypeInfo(schema);
  visit(
    operation,
    visitWithTypeInfo(typeInfo, {
      Field: () => {
        const type = getNamedType(typeInfo.getType());
        if (!type || isAbstractType(type) || isEnumType(type)) found = true;
      },
      FragmentSpread: () => {
        found = true;
      },
    }),
  );
  return found;
}

function fragmentsOf(document: DocumentNode): Map<string, FragmentDefinitionNode> {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const node of document.definitions) {
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);
  }
  return fragments;
}
