import {
  getOperationAST,
  type DocumentNode,
  type GraphQLFormattedError,
  type OperationDefinitionNode,
} from "graphql";
import { withoutTaxNumbers } from "../../src/access/mask-input.ts";
import type { CallContext } from "../../src/context.ts";
import { isPromise, type MaybePromise } from "../../src/maybe-promise.ts";
import type { GraphExecutor, OperationPlan } from "../execute.ts";
import type { SupergraphFacts } from "../schema/supergraph-facts.ts";
import { checkVariables } from "./check-variables.ts";
import type { ColdQueue } from "./cold-queue.ts";
import type { DocumentCache, ReadDocument } from "./document-cache.ts";
import { refuseUnreadableApp, type CallSource } from "../http/call.ts";
import type { Limits, Use } from "../limits/limits.ts";
import { rootUses } from "../limits/root-uses.ts";
import { refuseHeavy, weighOnce, type DocumentWeight, type RootWeight } from "./limits.ts";
import type { GraphQLParams } from "./read-request.ts";
import { RequestRefusal } from "./refusals.ts";
import type { TrustedDocuments } from "./trusted-documents.ts";

export interface AdmissionOptions {
  executor: GraphExecutor;
  facts: SupergraphFacts;
  documents: DocumentCache;
  /** Where documents that were not seen before wait for their turn. */
  cold: ColdQueue;
  /** Documents that have ids; null when none have. */
  trusted: TrustedDocuments | null;
  /** False in production: no introspection, no "did you mean". */
  isOpenToExploring: boolean;
}

/** On whose behalf an operation is opened. */
export interface Opener {
  /** Who waits in line for new documents to be read. */
  key: string;
  signal?: AbortSignal | undefined;
  /** Counts what the operation does, before it may run; throws when that is beyond a limit. */
  count?(uses: readonly Use[]): MaybePromise<void>;
  /** Throws when the door does not take operations of this kind. */
  judge?(operation: OperationDefinitionNode): void;
}

/** An operation that may run. */
export interface OpenedOperation {
  document: DocumentNode;
  operation: OperationDefinitionNode;
  plan: OperationPlan;
}

/**
 * The operation that the parameters name, whatever door they came through: a known document at once, a new one when it
 * is its caller's turn. Its weight and its variables are judged before it is planned. Throws a RequestRefusal or a
 * DomainError.
 */
export function openOperation(
  params: GraphQLParams,
  options: AdmissionOptions,
  opener: Opener,
): MaybePromise<OpenedOperation> {
  const count = (opened: WeighedOperation): MaybePromise<OpenedOperation> => {
    const { roots, operation } = opened;
    const counted = opener.count?.(rootUses(roots, operation, params.variables, options.facts));
    return isPromise(counted) ? counted.then(() => opened) : opened;
  };
  const { trusted, documents } = options;
  const { documentId, query: text, operationName } = params;
  const known = documentId === undefined ? trusted?.byText(text) : trusted?.byId(documentId);
  const read = known ? { document: known, errors: null } : documents.findReady({ text, operationName });
  return read ? count(openRead(read, params, options, opener)) : openNew(params, options, opener).then(count);
}

interface WeighedOperation extends OpenedOperation {
  roots: readonly RootWeight[];
}

/** A document that was not seen before, in its caller's turn. */
async function openNew(
  params: GraphQLParams,
  options: AdmissionOptions,
  opener: Opener,
): Promise<WeighedOperation> {
  const { documents, cold } = options;
  const { query: text, operationName } = params;
  const choice = { text, operationName };
  const name = `${operationName ?? ""} ${text}`;
  // Many first requests for one document are one piece of work.
  for (let underWay = cold.whenDone(name); underWay; underWay = cold.whenDone(name)) {
    await underWay;
    const ready = documents.findReady(choice);
    if (ready) return openRead(ready, params, options, opener);
  }
  const openCold = () => {
    const read = documents.read(choice);
    const opened = openRead(read, params, options, opener);
    documents.markReady(choice, read, opened.plan.estimatedBytes);
    return opened;
  };
  return cold.runNamed(name, opener.key, openCold, opener.signal);
}

function openRead(
  read: ReadDocument,
  params: GraphQLParams,
  options: AdmissionOptions,
  opener: Opener,
): WeighedOperation {
  const { operationName } = params;
  const document = documentOf(read, options);
  const operation = getOperationAST(document, operationName);
  if (!operation) throw unknownOperation();
  opener.judge?.(operation);
  const { roots } = admitOperation({ document, operation }, params, options);
  const plan = options.executor.prepare({ document, operationName });
  return { document, operation, roots, plan };
}

/**
 * On whose behalf a call opens an operation. New documents wait in a line of their caller; callers without a credential
 * in that of their address.
 */
export function openerOf(call: CallContext, { ip }: Pick<CallSource, "ip">, limits: Limits): Opener {
  const { kind, id } = call.principal;
  return {
    key: kind === "anonymous" ? `address ${ip}` : `${kind} ${id}`,
    signal: call.signal,
    count: (uses) => {
      const counted = limits.count(call, uses);
      if (!call.appFault) return counted;
      const refuse = () =>
        refuseUnreadableApp(
          call,
          uses.map(({ access }) => access),
        );
      return isPromise(counted) ? counted.then(refuse) : refuse();
    },
  };
}

/** Judges an operation by its weight, which it answers, and its variables. Throws a DomainError. */
function admitOperation(
  { document, operation }: Pick<OpenedOperation, "document" | "operation">,
  { variables }: Pick<GraphQLParams, "variables">,
  { executor, facts }: Pick<AdmissionOptions, "executor" | "facts">,
): DocumentWeight {
  const weight = weighOnce(executor.publicSchema, document, operation, variables);
  refuseHeavy(weight);
  checkVariables(executor.publicSchema, facts, { document, operation }, variables);
  return weight;
}

function documentOf(read: ReadDocument, { isOpenToExploring }: AdmissionOptions): DocumentNode {
  if (read.document) return read.document;
  const code = read.phase === "parse" ? "GRAPHQL_PARSE_FAILED" : "GRAPHQL_VALIDATION_FAILED";
  throw new RequestRefusal(
    400,
    read.errors.map((error) => withCode(error, code, isOpenToExploring)),
    false,
  );
}

function unknownOperation(): RequestRefusal {
  const message = "operationName must name an operation of the document.";
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
