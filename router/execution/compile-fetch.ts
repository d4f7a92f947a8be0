import type {
  BatchFetchNode,
  EntityBatchAlias,
  FetchNode,
  FlattenNodePathSegment,
} from "@graphql-hive/router-query-planner";
import { Kind, parse, type DocumentNode, type ExecutionResult, type GraphQLError } from "graphql";
import { isPromise, type MaybePromise } from "../../src/concurrency/maybe-promise.ts";
import type { SubgraphExecutor } from "../../src/graphql/local-executor.ts";
import { compileEntityPath, printPath, type EntityFinder, type ResponsePath } from "./entity-path.ts";
import type { FetchDocuments } from "./fetch-documents.ts";
import type { Execution, ResponseObject, Step, TypeTest } from "./execution.types.ts";
import { copyValue, mergeInto } from "./merge.ts";
import { failedFetch, relocate, relocateEntityError } from "./relocate-errors.ts";
import { compileRepresentation, RepresentationNumbers, type MakeRepresentation } from "./representation.ts";
import { compileRewrites, renamedKeys } from "./rewrites.ts";

/** The dependencies of compiling. */
export interface CompileScope {
  fetchDocuments: FetchDocuments;
  subgraphs: ReadonlyMap<string, SubgraphExecutor>;
  typeTest(names: readonly string[]): TypeTest;
}

type AnyFetch = FetchNode | BatchFetchNode;

/** Runs a fetch's document with its share of the variables, and with those entities where it is about some. */
type RunFetch = (execution: Execution, asked?: AskedEntities) => MaybePromise<ExecutionResult>;

interface AskedEntities {
  variables: Record<string, unknown>;
  count: number;
}

function compileRun(node: AnyFetch, path: string, scope: CompileScope): RunFetch {
  const document = scope.fetchDocuments.parse(node.operation);
  const subgraph = scope.subgraphs.get(node.serviceName);
  const usages = node.variableUsages ?? [];
  return ({ variables, call, recorder }, asked) => {
    if (!subgraph) throw new Error(`There is no subgraph ${node.serviceName}`);
    const own: Record<string, unknown> = asked?.variables ?? {};
    for (const name of usages)
      if (variables[name] !== undefined && Object.hasOwn(variables, name)) own[name] = variables[name];
    const request = { document, variables: own, call };
    if (!recorder) return subgraph(request);
    const fetch = { subgraph: node.serviceName, path, ...(asked && { entities: asked.count }) };
    return recorder.record(fetch, () => subgraph(request));
  };
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
        if (result.data) mergeInto(execution.data, rewrite ? rewrite(result.data) : result.data);
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
  const make = compileRepresentation(node.requires ?? [], node.inputRewrites ?? [], scope.typeTest);
  const rewrite = compileRewrites(node.outputRewrites, scope.typeTest);
  const renamed = renamedKeys(node.outputRewrites);
  return (execution) => {
    const group = groupEntities([{ finder, make }], execution.data);
    const { representations } = group;
    if (representations.length === 0) return;
    return settleEntityFetch(execution, [{ key: "_entities", group, rewrite, renamed }], () =>
      run(execution, { variables: { representations }, count: representations.length }),
    );
  };
}

/** Several entity fetches of one subgraph in one call, each under an alias of `_entities`. */
export function compileBatchFetch(node: BatchFetchNode, scope: CompileScope): Step {
  const paths = node.entityBatch.aliases.flatMap((alias) => alias.paths.map(printPath));
  const run = compileRun(node, paths.join(", "), scope);
  const aliases = node.entityBatch.aliases.map((alias) => compileAlias(alias, scope));
  return (execution) => {
    const variables: Record<string, unknown> = {};
    const parts = aliases.map((alias) => {
      const group = groupEntities(alias.sources, execution.data);
      variables[alias.variable] = group.representations;
      return { ...alias, group };
    });
    const count = parts.reduce((sum, { group }) => sum + group.representations.length, 0);
    if (count === 0) return;
    return settleEntityFetch(execution, parts, () => run(execution, { variables, count }));
  };
}

function compileAlias(alias: EntityBatchAlias, scope: CompileScope) {
  const make = compileRepresentation(alias.requires, alias.inputRewrites ?? [], scope.typeTest);
  return {
    key: alias.alias,
    variable: alias.representationsVariableName,
    sources: alias.paths.map((path) => ({ finder: compileEntityPath(path, scope.typeTest), make })),
    rewrite: compileRewrites(alias.outputRewrites, scope.typeTest),
    renamed: renamedKeys(alias.outputRewrites),
  };
}

interface EntitySource {
  finder: EntityFinder;
  make: MakeRepresentation;
}

/** Entities of one request, and the representation of each. */
interface EntityGroup {
  sources: readonly EntitySource[];
  targets: ResponseObject[];
  /** For each target the index of its representation. */
  indexes: number[];
  representations: ResponseObject[];
}

function groupEntities(sources: readonly EntitySource[], data: ResponseObject): EntityGroup {
  const group: EntityGroup = { sources, targets: [], indexes: [], representations: [] };
  const numbers = new RepresentationNumbers();
  for (const { finder, make } of sources) {
    for (const target of finder.find(data)) {
      const representation = make(target);
      if (!representation) continue;
      const index = numbers.numberOf(representation, group.representations.length);
      if (index === group.representations.length) group.representations.push(representation);
      group.targets.push(target);
      group.indexes.push(index);
    }
  }
  return group;
}

interface EntityPart {
  key: string;
  group: EntityGroup;
  rewrite: ReturnType<typeof compileRewrites>;
  renamed: ReadonlyMap<string, string>;
}

function settleEntityFetch(
  execution: Execution,
  parts: readonly EntityPart[],
  start: () => MaybePromise<ExecutionResult>,
): Promise<void> | void {
  return settle(
    start,
    (result) => {
      if (result.errors) recordEntityErrors(execution, parts, result.errors);
      for (const { key, group, rewrite } of parts) {
        const answered = result.data?.[key] as ResponseObject[] | null | undefined;
        if (answered) mergeEntities(group, rewrite ? rewrite(answered) : answered);
      }
    },
    (error) => {
      const places = parts.flatMap(({ group }) => placesOf(group, execution.data).flat());
      execution.errors.push(...failedFetch(error, places));
    },
  );
}

function mergeEntities(
  { targets, indexes }: EntityGroup,
  answered: readonly (ResponseObject | null)[],
): void {
  // Each representation belongs to one target, in the same order, unless an entity occurs in several places.
  const used = targets.length > answered.length ? new Set<number>() : null;
  for (let position = 0; position < targets.length; position++) {
    const index = indexes[position]!;
    const entity = answered[index];
    if (!entity) continue;
    mergeInto(targets[position]!, used?.has(index) ? copyValue(entity) : entity);
    used?.add(index);
  }
}

function recordEntityErrors(
  execution: Execution,
  parts: readonly EntityPart[],
  errors: readonly GraphQLError[],
): void {
  for (const error of errors) {
    const part = parts.find(({ key }) => key === error.path?.[0]);
    const group = part?.group;
    const places = group ? placesOf(group, execution.data) : [];
    const fallback = parts.flatMap((one) => placesOf(one.group, execution.data).flat());
    execution.errors.push(
      ...relocateEntityError(error, {
        placesOf: (index) => places[index] ?? [],
        fallback: group ? places.flat() : fallback,
        renamed: part?.renamed ?? new Map(),
      }),
    );
  }
}

/** Paths by index of representation. Recomputed from the data, which is more expensive but rare. */
function placesOf(group: EntityGroup, data: ResponseObject): ResponsePath[][] {
  const places: ResponsePath[][] = group.representations.map(() => []);
  let position = 0;
  for (const { finder, make } of group.sources) {
    const paths = finder.locate(data);
    finder.find(data).forEach((target, index) => {
      if (!make(target)) return;
      places[group.indexes[position]!]?.push(paths[index]!);
      position += 1;
    });
  }
  return places;
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
