import {
  getOperationAST,
  type DocumentNode,
  type ExecutionResult,
  type GraphQLFormattedError,
  type OperationDefinitionNode,
} from "graphql";
import { withoutTaxNumbers } from "../../src/access/mask-input.ts";
import type { CallContext } from "../../src/context.ts";
import { isPromise, type MaybePromise } from "../../src/concurrency/maybe-promise.ts";
import type { GraphExecutor, OperationPlan } from "../execution/graph-executor.ts";
import type { SupergraphFacts } from "../schema/supergraph-facts.ts";
import { refuseAllOf, refuseRoots } from "./admit-roots.ts";
import { checkInput, refuseFaults } from "./check-input.ts";
import { headOf, knowOperation, type OperationHead, type KnownOperation } from "./known-operation.ts";
import { planInTurn } from "./plan-in-turn.ts";
import type { PlanningQueue } from "./planning-queue.ts";
import type { DocumentCache, ReadDocument } from "./document-cache.ts";
import type { Use } from "../limits/limits.ts";
import { rootUses } from "../limits/root-uses.ts";
import { refuseComplex, measureOnce, type DocumentComplexity } from "../complexity/document-complexity.ts";
import type { GraphQLParams } from "./read-request.ts";
import { RequestRefusal, unknownOperation } from "./refusals.ts";
import type { TrustedDocuments } from "./trusted-documents.ts";

export interface AdmissionOptions {
  executor: GraphExecutor;
  facts: SupergraphFacts;
  documents: DocumentCache;
  /** Queue of documents that were not seen before. */
  cold: PlanningQueue;
  /** Documents that have ids; null when none have. */
  trusted: TrustedDocuments | null;
  /** False in production: no introspection, no "did you mean". */
  isOpenToExploring: boolean;
}

/** On whose behalf an operation is opened. */
export interface OperationRequest {
  /** The principal, or the address of a client without a credential: new documents wait in one queue per key. */
  key: string;
  /** The request of the operation; without it, every root field is admitted. */
  call?: CallContext;
  signal?: AbortSignal | undefined;
  /** Counts what the operation does, before its input is validated; throws when that is beyond a limit. */
  count?(uses: readonly Use[]): MaybePromise<void>;
  /** Throws when the door does not accept operations of this kind. */
  judge?(operation: OperationHead): void;
}

/** An operation that may run. */
export interface OpenedOperation {
  document: DocumentNode;
  operation: OperationDefinitionNode;
  plan: OperationPlan;
  /**
   * The response when the principal may use none of its root fields, before any input is validated; null
   * otherwise.
   */
  refusal: ExecutionResult | null;
}

/**
 * The operation that the parameters name, for every door: a known document immediately, a new one after its
 * turn in the queue. Order of checks: the document's names and complexity, rate limits, access to the root
 * fields, variables and literals. Only then is it planned. Throws a RequestRefusal or a DomainError.
 */
export function openOperation(
  params: GraphQLParams,
  options: AdmissionOptions,
  operationRequest: OperationRequest,
): MaybePromise<OpenedOperation> {
  const { trusted, documents } = options;
  const { documentId, query: text, operationName } = params;
  const known = documentId === undefined ? trusted?.byText(text) : trusted?.byId(documentId);
  const read: ReadDocument | null = known
    ? { document: known, errors: null, isReady: true, known: null }
    : documents.findReady({ text, operationName });
  if (!read) return openNew(params, options, operationRequest);
  if (read.document && read.known) return openKnown(read, read.known, params, options, operationRequest);
  const chosen = chooseOperation(read, params, options, operationRequest);
  refuseComplex(chosen.weight);
  const counted = countUses(chosen, params, options, operationRequest);
  const open = (): MaybePromise<OpenedOperation> => {
    const refusal = admit(chosen, params, options, operationRequest);
    const plan = planOf(read, params, options, operationRequest);
    if (isPromise(plan)) return plan.then((found) => finishOpening(read, chosen, found, refusal, options));
    return finishOpening(read, chosen, plan, refusal, options);
  };
  return isPromise(counted) ? counted.then(open) : open();
}

function finishOpening(
  read: ReadDocument,
  { document, operation, weight }: ChosenOperation,
  plan: OperationPlan,
  refusal: ExecutionResult | null,
  options: AdmissionOptions,
): OpenedOperation {
  const remembered = read.document && knowOperation({ document, operation, weight, plan }, options);
  if (remembered) read.known = remembered;
  return { document, operation, plan, refusal };
}

type ValidDocument = Extract<ReadDocument, { errors: null }>;

/** The plan for these variables. A variant that is new makes the entry of its document larger. */
function planOf(
  read: ReadDocument,
  { documentId, query: text, operationName, variables }: GraphQLParams,
  options: AdmissionOptions,
  operationRequest: OperationRequest,
): MaybePromise<OperationPlan> {
  const { document } = read as ValidDocument;
  const choice = { document, operationName, variables };
  const { documents, executor } = options;
  const ready = executor.prepared(choice);
  if (ready) return ready;
  return planInTurn(choice, options, {
    name: documentId ?? text,
    key: operationRequest.key,
    signal: operationRequest.signal,
    onPlanned: ({ estimatedBytes }) => documents.grow({ text, operationName }, read, estimatedBytes),
  });
}

/** The same checks in the same order, for an operation of which all is known that does not depend on the request. */
function openKnown(
  read: ValidDocument,
  known: KnownOperation,
  params: GraphQLParams,
  options: AdmissionOptions,
  operationRequest: OperationRequest,
): MaybePromise<OpenedOperation> {
  const { document } = read;
  const { variables } = params;
  const { operation, roots } = known;
  operationRequest.judge?.(known);
  const { call } = operationRequest;
  const open = (): MaybePromise<OpenedOperation> => {
    const refusal = call && roots ? refuseAllOf(roots, variables, call) : null;
    if (!refusal) refuseFaults(known.check, variables);
    if (known.plan) return { document, operation, plan: known.plan, refusal };
    const plan = planOf(read, params, options, operationRequest);
    if (!isPromise(plan)) return { document, operation, plan, refusal };
    return plan.then((found) => ({ document, operation, plan: found, refusal }));
  };
  const counted = operationRequest.count?.(known.uses);
  return isPromise(counted) ? counted.then(open) : open();
}

interface ChosenOperation {
  document: DocumentNode;
  operation: OperationDefinitionNode;
  weight: DocumentComplexity;
}

/**
 * A document that was not seen before. It is counted as soon as it is parsed, and validated and planned after
 * its turn in the queue.
 */
async function openNew(
  params: GraphQLParams,
  options: AdmissionOptions,
  operationRequest: OperationRequest,
): Promise<OpenedOperation> {
  const { documents, cold } = options;
  const { query: text, operationName } = params;
  const choice = { text, operationName };
  const parsed = chooseOperation(documents.parse(choice), params, options, operationRequest);
  await countUses(parsed, params, options, operationRequest);
  const open = (read: ReadDocument) => {
    const chosen = chooseOperation(read, params, options, operationRequest);
    refuseComplex(chosen.weight);
    return { ...chosen, refusal: admit(chosen, params, options, operationRequest) };
  };
  const name = `${operationName ?? ""} ${text}`;
  // Many first requests for one document are one piece of work.
  for (let underWay = cold.whenDone(name); underWay; underWay = cold.whenDone(name)) {
    await underWay;
    const ready = documents.findReady(choice);
    if (ready) {
      const opened = open(ready);
      return { ...opened, plan: await planOf(ready, params, options, operationRequest) };
    }
  }
  const openCold = (): OpenedOperation => {
    const read = documents.read(choice, parsed.document);
    const opened = open(read);
    const { variables } = params;
    const plan = options.executor.prepare({ document: opened.document, operationName, variables });
    documents.markReady(choice, read, plan.estimatedBytes);
    return { ...opened, plan };
  };
  return cold.runNamed(name, operationRequest.key, openCold, operationRequest.signal);
}

/** The operation that is meant, with its weight. The document need not be validated yet. */
function chooseOperation(
  read: ReadDocument,
  { operationName, variables }: GraphQLParams,
  options: AdmissionOptions,
  operationRequest: OperationRequest,
): ChosenOperation {
  const document = documentOf(read, options);
  const operation = getOperationAST(document, operationName);
  if (!operation) throw unknownOperation();
  operationRequest.judge?.(headOf(operation));
  const weight = measureOnce(options.executor.publicSchema, document, operation, variables);
  return { document, operation, weight };
}

function countUses(
  { operation, weight }: ChosenOperation,
  { variables }: GraphQLParams,
  { facts }: AdmissionOptions,
  operationRequest: OperationRequest,
): MaybePromise<void> {
  // Without root fields the document is not valid, and the door counts a refused request.
  if (weight.roots.length === 0) return;
  return operationRequest.count?.(rootUses(weight.roots, operation, variables, facts));
}

/** Checks access to the root fields, then the input. The response where access is refused. */
function admit(
  chosen: ChosenOperation,
  { variables }: GraphQLParams,
  { executor, facts }: AdmissionOptions,
  { call }: OperationRequest,
): ExecutionResult | null {
  const refusal = call ? refuseRoots(executor.publicSchema, facts, chosen, variables, call) : null;
  if (!refusal) checkInput(executor.publicSchema, facts, chosen, variables);
  return refusal;
}

function documentOf(read: ReadDocument, { isOpenToExploring }: AdmissionOptions): DocumentNode {
  if (read.document) return read.document;
  const code = read.phase === "parse" ? "GRAPHQL_PARSE_FAILED" : "GRAPHQL_VALIDATION_FAILED";
  throw new RequestRefusal(
    400,
    read.errors.map((error) => withCode(error, code, isOpenToExploring)),
    // No executor may meet such a name, so the request itself is refused, with either media type.
    read.phase === "names",
  );
}

function withCode(
  error: GraphQLFormattedError,
  code: string,
  isOpenToExploring: boolean,
): GraphQLFormattedError {
  const told = isOpenToExploring ? error.message : error.message.replace(/ Did you mean .*$/s, "");
  const message = withoutTaxNumbers(told);
  return { ...error, message, extensions: { code, details: {}, http: { status: 400 } } };
}
