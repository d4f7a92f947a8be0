import type { FetchNode, QueryPlan } from "@graphql-hive/router-query-planner";
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
 * The plan's one fetch, when it selects what the client selects, in the same order; null otherwise. Such a fetch has been
 * completed by its subgraph, which is trusted with it in this process only. Types that the public schema may hide values
 * of are looked at again all the same.
 */
export function nodeAsIs(
  operation: OperationDefinitionNode,
  { node }: QueryPlan,
  { publicSchema, subgraphs }: AnswerScope,
): FetchNode | null {
  if (node?.kind !== "Fetch" || node.outputRewrites?.length || mayHide(operation, publicSchema)) return null;
  if (!subgraphs.get(node.serviceName)?.isTrusted) return null;
  const [fetched] = parse(node.operation, { noLocation: true }).definitions;
  if (fetched?.kind !== Kind.OPERATION_DEFINITION) return null;
  return print(fetched.selectionSet) === print(operation.selectionSet) ? node : null;
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
