import type { PlanNode, QueryPlan } from "@graphql-hive/router-query-planner";
import { parse, validate, type GraphQLSchema } from "graphql";
import { subgraphSchemas } from "../graph/toy-graph.ts";

/**
 * What subgraphs would refuse of a plan. The planner (0.0.38) gives fields of other types an alias where they cannot
 * be merged, but not where one is required by another field.
 */
export function findInvalidFetches(
  { node }: QueryPlan,
  schemas: ReadonlyMap<string, GraphQLSchema> = subgraphSchemas,
): string[] {
  return node
    ? fetchesOf(node).flatMap(({ serviceName, operation }) => faultsOf(serviceName, operation, schemas))
    : [];
}

function faultsOf(
  serviceName: string,
  operation: string,
  schemas: ReadonlyMap<string, GraphQLSchema>,
): string[] {
  const schema = schemas.get(serviceName.toLowerCase())!;
  return validate(schema, parse(operation)).map((error) => `${serviceName}: ${error.message}`);
}

function fetchesOf(node: PlanNode): { serviceName: string; operation: string }[] {
  switch (node.kind) {
    case "Fetch":
    case "BatchFetch":
      return [node];
    case "Sequence":
    case "Parallel":
      return node.nodes.flatMap(fetchesOf);
    case "Flatten":
      return fetchesOf(node.node);
    case "Subscription":
      return [node.primary];
    case "Condition":
    case "Defer":
      return [];
  }
}
