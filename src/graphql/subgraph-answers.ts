import { AnswerReader, textOf } from "./batch-format.ts";
import type { AnswerListener } from "./exchange.ts";
import type { PendingPost } from "./pending-post.ts";

/** Retry options when the connection to a process fails. */
export interface AnswerWay {
  /** Accepts a post for a retry. */
  sendAgain(pending: PendingPost, failure: Error): void;
  /** Records the failure, and returns whether another process is available. */
  hasOther(failure: Error): boolean;
}

/** One answer that settles all the posts: each has it as its own. */
export class WholeAnswer implements AnswerListener {
  protected readonly posts: readonly PendingPost[];
  readonly #way: AnswerWay;
  readonly #chunks: Buffer[] = [];
  readonly #maxBytes: number;
  #bytes = 0;
  protected statusCode = 0;

  /** Beyond `maxBytes` of a response the posts fail, and nothing more of it is read. */
  constructor(posts: readonly PendingPost[], way: AnswerWay, maxBytes: number) {
    this.posts = posts;
    this.#way = way;
    this.#maxBytes = maxBytes;
  }

  whenStarted(statusCode: number): void {
    this.statusCode = statusCode;
  }

  whenReceived(chunk: Buffer): void {
    if (this.isWithinBounds(chunk)) this.#chunks.push(chunk);
  }

  /** Counts a chunk. Beyond the bound, cancels every post that is not settled yet. */
  protected isWithinBounds(chunk: Buffer): boolean {
    this.#bytes += chunk.length;
    if (this.#bytes <= this.#maxBytes) return true;
    const error = new Error(`The response is larger than ${this.#maxBytes} bytes.`);
    for (const pending of this.posts) if (!pending.isSettled) pending.cancel(error);
    return false;
  }

  whenEnded(): void {
    const text = textOf(this.#chunks);
    for (const pending of this.posts) pending.succeed(this.statusCode, text);
  }

  whenFailed(error: Error, hasStarted: boolean): void {
    const hasOther = this.#way.hasOther(error);
    for (const pending of this.posts) {
      if (!hasStarted && pending.mayBeSentAgainAfter(error, { hasOther }))
        this.#way.sendAgain(pending, error);
      else pending.fail(error);
    }
  }
}

/**
 * The results of a batch: each settles its post as soon as it arrives. A refusal of the whole batch rejects all
 * posts with the same error.
 */
export class BatchAnswer extends WholeAnswer {
  readonly #reader = new AnswerReader();
  readonly #sendAlone: (posts: readonly PendingPost[]) => void;

  /** `sendAlone` takes the posts for which there is no such path: nothing has been run of them. */
  constructor(
    posts: readonly PendingPost[],
    way: AnswerWay,
    { maxBytes, sendAlone }: { maxBytes: number; sendAlone: (posts: readonly PendingPost[]) => void },
  ) {
    // Each entry may have a response of that size.
    super(posts, way, maxBytes * posts.length);
    this.#sendAlone = sendAlone;
  }

  override whenReceived(chunk: Buffer): void {
    if (this.statusCode !== 200) return super.whenReceived(chunk);
    if (!this.isWithinBounds(chunk)) return;
    for (const { index, statusCode, text } of this.#reader.read(chunk)) {
      this.posts[index]?.succeed(statusCode, text);
    }
  }

  override whenEnded(): void {
    if (this.statusCode === 404) {
      this.#sendAlone(this.posts.filter(({ isSettled }) => !isSettled));
    } else if (this.statusCode === 200) {
      this.#failMissing();
    } else {
      super.whenEnded();
    }
  }

  #failMissing(): void {
    const missing = this.posts.filter(({ isSettled }) => !isSettled);
    if (missing.length === 0) return;
    const error = new Error("The batch ended without this answer.");
    for (const pending of missing) pending.fail(error);
  }
}
