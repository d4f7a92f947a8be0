import { AnswerReader, textOf } from "./batch-format.ts";
import type { AnswerListener } from "./exchange.ts";
import type { PendingPost } from "./pending-post.ts";

type SendAgain = (pending: PendingPost, failure: Error) => void;

/** One answer that settles all the posts: each has it as its own. */
export class WholeAnswer implements AnswerListener {
  protected readonly posts: readonly PendingPost[];
  readonly #sendAgain: SendAgain;
  readonly #chunks: Buffer[] = [];
  protected statusCode = 0;

  /** `sendAgain` takes the reads whose connection failed before an answer. */
  constructor(posts: readonly PendingPost[], sendAgain: SendAgain) {
    this.posts = posts;
    this.#sendAgain = sendAgain;
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
    for (const pending of this.posts) {
      if (!hasStarted && pending.mayBeSentAgainAfter(error)) this.#sendAgain(pending, error);
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
    sendAgain: SendAgain,
    sendAlone: (posts: readonly PendingPost[]) => void,
  ) {
    super(posts, sendAgain);
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
