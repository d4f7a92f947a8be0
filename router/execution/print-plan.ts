import type {
  BatchFetchNode,
  FetchNode,
  PlanNode,
  QueryPlan,
  RequiresSelection,
} from "@graphql-hive/router-query-planner";
import { Kind, parse, print, type DocumentNode, type SelectionSetNode } from "graphql";
import { printPath } from "./entity-path.ts";

/** A plan in the indented form that federation gateways print, with the document of every fetch. */
export function printPlan({ node }: QueryPlan): string {
  return node ? block("QueryPlan", [printNode(node)]) : "QueryPlan {}";
}

function printNode(node: PlanNode): string {
  switch (node.kind) {
    case "Fetch":
      return printFetch(node);
    case "BatchFetch":
      return printBatchFetch(node);
    case "Sequence":
    case "Parallel":
      return block(
        node.kind,
        node.nodes.map((child) => `${printNode(child)},`),
      );
    case "Flatten":
      return block(`Flatten(path: "${printPath(node.path)}")`, [`${printNode(node.node)},`]);
    case "Subscription":
      return block("Subscription", [block("Primary:", [printFetch(node.primary)])]);
    case "Condition":
    case "Defer":
      return `${node.kind} {}`;
  }
}

function printFetch({ serviceName, operation, requires }: FetchNode): string {
  const document = parse(operation);
  const lines = requires?.length ? printEntities(document, "_entities", requires) : [print(document)];
  return block(`Fetch(service: "${serviceName}")`, lines);
}

function printBatchFetch({ serviceName, operation, entityBatch }: BatchFetchNode): string {
  const document = parse(operation);
  const parts = entityBatch.aliases.map(({ alias, paths, requires }) =>
    block(`${alias}(path: "${paths.map(printPath).join(", ")}")`, printEntities(document, alias, requires)),
  );
  return block(`BatchFetch(service: "${serviceName}")`, parts);
}

/** The known key fields of each entity, and the requested selections. */
function printEntities(
  document: DocumentNode,
  key: string,
  requires: readonly RequiresSelection[],
): string[] {
  const sets = document.definitions.map((definition): string => {
    if (definition.kind !== Kind.OPERATION_DEFINITION) return print(definition);
    const asked = selectionOf(definition.selectionSet, key);
    return asked ? print(asked) : print(definition);
  });
  return [`${printRequires(requires)} =>`, ...sets];
}

function selectionOf(set: SelectionSetNode, key: string): SelectionSetNode | undefined {
  for (const node of set.selections) {
    if (node.kind === Kind.FIELD && (node.alias ?? node.name).value === key) return node.selectionSet;
  }
  return undefined;
}

function printRequires(requires: readonly RequiresSelection[]): string {
  const selections = requires.map((selection) => {
    if (selection.kind === "FragmentSpread") return `...${selection.value}`;
    if (selection.kind === "InlineFragment")
      return `... on ${selection.typeCondition} ${printRequires(selection.selections)}`;
    const name = selection.alias ? `${selection.alias}: ${selection.name}` : selection.name;
    return selection.selections?.length ? `${name} ${printRequires(selection.selections)}` : name;
  });
  return block("", selections);
}

function block(title: string, parts: readonly string[]): string {
  const inner = parts.join("\n").replaceAll(/^(?=.)/gm, "  ");
  return `${title ? `${title} ` : ""}{\n${inner}\n}`;
}
