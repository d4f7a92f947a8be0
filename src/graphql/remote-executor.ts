import {
  GraphQLError,
  Kind,
  OperationTypeNode,
  print,
  type DocumentNode,
  type ExecutionResult,
  type GraphQLFormattedError,
} from "graphql";
import type { CallContext, Meter } from "../context.ts";
import { DomainError } from "../errors.ts";
import { addMeter, printFacts } from "./call-envelope.ts";
import { foreignErrors } from "./foreign/foreign-errors.ts";
import { printVariables } from "./frames/packed-rows.ts";
import { headersFor } from "./foreign/propagated-headers.ts";
import { currentTracing } from "../observability/tracing.ts";
import { isDeeperThan, maxDepth } from "../text/json-depth.ts";
import type { SubgraphRequest } from "./local-executor.ts";
import { Deadlines } from "../concurrency/deadlines.ts";
import type { PrintedDocument, SubgraphAnswer, SubgraphPost } from "./pending-post.ts";
import { SharedRequest, SharedRequests } from "./shared-requests.ts";
import { SubgraphConnection, writeTimeoutMs, type SubgraphAddress } from "./subgraph-connection.ts";

export interface RemoteSubgraph extends SubgraphAddress {
  /** Total time limit of a request, including waiting for a connection and retries; one minute for a read. */
  deadlineMs?: number;
}

interface Reply {
  data?: Record<string, unknown> | null;
  errors?: GraphQLFormattedError[];
  extensions?: { meter?: Meter };
}

/**
 * Executes documents on a subgraph in another process, with timeouts and a deadline, until the client
 * disconnects. Concurrent identical reads of one principal share one request; each gets its own result. A
 * subgraph that does not respond, or not in GraphQL, is SERVICE_UNAVAILABLE.
 */
export function createRemoteExecutor(
  options: RemoteSubgraph,
): (request: SubgraphRequest) => Promise<ExecutionResult> {
  const { name, protocol = "platform", hasFrames = false } = options;
  const describe = describeOnce();
  const ask = createAsk(options);
  return async ({ document, variables, operationName, call }) => {
    const facts = describe(document);
    const { isRead, rootKeys } = facts;
    const trace = currentTracing()?.carrier() ?? null;
    const post = {
      document: facts,
      variables,
      printedVariables: hasFrames ? printVariables(variables) : JSON.stringify(variables),
      operationName,
      isRead,
      call,
      trace,
    };
    try {
      const reply = await ask(post);
      refuseOtherAnswer(reply, rootKeys);
      if (protocol === "graphql") return toForeignResult(reply, name);
      if (reply.extensions?.meter) addMeter(call.meter, reply.extensions.meter);
      return toResult(reply);
    } catch (cause) {
      const message = `The ${name} subgraph does not respond. Try again later.`;
      throw new DomainError("SERVICE_UNAVAILABLE", message, {}, { cause });
    }
  };
}

/**
 * Counts the writes of this process that any subgraph has answered. A read that starts after one must see it, so it
 * does not join a read that may have started before.
 */
let answeredWrites = 0;

const readDeadlineMs = 60_000;
const writeDeadlineMs = writeTimeoutMs + 5_000;

function createAsk(options: RemoteSubgraph): (post: SubgraphPost) => Promise<Reply> {
  const { headers = [] } = options;
  const readDeadlines = new Deadlines(options.deadlineMs ?? readDeadlineMs);
  const writeDeadlines = new Deadlines(options.deadlineMs ?? writeDeadlineMs);
  const sharedBy = (call: CallContext) =>
    headers.length === 0 ? printFacts(call) : printFacts(call) + JSON.stringify(headersFor(call, headers));
  const connection = new SubgraphConnection(options);
  const reads = new SharedRequests<SubgraphAnswer>(readDeadlines);
  const sendAlone = async (post: SubgraphPost) => {
    const request = new SharedRequest(connection.send(post), post.isRead ? readDeadlines : writeDeadlines);
    return readReply(await request.wait(post.call.signal));
  };
  const sendShared = async (post: SubgraphPost) => {
    const { document, printedVariables: variables, operationName } = post;
    // Documents of one operation have no name to choose by.
    const asker =
      operationName === undefined ? sharedBy(post.call) : `${operationName} ${sharedBy(post.call)}`;
    const question = { asker, writes: answeredWrites, document: document.text, variables };
    const { request, isFirst } = reads.join(question, () => connection.send(post));
    const answer = await request.wait(post.call.signal);
    const reply = readReply(answer);
    return isFirst || !isPersonal(answer, reply) ? reply : sendAlone(post);
  };
  const sendWrite = (post: SubgraphPost) =>
    sendAlone(post).finally(() => {
      answeredWrites += 1;
    });
  return (post) => {
    if (!post.isRead) return sendWrite(post);
    return isShareable(post.call) ? sendShared(post) : sendAlone(post);
  };
}

/** A request with an idempotency key is unique. */
function isShareable(call: CallContext): boolean {
  return call.idempotencyKey === null;
}

/**
 * True for a response that only the request that sent it may get: a charged one, since each request pays for
 * its own, or one with its request id.
 */
function isPersonal({ text, requestId }: SubgraphAnswer, { errors, extensions }: Reply): boolean {
  if ((extensions?.meter?.chargedHundredths ?? 0) > 0) return true;
  return errors !== undefined && text.includes(requestId);
}

interface DocumentFacts extends PrintedDocument {
  isRead: boolean;
  /** The keys that every response has: root fields without conditions. */
  rootKeys: readonly string[];
}

function describeOnce(): (document: DocumentNode) => DocumentFacts {
  const known = new WeakMap<DocumentNode, DocumentFacts>();
  return (document) => {
    let facts = known.get(document);
    if (!facts) {
      const isRead = document.definitions.every(
        (node) => node.kind !== Kind.OPERATION_DEFINITION || node.operation === OperationTypeNode.QUERY,
      );
      const text = print(document);
      const printed = JSON.stringify(text);
      known.set(document, (facts = { text, printed, isRead, rootKeys: rootKeysOf(document) }));
    }
    return facts;
  };
}

/** Empty for a document with several operations, of which each request selects one. */
function rootKeysOf({ definitions }: DocumentNode): string[] {
  const [operation, ...others] = definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
  if (!operation || others.length > 0) return [];
  return operation.selectionSet.selections.flatMap((field) =>
    field.kind === Kind.FIELD && !field.directives?.length ? [(field.alias ?? field.name).value] : [],
  );
}

/** Throws for a response to a different document: one without errors that lacks the requested root fields. */
function refuseOtherAnswer({ data, errors }: Reply, rootKeys: readonly string[]): void {
  if (errors || !data) return;
  for (const key of rootKeys) {
    if (data[key] === undefined) throw new Error(`answered without ${key}`);
    if (key === "_entities" && !Array.isArray(data[key]))
      throw new Error("answered entities that are no list");
  }
}

function readReply({ statusCode, text }: SubgraphAnswer): Reply {
  if (isDeeperThan(text, maxDepth)) throw new Error(`answered with more than ${maxDepth} levels of nesting`);
  const reply = JSON.parse(text) as Reply;
  // A response that is not GraphQL is a refusal of this process as a client, which must not be shown to our
  // clients.
  if (!reply.data && !reply.errors) throw new Error(`answered ${statusCode} without data and errors`);
  return reply;
}

/** A subgraph of someone else charges nothing, and its errors are not those of the platform. */
function toForeignResult({ data, errors }: Reply, name: string): ExecutionResult {
  const shown = foreignErrors(errors, name);
  return { ...(data === undefined ? {} : { data }), ...(shown ? { errors: shown } : {}) };
}

function toResult({ data, errors }: Reply): ExecutionResult {
  return {
    ...(data === undefined ? {} : { data }),
    ...(errors
      ? {
          errors: errors.map(
            ({ message, path, extensions }) =>
              new GraphQLError(message, { path: path ?? null, extensions: extensions ?? null }),
          ),
        }
      : {}),
  };
}
