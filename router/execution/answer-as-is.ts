import type { QueryPlan } from "@graphql-hive/router-query-planner";
import {
  getNamedType,
  isAbstractType,
  isEnumType,
  Kind,
  parse,
  print,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from "graphql";
import type { SubgraphExecutor } from "../../src/graphql/local-executor.ts";

interface AnswerScope {
  publicSchema: GraphQLSchema;
  subgraphs: ReadonlyMap<string, SubgraphExecutor>;
}

/**
 * True when the plan is one fetch that selects what the client selects, in the same order. Such a fetch has been
 * completed by its subgraph, which is trusted with it in this process only. Types that the public schema may hide values
 * of are looked at again all the same.
 */
export function isAnswerAsIs(
  operation: OperationDefinitionNode,
  plan: QueryPlan | null,
  { publicSchema, subgraphs }: AnswerScope,
): boolean {
  const node = plan?.node;
  if (node?.kind !== "Fetch" || node.outputRewrites?.length || mayHide(operation, publicSchema)) return false;
  if (!subgraphs.get(node.serviceName)?.isTrusted) return false;
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
