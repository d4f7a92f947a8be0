import type { CallContext } from "../context.ts";
import type { TraceCarrier } from "../observability/tracing.ts";
import type { Outcome, Sent } from "./shared-requests.ts";

/** A GraphQL request as it is sent: `isRead` when it writes nothing, so that sending it twice is sending it once. */
export interface SubgraphPost {
  document: PrintedDocument;
  variables: Record<string, unknown>;
  /** The variables as text: as a frame has them where the subgraph has frames, otherwise JSON. */
  printedVariables: string;
  operationName?: string | undefined;
  isRead: boolean;
  call: CallContext;
  /** Trace context of the fetch; null while tracing is off. */
  trace?: TraceCarrier | null;
}

/** A document's text, and the same as a JSON string. */
export interface PrintedDocument {
  text: string;
  printed: string;
}

/** The body of a request over HTTP. */
export function bodyOf({ document, variables, operationName }: SubgraphPost): string {
  const named = operationName === undefined ? "" : `,"operationName":${JSON.stringify(operationName)}`;
  return `{"query":${document.printed},"variables":${JSON.stringify(variables)}${named}}`;
}

/** A subgraph's response as text: each reader parses its own result from it. */
export interface SubgraphAnswer {
  statusCode: number;
  text: string;
  /** The call that it was sent for. */
  requestId: string;
}

/** A post that is settled once: by its answer, by a failure, or by being cancelled. */
export class PendingPost implements Sent<SubgraphAnswer> {
  readonly post: SubgraphPost;
  /** Called when it is cancelled, with the reason. */
  whenCancelled: ((reason: Error) => void) | null = null;
  #retriesLeft: number;
  #outcome: Outcome<SubgraphAnswer> | null = null;
  #early: ((outcome: Outcome<SubgraphAnswer>) => void) | null = null;
  #isSettled = false;

  constructor(post: SubgraphPost, retries = 1) {
    this.post = post;
    this.#retriesLeft = retries;
  }

  get isSettled(): boolean {
    return this.#isSettled;
  }

  listen(outcome: Outcome<SubgraphAnswer>): void {
    this.#outcome = outcome;
    this.#early?.(outcome);
  }

  succeed(statusCode: number, text: string): void {
    const answer = { statusCode, text, requestId: this.post.call.requestId };
    this.#settle((outcome) => outcome.succeed(answer));
  }

  fail(error: Error): void {
    this.#settle((outcome) => outcome.fail(error));
  }

  cancel(reason: Error): void {
    this.fail(reason);
    this.whenCancelled?.(reason);
  }

  /**
   * True while retries are left, when the connection of a read fails. It is unknown whether a written request has been
   * read, but a read may be retried anyway (RFC 9110, 9.2.2). A write may be retried when nothing was sent, for
   * lack of a connection, and another process is available.
   */
  mayBeSentAgainAfter(failure: Error, { hasOther }: { hasOther: boolean }): boolean {
    if (this.isSettled || this.#retriesLeft === 0) return false;
    const isSafe = this.post.isRead ? isConnectionFailure(failure) : hasOther && wasNeverSent(failure);
    if (isSafe) this.#retriesLeft -= 1;
    return isSafe;
  }

  #settle(tell: (outcome: Outcome<SubgraphAnswer>) => void): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    if (this.#outcome) tell(this.#outcome);
    else this.#early = tell;
  }
}

/**
 * Failures to connect, and connections that ended before the head of a response: mostly a keep-alive connection
 * that the other side closed at that moment. Response timeouts are not among them: a slow process is not
 * retried.
 */
const connectFailures = new Set([
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EAI_AGAIN",
  "ENOTFOUND",
  "UND_ERR_CONNECT_TIMEOUT",
]);
const laterFailures = new Set(["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"]);

/** True when the connection could not be made, or ended. */
export function isConnectionFailure(cause: unknown): boolean {
  return wasNeverSent(cause) || laterFailures.has(codeOf(cause));
}

/** True when there was no connection yet on which anything could have been sent. */
function wasNeverSent(cause: unknown): boolean {
  return connectFailures.has(codeOf(cause));
}

function codeOf(cause: unknown): string {
  return String((cause as { code?: unknown } | null)?.code);
}
