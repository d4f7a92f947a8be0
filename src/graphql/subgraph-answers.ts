import { AnswerReader, textOf } from "./batch-format.ts";
import type { AnswerListener } from "./exchange.ts";
import type { PendingPost } from "./pending-post.ts";

/** What can be done where the connection to the process that was asked fails. */
export interface AnswerWay {
  /** Takes a post that may be sent once more. */
  sendAgain(pending: PendingPost, failure: Error): void;
  /** Notes the failure, and answers whether there is another process to ask. */
  hasOther(failure: Error): boolean;
}

/** One answer that settles all the posts: each has it as its own. */
export class WholeAnswer implements AnswerListener {
  protected readonly posts: readonly PendingPost[];
  readonly #way: AnswerWay;
  readonly #chunks: Buffer[] = [];
  protected statusCode = 0;

  constructor(posts: readonly PendingPost[], way: AnswerWay) {
    this.posts = posts;
    this.#way = way;
  }

  whenStarted(statusCode: number): void {
    this.statusCode = statusCode;
  }

  whenReceived(chunk: Buffer): void {
    this.#chunks.push(chunk);
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
 * The answers to a batch: each settles its post as soon as it is there. What a refusal of the whole batch says, each is
 * told.
 */
export class BatchAnswer extends WholeAnswer {
  readonly #reader = new AnswerReader();
  readonly #sendAlone: (posts: readonly PendingPost[]) => void;

  /** `sendAlone` takes the posts for which there is no such path: nothing has been run of them. */
  constructor(
    posts: readonly PendingPost[],
    way: AnswerWay,
    sendAlone: (posts: readonly PendingPost[]) => void,
  ) {
    super(posts, way);
    this.#sendAlone = sendAlone;
  }

  override whenReceived(chunk: Buffer): void {
    if (this.statusCode !== 200) return super.whenReceived(chunk);
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
