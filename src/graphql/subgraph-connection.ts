import { batchPath, printBatch, printEntry } from "./batch-format.ts";
import { signCall } from "./call-envelope.ts";
import { headersFor } from "./foreign/propagated-headers.ts";
import { graphqlPath } from "./subgraph-door.ts";
import { Exchange } from "./exchange.ts";
import { FrameLine } from "./frames/frame-line.ts";
import {
  bodyOf,
  isConnectionFailure,
  PendingPost,
  type SubgraphAnswer,
  type SubgraphPost,
} from "./pending-post.ts";
import type { Sent } from "./shared-requests.ts";
import { BatchAnswer, WholeAnswer, type AnswerWay } from "./subgraph-answers.ts";
import { SubgraphReplicas, type Replica } from "./subgraph-replicas.ts";

/** Where a subgraph is, and how to be let in. */
export interface SubgraphAddress {
  name: string;
  /** Base address; the graph is at `path` below it. Several processes of it with commas, or one name for all. */
  url: string;
  /** Default: `/graphql`. */
  path?: string;
  /** Secret that signs the call; null for a subgraph that does not receive the principal. */
  secret: string | null;
  /** `platform` (default): batches, streams and probes of this platform. `graphql`: GraphQL over HTTP, at one address. */
  protocol?: "platform" | "graphql";
  /** True for processes of this platform, which speak frames (decision 0073) besides HTTP. Default: false. */
  hasFrames?: boolean;
  /** Names of client headers that are sent along. Default: none. */
  headers?: readonly string[];
  /** Maximum retries of a read whose connection fails. Default: 1. */
  retries?: number;
  /** How long the subgraph may be silent. Default: 30 seconds, and longer for writes. */
  timeoutMs?: number;
  /** Size limit of a response. Default: 64 MiB, with `protocol: "graphql"` 16 MiB. */
  maxResponseBytes?: number;
}

const maxResponseBytes = { platform: 64 * 1024 * 1024, graphql: 16 * 1024 * 1024 } as const;

const readTimeoutMs = 30_000;
/** A write may wait for an external service, for as long as that service's own timeout. */
export const writeTimeoutMs = 125_000;

const maxEntries = 64;
/** Of a batch, in characters. */
const maxLength = 512 * 1024;
/** Maximum time a post is held back while each tick of the event loop brings more of them. */
const maxHeldMs = 2;
/** How long a subgraph that does not know batches is spared them. */
const sparedMs = 5_000;

/**
 * The connection to a subgraph in other processes. Posts of the same time, within one or few ticks of the event
 * loop, are sent in one request over a keep-alive connection, since a request costs as much as a dozen of its
 * entries. A read whose connection fails before a response is retried, by default once. A write is sent to another process
 * when the connection to the first could not be made, so that nothing was sent; otherwise it is never retried,
 * nor is a request that timed out or was aborted.
 */
export class SubgraphConnection {
  readonly #address: SubgraphAddress;
  readonly #replicas: SubgraphReplicas;
  #queue: PendingPost[] = [];
  #sparedUntil = 0;

  constructor(address: SubgraphAddress) {
    this.#address = address;
    const openLine = this.#lineMaker();
    this.#replicas = new SubgraphReplicas(address.url, { isFixed: address.protocol === "graphql", openLine });
  }

  /** Has it sent with whatever else is posted now. */
  send(post: SubgraphPost): Sent<SubgraphAnswer> {
    const pending = new PendingPost(post, this.#address.retries);
    this.#enqueue(pending);
    return pending;
  }

  #enqueue(pending: PendingPost): void {
    this.#queue.push(pending);
    if (this.#queue.length > 1) return;
    const until = performance.now() + maxHeldMs;
    setImmediate(() => this.#gather(0, until));
  }

  /**
   * Sends once a tick has brought no new post: an empty tick takes some microseconds, a request costs both
   * processes a hundred. Immediates run after the poll phase, in which requests arrive.
   */
  #gather(count: number, until: number): void {
    const { length } = this.#queue;
    if (length === count || performance.now() >= until) this.#sendQueued();
    else setImmediate(() => this.#gather(length, until));
  }

  #sendQueued(): void {
    const posts = this.#queue.filter(({ isSettled }) => !isSettled);
    this.#queue = [];
    try {
      this.#sendAll(posts);
    } catch (error) {
      for (const pending of posts) pending.fail(error as Error);
    }
  }

  #sendAll(all: readonly PendingPost[]): void {
    const { protocol, secret } = this.#address;
    const posts = this.#sendInFrames(all);
    const isAlone = posts.length < 2 || protocol === "graphql" || secret === null;
    if (isAlone || performance.now() < this.#sparedUntil) {
      for (const pending of posts) this.#sendAlone(pending);
      return;
    }
    const entries = posts.map(({ post }) => printEntry(post.call, bodyOf(post), post.trace));
    for (const [from, to] of batchesOf(entries)) {
      if (to - from === 1) this.#sendAlone(posts[from]!);
      else this.#sendTogether(posts.slice(from, to), entries.slice(from, to), secret);
    }
  }

  /** Sends what the session with a process takes; the rest is sent over HTTP. */
  #sendInFrames(posts: readonly PendingPost[]): readonly PendingPost[] {
    if (!this.#address.hasFrames) return posts;
    const channel = this.#replicas.pick().line?.channel();
    return channel ? channel.send(posts, (pending) => this.#timeoutOf([pending])) : posts;
  }

  /** A signed subgraph that gets no headers of clients has frames, where it is said to. */
  #lineMaker(): ((replica: Replica) => FrameLine) | undefined {
    const { hasFrames, secret, protocol, headers = [], name: audience } = this.#address;
    if (!hasFrames || secret === null || protocol === "graphql" || headers.length > 0) return undefined;
    const options = { secret, audience, maxAnswerBytes: this.#maxBytes };
    return (replica) => new FrameLine(replica.connections, options, this.#wayOf(replica));
  }

  #sendAlone(pending: PendingPost): void {
    const { name, secret, path = graphqlPath, headers: propagated = [] } = this.#address;
    const { call, trace } = pending.post;
    const body = Buffer.from(bodyOf(pending.post));
    const replica = this.#replicas.pick();
    const listener = new WholeAnswer([pending], this.#wayOf(replica), this.#maxBytes);
    const headers = {
      ...headersFor(call, propagated),
      "content-type": "application/json",
      accept: "application/json",
      "x-request-id": call.requestId,
      ...trace,
      ...(secret === null ? {} : signCall(secret, call, { audience: name, path, body })),
    };
    const timeoutMs = this.#timeoutOf([pending]);
    const post = { path, headers, body, timeoutMs };
    const exchange = Exchange.start(replica.connections, post, listener);
    const abort: NonNullable<PendingPost["whenCancelled"]> = (reason) => exchange.abort(reason);
    pending.whenCancelled = abort;
  }

  #sendTogether(posts: PendingPost[], entries: string[], secret: string): void {
    const { name: audience } = this.#address;
    const timeoutMs = this.#timeoutOf(posts);
    const post = { path: batchPath, ...printBatch(entries, { secret, audience }), timeoutMs };
    const replica = this.#replicas.pick();
    const listener = new BatchAnswer(posts, this.#wayOf(replica), {
      maxBytes: this.#maxBytes,
      sendAlone: this.#spareBatches,
    });
    const exchange = Exchange.start(replica.connections, post, listener);
    const leave = (reason: Error) => {
      if (posts.every(({ isSettled }) => isSettled)) exchange.abort(reason);
    };
    for (const pending of posts) pending.whenCancelled = leave;
  }

  get #maxBytes(): number {
    return this.#address.maxResponseBytes ?? maxResponseBytes[this.#address.protocol ?? "platform"];
  }

  #timeoutOf(posts: readonly PendingPost[]): number {
    const isReading = posts.every(({ post }) => post.isRead);
    return this.#address.timeoutMs ?? (isReading ? readTimeoutMs : writeTimeoutMs);
  }

  #wayOf(replica: Replica): AnswerWay {
    return {
      sendAgain: this.#sendAgain,
      hasOther: (failure) => isConnectionFailure(failure) && this.#replicas.failed(replica),
    };
  }

  readonly #sendAgain = (pending: PendingPost, failure: Error): void => {
    const { log } = pending.post.call;
    const subgraph = this.#address.name;
    log.warn({ err: failure, subgraph }, "connection to a subgraph failed, asking once more");
    this.#enqueue(pending);
  };

  /**
   * A process of an older release does not support batches: it has run nothing of this one, and for a while it
   * gets single requests.
   */
  readonly #spareBatches = (posts: readonly PendingPost[]): void => {
    this.#sparedUntil = performance.now() + sparedMs;
    for (const pending of posts) this.#enqueue(pending);
  };
}

/** Splits entries into batches: each within the bounds, except for an entry that exceeds them on its own. */
function* batchesOf(entries: readonly string[]): Generator<[from: number, to: number], undefined> {
  let from = 0;
  let length = 0;
  for (const [index, entry] of entries.entries()) {
    if (index > from && (index - from === maxEntries || length + entry.length > maxLength)) {
      yield [from, index];
      from = index;
      length = 0;
    }
    length += entry.length;
  }
  yield [from, entries.length];
}
