import type {
  BatchFetchNode,
  EntityBatchAlias,
  FetchNode,
  PlanNode,
  QueryPlan,
  RequiresSelection,
} from "@graphql-hive/router-query-planner";
import { Kind, parse, print, stripIgnoredCharacters, visit, type DocumentNode } from "graphql";
import type { RequiredFields } from "./required-fields.ts";
import { splitEntities } from "./split-entities.ts";

/**
 * The plan with the fields behind planned names of required ones: fetches ask for the field with its arguments under the
 * planned name, representations read that name and send the field's own. Where one representation would need the same
 * field twice with different arguments, it is split.
 */
export function restoreRequiredFields(plan: QueryPlan, required: RequiredFields): QueryPlan {
  if (required.byName.size === 0 || !plan.node) return plan;
  return { ...plan, node: restoreNode(plan.node, required) };
}

function restoreNode(node: PlanNode, required: RequiredFields): PlanNode {
  switch (node.kind) {
    case "Fetch":
      return restoreFetch(node, required);
    case "BatchFetch":
      return restoreBatch(node, required);
    case "Sequence":
    case "Parallel":
      return { ...node, nodes: node.nodes.map((child) => restoreNode(child, required)) };
    case "Flatten":
      if (node.node.kind === "Fetch" && collides(node.node.requires ?? [], required))
        return restoreBatch(asBatch(node.node, node.path), required);
      return { ...node, node: restoreNode(node.node, required) };
    case "Subscription":
      return { ...node, primary: restoreFetch(node.primary, required) };
    case "Condition":
    case "Defer":
      return node;
  }
}

function restoreFetch(node: FetchNode, required: RequiredFields): FetchNode {
  const operation = restoreDocument(parse(node.operation, { noLocation: true }), required);
  return { ...node, operation, ...(node.requires && { requires: sendOwnNames(node.requires, required) }) };
}

function restoreBatch(node: BatchFetchNode, required: RequiredFields): BatchFetchNode {
  let document = parse(node.operation, { noLocation: true });
  let { aliases } = node.entityBatch;
  if (aliases.some(({ requires }) => collides(requires, required)))
    ({ document, aliases } = splitEntities({ document, aliases, serviceName: node.serviceName }, required));
  if (aliases.some(({ requires }) => collides(requires, required)))
    throw new Error("One field requires another one twice with different arguments");
  const restored = aliases.map((alias) => ({ ...alias, requires: sendOwnNames(alias.requires, required) }));
  return { ...node, operation: restoreDocument(document, required), entityBatch: { aliases: restored } };
}

/** The same fetch as a batch of one alias: it keeps its path and gets a name for its entities. */
function asBatch(node: FetchNode, path: EntityBatchAlias["paths"][number]): BatchFetchNode {
  const { requires = [], inputRewrites, outputRewrites, ...rest } = node;
  const alias: EntityBatchAlias = {
    alias: "_entities",
    representationsVariableName: "representations",
    paths: [path],
    requires,
    ...(inputRewrites && { inputRewrites }),
    ...(outputRewrites && { outputRewrites }),
  };
  return { ...rest, kind: "BatchFetch", entityBatch: { aliases: [alias] } };
}

function restoreDocument(document: DocumentNode, { byName }: RequiredFields): string {
  const restored = visit(document, {
    Field: (node) => {
      const field = byName.get(node.name.value);
      if (!field) return undefined;
      const name = { kind: Kind.NAME, value: field.name } as const;
      return { ...node, alias: node.alias ?? node.name, name, arguments: field.arguments };
    },
  });
  return stripIgnoredCharacters(print(restored));
}

function sendOwnNames(
  selections: readonly RequiresSelection[],
  required: RequiredFields,
): RequiresSelection[] {
  return selections.map((selection) => {
    if (selection.kind === "FragmentSpread") return selection;
    const below = selection.selections && { selections: sendOwnNames(selection.selections, required) };
    if (selection.kind === "InlineFragment") return { ...selection, ...below };
    const field = required.byName.get(selection.alias ?? selection.name);
    return { ...selection, ...below, ...(field && { alias: field.name }) };
  });
}

/** Whether two selections on one object send the same field with different arguments. */
function collides(selections: readonly RequiresSelection[], { byName }: RequiredFields): boolean {
  const planned = new Map<string, Map<string, string>>();
  const visitSet = (set: readonly RequiresSelection[], path: string): boolean =>
    set.some((selection) => {
      if (selection.kind === "FragmentSpread") return false;
      if (selection.kind === "InlineFragment") return visitSet(selection.selections, path);
      const own = selection.alias ?? selection.name;
      const sent = byName.get(own)?.name ?? own;
      const names = planned.get(path) ?? new Map<string, string>();
      planned.set(path, names);
      const other = names.get(sent);
      names.set(sent, own);
      return (
        (other !== undefined && other !== own) || visitSet(selection.selections ?? [], `${path}.${sent}`)
      );
    });
  return visitSet(selections, "");
}
