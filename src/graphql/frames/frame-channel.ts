import type { Duplex } from "node:stream";
import { printFacts } from "../call-envelope.ts";
import type { PendingPost } from "../pending-post.ts";
import type { AnswerWay } from "../subgraph-answers.ts";
import { FrameReader, frameKinds, printSealedFrame, ProtocolError, type FrameKind } from "./frame-format.ts";
import { frameLimits, readLines, tooLargeStatus } from "./frame-messages.ts";
import type { FrameSeal } from "./frame-seal.ts";
import { NumberedTexts } from "./numbered-texts.ts";

/** Bytes that may wait for the other side to read; beyond them requests take another way. */
const maxUnsentBytes = 4 * 1024 * 1024;
/** Text of one frame, in characters. A character has at most 3 bytes. */
const maxFrameLength = 256 * 1024;

const pingAfterMs = 5_000;
const deadAfterMs = 15_000;
const tickMs = 1_000;

export interface ChannelOptions {
  seal: FrameSeal;
  maxAnswerBytes: number;
  way: AnswerWay;
  /** Called once, when nothing more can be sent. */
  whenLeft: () => void;
}

interface Waiting {
  id: number;
  pending: PendingPost;
  /** When the request has taken too long. */
  until: number;
  timeoutMs: number;
}

/** An open session with a subgraph: many requests are under way at a time, and responses come in any order. */
export class FrameChannel {
  readonly #socket: Duplex;
  readonly #options: ChannelOptions;
  readonly #documents = new NumberedTexts(frameLimits.documents);
  readonly #callers = new NumberedTexts(frameLimits.callers);
  /** By id modulo its length. No id is used twice, so a late response meets no other request. */
  readonly #waiting: (Waiting | null)[] = Array.from({ length: frameLimits.openRequests }, () => null);
  readonly #reader: FrameReader;
  readonly #timer: NodeJS.Timeout;
  #count = 0;
  #lastId = 0;
  #isLeaving = false;
  #hasEnded = false;
  #receivedAt = performance.now();
  #sentAt = performance.now();
  #tickedAt = performance.now();

  /** `head` has the bytes that came after the session's opening. */
  constructor(socket: Duplex, options: ChannelOptions) {
    this.#socket = socket;
    this.#options = options;
    this.#reader = new FrameReader(options.maxAnswerBytes + 1024, (kind, body) => this.#take(kind, body));
    socket.on("data", (chunk: Buffer) => this.#read(chunk));
    socket.on("error", (error) => this.#fail(error));
    socket.on("close", () => this.#fail(closedBy("The connection to the subgraph was closed.")));
    this.#timer = setInterval(() => this.#tick(), tickMs).unref();
  }

  /** Requests without a response. */
  get underWay(): number {
    return this.#count;
  }

  /** False from the moment on at which it takes no more requests. */
  get isOpen(): boolean {
    return !this.#isLeaving;
  }

  /** Sends posts in one frame, or in few; returns those that it does not take. */
  send(posts: readonly PendingPost[], timeoutMsOf: (pending: PendingPost) => number): PendingPost[] {
    const left: PendingPost[] = [];
    let entries = "";
    for (const pending of posts) {
      const entry = this.#isFull() ? null : this.#print(pending);
      if (entry === null) {
        left.push(pending);
        continue;
      }
      if (entries !== "" && entries.length + entry.length > maxFrameLength) {
        this.#write(frameKinds.requests, `[${entries}]`);
        entries = "";
      }
      entries += entries === "" ? entry : `,${entry}`;
      this.#await(pending, timeoutMsOf(pending));
    }
    if (entries !== "") this.#write(frameKinds.requests, `[${entries}]`);
    return left;
  }

  /** Sends no more, and closes the connection after the last response. */
  leave(): void {
    if (this.#isLeaving) return;
    this.#isLeaving = true;
    this.#options.whenLeft();
    this.#endWhenDone();
  }

  #isFull(): boolean {
    return (
      this.#isLeaving ||
      this.#count >= frameLimits.openRequests ||
      this.#socket.writableLength > maxUnsentBytes
    );
  }

  /** The next request as text, after what it refers to; null for one that is too long for a frame. */
  #print({ post }: PendingPost): string | null {
    const { call, document, printedVariables: variables, operationName, trace } = post;
    const facts = printFacts(call);
    const { text } = document;
    const isWithinBounds =
      variables.length <= maxFrameLength / 2 &&
      text.length <= frameLimits.documentLength &&
      facts.length <= frameLimits.callerLength;
    if (!isWithinBounds) return null;
    let definitions = "";
    const numbered = this.#documents.find(text);
    if (numbered.isNew) definitions = `["d",${numbered.number},${document.printed}],`;
    let caller = facts;
    // The key of one request is of no use to another.
    if (call.idempotencyKey === null) {
      const { number, isNew } = this.#callers.find(facts);
      if (isNew) definitions += `["c",${number},${facts}],`;
      caller = String(number);
    }
    const id = this.#nextId();
    const name = operationName === undefined ? null : JSON.stringify(operationName);
    const rest = trace ? `,${name},${JSON.stringify(trace)}` : name === null ? "" : `,${name}`;
    const requestId = JSON.stringify(call.requestId);
    return `${definitions}[${id},${numbered.number},${caller},${requestId},${variables}${rest}]`;
  }

  /** There is a free place: fewer requests are open than there are places. */
  #nextId(): number {
    const { length } = this.#waiting;
    do this.#lastId += 1;
    while (this.#waiting[this.#lastId % length]);
    return this.#lastId;
  }

  #await(pending: PendingPost, timeoutMs: number): void {
    const id = this.#lastId;
    this.#waiting[id % this.#waiting.length] = {
      id,
      pending,
      until: performance.now() + timeoutMs,
      timeoutMs,
    };
    this.#count += 1;
    const cancel = (): void => this.#cancel(id);
    pending.whenCancelled = cancel;
  }

  #cancel(id: number): void {
    if (!this.#finish(id)) return;
    this.#write(frameKinds.cancel, String(id));
    this.#endWhenDone();
  }

  /** Takes a request off the list; null when it is not there any more. */
  #finish(id: number): PendingPost | null {
    const place = id % this.#waiting.length;
    const waiting = this.#waiting[place];
    if (waiting?.id !== id) return null;
    this.#waiting[place] = null;
    this.#count -= 1;
    return waiting.pending;
  }

  #write(kind: FrameKind, text: string): void {
    if (this.#hasEnded) return;
    this.#sentAt = performance.now();
    const { seal } = this.#options;
    this.#socket.write(printSealedFrame(kind, text, (body) => seal.next(kind, body)));
  }

  #read(chunk: Buffer): void {
    this.#receivedAt = performance.now();
    try {
      this.#reader.read(chunk);
    } catch (error) {
      this.#fail(error as Error);
    }
  }

  #take(kind: number, body: Buffer): void {
    if (kind === frameKinds.answers) {
      readLines(body, this.#answer);
      this.#endWhenDone();
    } else if (kind === frameKinds.leaving) this.leave();
    else if (kind !== frameKinds.pong) throw new ProtocolError("A subgraph sent a frame of an unknown kind.");
  }

  readonly #answer = (id: number, statusCode: number, text: string): void => {
    const pending = this.#finish(id);
    if (statusCode !== tooLargeStatus) pending?.succeed(statusCode, text);
    else pending?.fail(new Error(`The response is larger than ${this.#options.maxAnswerBytes} bytes.`));
  };

  #endWhenDone(): void {
    if (!this.#isLeaving || this.#count > 0 || this.#hasEnded) return;
    this.#end();
    this.#socket.end();
  }

  #end(): void {
    this.#hasEnded = true;
    clearInterval(this.#timer);
  }

  /** The connection is lost. Reads may be sent once more, writes may not: they may have been run. */
  #fail(error: Error): void {
    if (this.#hasEnded) return;
    this.#end();
    this.#socket.destroy();
    if (!this.#isLeaving) this.#options.whenLeft();
    this.#isLeaving = true;
    const { way } = this.#options;
    const failure = error instanceof ProtocolError ? closedBy(error.message) : error;
    const hasOther = way.hasOther(failure);
    for (const waiting of this.#waiting) {
      if (!waiting) continue;
      const pending = this.#finish(waiting.id)!;
      if (pending.mayBeSentAgainAfter(failure, { hasOther })) way.sendAgain(pending, failure);
      else pending.fail(failure);
    }
  }

  #tick(): void {
    const now = performance.now();
    // A process that stood still has not read what arrived.
    if (now - this.#tickedAt > 3 * tickMs) this.#receivedAt = now;
    this.#tickedAt = now;
    if (now - this.#receivedAt > deadAfterMs) {
      return this.#fail(closedBy("The subgraph sent nothing for too long."));
    }
    if (now - this.#sentAt >= pingAfterMs || now - this.#receivedAt >= pingAfterMs)
      this.#write(frameKinds.ping, "");
    for (const waiting of this.#waiting) {
      if (waiting && waiting.until <= now) {
        waiting.pending.cancel(new Error(`The subgraph did not respond within ${waiting.timeoutMs} ms.`));
      }
    }
  }
}

/** As when a connection ends: see `isConnectionFailure`. */
function closedBy(message: string): Error {
  return Object.assign(new Error(message), { code: "ECONNRESET" });
}
