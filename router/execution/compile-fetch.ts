import type {
  BatchFetchNode,
  EntityBatchAlias,
  FetchNode,
  FlattenNodePathSegment,
} from "@graphql-hive/router-query-planner";
import { Kind, parse, type DocumentNode, type ExecutionResult, type GraphQLError } from "graphql";
import { isPromise, type MaybePromise } from "../../src/concurrency/maybe-promise.ts";
import type { SubgraphExecutor } from "../../src/graphql/local-executor.ts";
import type { EntityKeys } from "./entity-keys.ts";
import { compileEntityPath, printPath, type ResponsePath } from "./entity-path.ts";
import type { FetchDocuments } from "./fetch-documents.ts";
import type { Execution, ResponseObject, Step, TypeTest } from "./execution.types.ts";
import { groupEntities, mergeEntities, placesOf, targetPlaces, type EntityGroup } from "./entity-group.ts";
import { refuseCancelled } from "./cancellation.ts";
import { mergeInto, type MergeConflict } from "./merge.ts";
import { failedFetch, mergeConflict, relocate, relocateEntityError } from "./relocate-errors.ts";
import { compileRepresentation } from "./representation.ts";
import { compileRewrites, renamedKeys } from "./rewrites.ts";

/** The dependencies of compiling. */
export interface CompileScope {
  fetchDocuments: FetchDocuments;
  subgraphs: ReadonlyMap<string, SubgraphExecutor>;
  typeTest(names: readonly string[]): TypeTest;
  /** Names of interfaces that some subgraph knows as an object: it calls their members by them. */
  interfaceNames: ReadonlySet<unknown>;
  entityKeys: EntityKeys;
}

type AnyFetch = FetchNode | BatchFetchNode;

/** Runs a fetch's document with its share of the variables, and with those entities where it is about some. */
export type RunFetch = (execution: Execution, asked?: AskedEntities) => MaybePromise<ExecutionResult>;

/** A fetch that is all there is to an operation. */
export interface OnlyFetch {
  node: AnyFetch;
  run: RunFetch;
}

interface AskedEntities {
  variables: Record<string, unknown>;
  count: number;
}

/** Compiles how a fetch is sent. */
export function compileRun(node: AnyFetch, path: string, scope: CompileScope): RunFetch {
  const document = scope.fetchDocuments.parse(node.operation);
  const anyDocument = scope.subgraphs.get(node.serviceName);
  const subgraph = anyDocument?.forDocument?.(document) ?? anyDocument;
  const usages = node.variableUsages ?? [];
  return (execution, asked) => {
    const { variables, call, recorder } = execution;
    const sent = execution.started?.get(node);
    if (sent?.result) return sent.result;
    if (sent) throw sent.thrown;
    if (!subgraph) throw new Error(`There is no subgraph ${node.serviceName}`);
    refuseCancelled(execution, node.serviceName);
    const own: Record<string, unknown> = asked?.variables ?? {};
    for (const name of usages)
      if (variables[name] !== undefined && Object.hasOwn(variables, name)) own[name] = variables[name];
    const request = { document, variables: own, call };
    if (!recorder) return subgraph(request);
    const fetch = { subgraph: node.serviceName, path, ...(asked && { entities: asked.count }) };
    return recorder.record(fetch, () => subgraph(request));
  };
}

/** A fetch of root fields whose result is the whole answer. */
export function compileOnly(node: FetchNode, scope: CompileScope): OnlyFetch {
  return { node, run: compileRun(node, "", scope) };
}

/** A fetch of root fields: its data is merged at the root. */
export function compileRootFetch(node: FetchNode, scope: CompileScope): Step {
  const run = compileRun(node, "", scope);
  const rewrite = compileRewrites(node.outputRewrites, scope.typeTest);
  const rootPaths = rootKeysOf(node).map((key): ResponsePath => [key]);
  return (execution) =>
    settle(
      () => run(execution),
      (result) => {
        if (result.errors) recordRootErrors(execution, rootPaths, result.errors);
        if (!result.data) return;
        const conflict = mergeInto(execution.data, rewrite ? rewrite(result.data) : result.data);
        if (conflict) execution.errors.push(mergeConflict([], conflict));
      },
      (error) => void execution.errors.push(...failedFetch(error, rootPaths)),
    );
}

/** Starts a fetch and processes its result, synchronously when the subgraph returned it synchronously. */
function settle(
  start: () => MaybePromise<ExecutionResult>,
  take: (result: ExecutionResult) => void,
  fail: (error: unknown) => void,
): Promise<void> | void {
  let result: MaybePromise<ExecutionResult>;
  try {
    result = start();
  } catch (error) {
    return fail(error);
  }
  return isPromise(result) ? result.then(take, fail) : take(result);
}

function recordRootErrors(
  execution: Execution,
  rootPaths: readonly ResponsePath[],
  errors: readonly GraphQLError[],
): void {
  for (const error of errors) {
    // An error without a path is about the whole fetch.
    if (error.path) execution.errors.push(error);
    else execution.errors.push(...rootPaths.map((path) => relocate(error, path)));
  }
}

/** A fetch that continues from the entities at a path: one request for all of them, each entity once. */
export function compileEntityFetch(
  node: FetchNode,
  path: readonly FlattenNodePathSegment[],
  scope: CompileScope,
): Step {
  const run = compileRun(node, printPath(path), scope);
  const finder = compileEntityPath(path, scope.typeTest);
  const make = compileRepresentation(node, node.serviceName, scope);
  const rewrite = compileRewrites(node.outputRewrites, scope.typeTest);
  const renamed = renamedKeys(node.outputRewrites);
  const { interfaceNames } = scope;
  return (execution) => {
    const group = groupEntities([{ finder, make }], execution.data);
    const { representations } = group;
    if (representations.length === 0) return;
    const parts = [{ key: "_entities", group, rewrite, renamed }];
    return settleEntityFetch(execution, { parts, interfaceNames }, () =>
      run(execution, { variables: { representations }, count: representations.length }),
    );
  };
}

/** Several entity fetches of one subgraph in one call, each under an alias of `_entities`. */
export function compileBatchFetch(node: BatchFetchNode, scope: CompileScope): Step {
  const paths = node.entityBatch.aliases.flatMap((alias) => alias.paths.map(printPath));
  const run = compileRun(node, paths.join(", "), scope);
  const aliases = node.entityBatch.aliases.map((alias) => compileAlias(alias, node.serviceName, scope));
  const { interfaceNames } = scope;
  return (execution) => {
    const variables: Record<string, unknown> = {};
    const parts = aliases.map((alias) => {
      const group = groupEntities(alias.sources, execution.data);
      variables[alias.variable] = group.representations;
      return { ...alias, group };
    });
    const count = parts.reduce((sum, { group }) => sum + group.representations.length, 0);
    if (count === 0) return;
    return settleEntityFetch(execution, { parts, interfaceNames }, () =>
      run(execution, { variables, count }),
    );
  };
}

function compileAlias(alias: EntityBatchAlias, serviceName: string, scope: CompileScope) {
  const make = compileRepresentation(alias, serviceName, scope);
  return {
    key: alias.alias,
    variable: alias.representationsVariableName,
    sources: alias.paths.map((path) => ({ finder: compileEntityPath(path, scope.typeTest), make })),
    rewrite: compileRewrites(alias.outputRewrites, scope.typeTest),
    renamed: renamedKeys(alias.outputRewrites),
  };
}

interface EntityPart {
  key: string;
  group: EntityGroup;
  rewrite: ReturnType<typeof compileRewrites>;
  renamed: ReadonlyMap<string, string>;
}

function settleEntityFetch(
  execution: Execution,
  { parts, interfaceNames }: { parts: readonly EntityPart[]; interfaceNames: ReadonlySet<unknown> },
  start: () => MaybePromise<ExecutionResult>,
): Promise<void> | void {
  return settle(
    start,
    (result) => {
      if (result.errors) recordEntityErrors(execution, parts, result.errors);
      for (const { key, group, rewrite } of parts) {
        const answered = result.data?.[key];
        if (!isListFor(group, answered)) {
          if (answered || !result.errors?.length) recordWrongList(execution, group);
          continue;
        }
        const conflicts = mergeEntities(group, rewrite ? rewrite(answered) : answered, interfaceNames);
        if (conflicts) recordConflicts(execution, group, conflicts);
      }
    },
    (error) => {
      const places = parts.flatMap(({ group }) => placesOf(group, execution.data).flat());
      for (const failed of failedFetch(error, places)) execution.errors.push(failed);
    },
  );
}

/** Whether a fetch's result has one item for each representation, as the federation specification asks for. */
function isListFor({ representations }: EntityGroup, value: unknown): value is (ResponseObject | null)[] {
  return Array.isArray(value) && value.length === representations.length;
}

function recordWrongList(execution: Execution, group: EntityGroup): void {
  const cause = new Error("The subgraph did not return one entity for each representation.");
  const places = placesOf(group, execution.data).flat();
  for (const failed of failedFetch(cause, places)) execution.errors.push(failed);
}

/** Records conflicts by the position of their target. */
function recordConflicts(
  { errors, data }: Execution,
  group: EntityGroup,
  conflicts: ReadonlyMap<number, MergeConflict>,
): void {
  const places = targetPlaces(group, data);
  for (const [position, conflict] of conflicts) {
    const place = places[position];
    if (place) errors.push(mergeConflict(place, conflict));
  }
}

/** Places are worked out once for all errors: it takes a walk over all entities. */
function recordEntityErrors(
  execution: Execution,
  parts: readonly EntityPart[],
  errors: readonly GraphQLError[],
): void {
  const known = new Map<EntityPart, ResponsePath[][]>();
  const placesOfPart = (part: EntityPart): ResponsePath[][] => {
    let places = known.get(part);
    if (!places) known.set(part, (places = placesOf(part.group, execution.data)));
    return places;
  };
  for (const error of errors) {
    const part = parts.find(({ key }) => key === error.path?.[0]);
    const relocated = relocateEntityError(error, {
      placesOf: (index) => part && placesOfPart(part)[index],
      fallback: () => (part ? [part] : parts).flatMap((one) => placesOfPart(one).flat()),
      renamed: part?.renamed ?? new Map(),
    });
    for (const one of relocated) execution.errors.push(one);
  }
}

function rootKeysOf(node: FetchNode): string[] {
  const document: DocumentNode = parse(node.operation, { noLocation: true });
  return document.definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION
      ? definition.selectionSet.selections.flatMap((selection) =>
          selection.kind === Kind.FIELD ? [selection.alias?.value ?? selection.name.value] : [],
        )
      : [],
  );
}
