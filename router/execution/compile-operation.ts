import type { QueryPlan, QueryPlanner } from "@graphql-hive/router-query-planner";
import {
  getOperationAST,
  Kind,
  print,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from "graphql";
import type { SharedByText } from "../../src/concurrency/shared-by-text.ts";
import { DomainError } from "../../src/errors.ts";
import { prototypeKey } from "../../src/text/reserved-names.ts";
import type { SubgraphSubscriber } from "../../src/graphql/local-subscriber.ts";
import { nodeAsIs } from "./answer-as-is.ts";
import { checkDeadline, startDeadline } from "./cancellation.ts";
import { compileVariables, type CoercedVariables } from "./coerce-variables.ts";
import { collectFields } from "./collect-fields.ts";
import { compileOnly, type OnlyFetch } from "./compile-fetch.ts";
import { compilePlan, type PlannedOperation, type PlanScope } from "./compile-plan.ts";
import { compileSource, type OpenSource } from "./compile-subscription.ts";
import { estimateBytes } from "./estimate-bytes.ts";
import type { Step } from "./execution.types.ts";
import { deferredFactor, DeferredOperation } from "./incremental/deferred-operation.ts";
import { withoutDefer } from "./incremental/defer-usages.ts";
import { splitIntrospection } from "./introspection.ts";
import { mergeField, selectionSetOf } from "./merge-field.ts";
import { hasAddedTypeName, prepareOperation } from "./prepare-operation.ts";
import { generatePlan } from "./generated/generate-plan.ts";
import { GeneratedShape } from "./generated/generated-shape.ts";
import { DocumentNames } from "./shape/document-names.ts";
import type { PlannedShape } from "./shape/planned-shape.ts";
import type { TypeNameNeed } from "./type-name-need.ts";
import type { RequiredFields } from "./required-fields.ts";
import { restoreRequiredFields } from "./restore-required-fields.ts";
import { compileProjection, type ProjectResponse } from "./project-response.ts";

/** An operation, ready to run. What each run reads comes first, so that it is together in memory. */
export interface CompiledOperation {
  coerceVariables(raw: Record<string, unknown>): CoercedVariables;
  /** The part that the router answers from its own schema. */
  introspection: DocumentNode | null;
  /** The one fetch, where it answers exactly what was asked: without errors, its data is the response as it is. */
  asIs: OnlyFetch | null;
  /** The code of the operation's shape; null when only the general executor runs it. */
  generated: GeneratedShape | null;
  /** Response keys of the client, by the numbers of its aliases, in quotes and with a colon; null without aliases. */
  quotedKeys: readonly string[] | null;
  /** The same as they are. */
  keys: readonly string[];
  operation: OperationDefinitionNode;
  /** Null when the router answers the whole operation itself. */
  plan: QueryPlan | null;
  /** Estimated memory of the cached operation, including what in-process subgraphs compile for its fetches. */
  estimatedBytes: number;
  run: Step | null;
  /** Opens the source of a subscription, for each event of which the plan runs; null for other operations. */
  open: OpenSource | null;
  project: ProjectResponse;
  /** Response keys of the client by their name in the plan, where the two differ. */
  clientKeys: ReadonlyMap<string, string>;
  /** Names in the plan by the client's response key, where the two differ. */
  planKeys: ReadonlyMap<string, string>;
  /** How it is delivered in parts; null without `@defer`. */
  deferred: DeferredOperation | null;
}

export interface OperationScope extends PlanScope {
  planner: QueryPlanner;
  /** How subscriptions are opened in each subgraph that has any. */
  subscribers: ReadonlyMap<string, SubgraphSubscriber>;
  publicSchema: GraphQLSchema;
  /** The schema with the fields and types that clients do not see. */
  fullSchema: GraphQLSchema;
  /** Every field name of the supergraph. */
  fieldNames: ReadonlySet<string>;
  needsTypeName: TypeNameNeed;
  required: RequiredFields;
  /** Plans by the text of the prepared document. */
  shapes: SharedByText<PlannedShape>;
  /** The use of a shape on which code is generated for it. */
  generatingUse?: number | undefined;
}

/** An operation to compile, with the names that its document has in plans. */
interface NamedOperation {
  document: DocumentNode;
  operation: OperationDefinitionNode;
  names: DocumentNames;
}

/**
 * Plans an operation without conditions, and compiles its plan and its response. Throws when the document has no such
 * operation.
 */
export function compileOperation(
  given: DocumentNode,
  operationName: string | undefined,
  scope: OperationScope,
): CompiledOperation {
  const { publicSchema } = scope;
  const document = withoutDefer(given);
  const operation = getOperationAST(document, operationName);
  const root = operation && publicSchema.getRootType(operation.operation);
  if (!root) throw new Error("The document has no operation. Add a query, mutation or subscription.");
  const names = new DocumentNames(scope.fieldNames, operation);
  const named = { document, operation, names };
  // Numbers all aliases and literals, in one order whatever the parts are that are planned.
  const prepared = prepare(named, scope);
  const { planned, introspect } = splitIntrospection(document, operation);
  const compiled =
    operation.operation === "mutation"
      ? compileMutation(named, root, scope)
      : planned && compileQuery(planned, named, scope);
  const plan = compiled?.plan ?? null;
  const planKeyOf = (node: FieldNode) => names.planKeyOf(node);
  const isTrusted = [...scope.subgraphs.values()].every((subgraph) => subgraph.isTrusted);
  const projection = { fragments: fragmentsOf(document), planKeyOf, schema: publicSchema, isTrusted };
  const asIs = fetchAsIs(operation, plan, scope);
  const clientKeys = clientKeysOf(names, scope);
  const keys = [...names.planKeys.keys()];
  const isGenerated = !asIs && !introspect && !hasAddedTypeName(prepared) && !keys.includes(prototypeKey);
  const deferring = { ...projection, root, operationName, clientKeys, compiled, scope };
  const deferred = document === given ? null : new DeferredOperation(given, deferring);
  const planBytes = estimateBytes(compiled?.newPlans ?? [], prepared, scope.fetchDocuments);
  return {
    coerceVariables: compileVariables(publicSchema, operation.variableDefinitions ?? [], names),
    introspection: introspect,
    asIs,
    generated: isGenerated ? (compiled?.generated ?? null) : null,
    quotedKeys: keys.length > 0 ? keys.map((key) => `${JSON.stringify(key)}:`) : null,
    keys,
    operation,
    plan,
    estimatedBytes: planBytes * (deferred ? deferredFactor : 1),
    run: compiled?.run ?? null,
    open: plan && compileSource(plan, scope.subscribers),
    project: compileProjection(root, [operation.selectionSet], projection),
    clientKeys,
    planKeys: names.planKeys,
    deferred,
  };
}

function fetchAsIs(
  operation: OperationDefinitionNode,
  plan: QueryPlan | null,
  scope: OperationScope,
): OnlyFetch | null {
  const node = plan && nodeAsIs(operation, plan, scope);
  return node && compileOnly(node, scope);
}

function prepare({ document, operation, names }: NamedOperation, scope: OperationScope): DocumentNode {
  const { publicSchema: schema, needsTypeName } = scope;
  return prepareOperation(document, operation, { schema, needsTypeName, names });
}

/** Required fields that only the plan has are reported under the names of the fields they stand for. */
function clientKeysOf(
  { clientKeys }: DocumentNames,
  { required: { byName } }: OperationScope,
): ReadonlyMap<string, string> {
  if (byName.size === 0) return clientKeys;
  const own = [...byName].map(([planned, { name }]): [string, string] => [planned, name]);
  return new Map([...own, ...clientKeys]);
}

interface CompiledPlan extends PlannedOperation {
  run: Step;
  /** Plans that no other operation had before. */
  newPlans: readonly QueryPlan[];
  generated: GeneratedShape | null;
}

function compileQuery(
  planned: DocumentNode,
  { operation: original, names }: NamedOperation,
  scope: OperationScope,
): CompiledPlan {
  const operation = planned.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION) ?? original;
  const named = { document: planned, operation, names };
  const { shape, isNew } = shapeOf(prepare(named, scope), named, scope);
  const generated = operation.operation === "query" ? shape.generated : null;
  // The shape stays as long as the operation.
  const run: Step = (execution) => shape.run(execution);
  const compileRun = (planScope: PlanScope) => compilePlan(shape.plan, planScope);
  return { plan: shape.plan, run, compileRun, newPlans: isNew ? [shape.plan] : [], generated };
}

/** The plan of a prepared document, compiled once for all documents of its shape. */
function shapeOf(
  prepared: DocumentNode,
  { operation, names }: NamedOperation,
  scope: OperationScope,
): { shape: PlannedShape; isNew: boolean } {
  const { value: shape, isNew } = scope.shapes.find(print(prepared), (text) => {
    const plan = planOf(text, scope);
    const root = scope.publicSchema.getRootType(operation.operation)!;
    const aliases = new Map([...names.clientKeys.keys()].map((planKey, number) => [planKey, number]));
    const make = () => generatePlan({ plan, text, root, aliases }, scope);
    const generated = new GeneratedShape(make, scope.generatingUse);
    return { plan, run: compilePlan(plan, scope), generated };
  });
  return { shape, isNew };
}

/** Throws QUERY_TOO_COMPLEX for the few combinations that the planner refuses. */
function planOf(text: string, { planner, required }: OperationScope): QueryPlan {
  try {
    return restoreRequiredFields(planner.plan(text, undefined, new Set(), 0), required);
  } catch (cause) {
    const message = "This combination of fields cannot be planned. Split it into two documents.";
    throw new DomainError("QUERY_TOO_COMPLEX", message, {}, { cause });
  }
}

/**
 * Root fields of a mutation run one after the other, each once, in the order of the specification, whatever
 * fragments and repetitions they were written with. So each is planned separately.
 */
function compileMutation(
  { document, operation, names }: NamedOperation,
  root: GraphQLObjectType,
  scope: OperationScope,
): CompiledPlan {
  const fragments = fragmentsOf(document);
  const newPlans: QueryPlan[] = [];
  const shapes: PlannedShape[] = [];
  const fields = collectFields([operation.selectionSet], root, { schema: scope.publicSchema, fragments });
  let generated: GeneratedShape | null = null;
  for (const occurrences of fields.values()) {
    if (occurrences[0]!.node.name.value === "__typename") continue;
    const selectionSet = selectionSetOf([mergeField(occurrences)]);
    const single: OperationDefinitionNode = { ...operation, selectionSet };
    const whole: DocumentNode = { kind: Kind.DOCUMENT, definitions: [single, ...fragments.values()] };
    const named = { document: whole, operation: single, names };
    const { shape, isNew } = shapeOf(prepare(named, scope), named, scope);
    if (isNew) newPlans.push(shape.plan);
    // One field alone is run as a query's.
    if (fields.size === 1) ({ generated } = shape);
    shapes.push(shape);
  }
  const nodes = shapes.flatMap(({ plan }) => plan.node ?? []);
  return {
    plan: { kind: "QueryPlan", node: { kind: "Sequence", nodes } },
    run: runInOrder(shapes.map((shape) => (execution) => shape.run(execution))),
    compileRun: (planScope) => runInOrder(shapes.map(({ plan }) => compilePlan(plan, planScope))),
    newPlans,
    generated,
  };
}

function runInOrder(steps: readonly Step[]): Step {
  return async (execution) => {
    startDeadline(execution);
    for (const step of steps) {
      await step(execution);
      checkDeadline(execution);
    }
  };
}

function fragmentsOf(document: DocumentNode): Map<string, FragmentDefinitionNode> {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const node of document.definitions) {
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);
  }
  return fragments;
}
