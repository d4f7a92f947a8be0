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
import { knowOperation, type KnownOperation } from "./known-operation.ts";
import type { PlanningQueue } from "./planning-queue.ts";
import type { DocumentCache, ReadDocument } from "./document-cache.ts";
import { refuseUnreadableApp, type CallSource } from "../http/call.ts";
import { addressKey } from "../limits/address-key.ts";
import type { Limits, Use } from "../limits/limits.ts";
import { rootUses } from "../limits/root-uses.ts";
import { refuseComplex, measureOnce, type DocumentComplexity } from "../complexity/document-complexity.ts";
import type { GraphQLParams } from "./read-request.ts";
import { RequestRefusal } from "./refusals.ts";
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
  judge?(operation: OperationDefinitionNode): void;
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
  const read = known ? { document: known, errors: null } : documents.findReady({ text, operationName });
  if (!read) return openNew(params, options, operationRequest);
  if (read.document && read.known) return openKnown(read.document, read.known, params, operationRequest);
  const chosen = chooseOperation(read, params, options, operationRequest);
  refuseComplex(chosen.weight);
  const counted = countUses(chosen, params, options, operationRequest);
  const open = (): OpenedOperation => {
    const opened = admit(chosen, params, options, operationRequest);
    const remembered = read.document && knowOperation({ ...chosen, plan: opened.plan }, options);
    if (remembered) read.known = remembered;
    return opened;
  };
  return isPromise(counted) ? counted.then(open) : open();
}

/** The same checks in the same order, for an operation of which all is known that does not depend on the request. */
function openKnown(
  document: DocumentNode,
  known: KnownOperation,
  { variables }: GraphQLParams,
  operationRequest: OperationRequest,
): MaybePromise<OpenedOperation> {
  const { operation, roots, plan } = known;
  operationRequest.judge?.(operation);
  const { call } = operationRequest;
  const open = (): OpenedOperation => {
    const refusal = call && roots ? refuseAllOf(roots, variables, call) : null;
    if (!refusal) refuseFaults(known.check, variables);
    return { document, operation, plan, refusal };
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
  const open = (read: ReadDocument): OpenedOperation => {
    const chosen = chooseOperation(read, params, options, operationRequest);
    refuseComplex(chosen.weight);
    return admit(chosen, params, options, operationRequest);
  };
  const name = `${operationName ?? ""} ${text}`;
  // Many first requests for one document are one piece of work.
  for (let underWay = cold.whenDone(name); underWay; underWay = cold.whenDone(name)) {
    await underWay;
    const ready = documents.findReady(choice);
    if (ready) return open(ready);
  }
  const openCold = () => {
    const read = documents.read(choice, parsed.document);
    const opened = open(read);
    documents.markReady(choice, read, opened.plan.estimatedBytes);
    return opened;
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
  operationRequest.judge?.(operation);
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

/** Checks access to the root fields, then the input, then plans. */
function admit(
  { document, operation }: ChosenOperation,
  { operationName, variables }: GraphQLParams,
  { executor, facts }: AdmissionOptions,
  { call }: OperationRequest,
): OpenedOperation {
  const chosen = { document, operation };
  const refusal = call ? refuseRoots(executor.publicSchema, facts, chosen, variables, call) : null;
  if (!refusal) checkInput(executor.publicSchema, facts, chosen, variables);
  return { document, operation, plan: executor.prepare({ document, operationName }), refusal };
}

/** An operation that came with a call. `judge` throws when the door does not accept operations of this kind. */
export function operationRequestOf(
  call: CallContext,
  source: Pick<CallSource, "ip">,
  limits: Limits,
  judge?: OperationRequest["judge"],
): OperationRequest {
  return new CallOperation(call, source, limits, judge);
}

/** Most documents are known, so what only new ones need is made on demand. */
class CallOperation implements OperationRequest {
  readonly call: CallContext;
  readonly judge?: (operation: OperationDefinitionNode) => void;
  readonly #source: Pick<CallSource, "ip">;
  readonly #limits: Limits;

  constructor(
    call: CallContext,
    source: Pick<CallSource, "ip">,
    limits: Limits,
    judge: OperationRequest["judge"],
  ) {
    this.call = call;
    if (judge) this.judge = judge;
    this.#source = source;
    this.#limits = limits;
  }

  /**
   * New documents wait in one queue per principal, and requests without a credential in the queue of their address,
   * which is the /64 network for IPv6.
   */
  get key(): string {
    const { kind, id } = this.call.principal;
    return kind === "anonymous" ? `address ${addressKey(this.#source.ip)}` : `${kind} ${id}`;
  }

  get signal(): AbortSignal | undefined {
    return this.call.signal;
  }

  count(uses: readonly Use[]): MaybePromise<void> {
    const { call } = this;
    const counted = this.#limits.count(call, uses);
    if (!call.appFault) return counted;
    const refuse = () =>
      refuseUnreadableApp(
        call,
        uses.map(({ access }) => access),
      );
    return isPromise(counted) ? counted.then(refuse) : refuse();
  }
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

function unknownOperation(): RequestRefusal {
  const message = "operationName must be the name of an operation in the document.";
  const extensions = { code: "GRAPHQL_VALIDATION_FAILED", details: {}, http: { status: 400 } };
  return new RequestRefusal(400, [{ message, extensions }], false);
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
