import { createHash } from "node:crypto";
import { ProcessorError } from "./processor-error.ts";

const keptSeconds = 24 * 60 * 60;

/** A reply as it goes over the wire. */
export interface WireReply {
  status: number;
  body: string;
  requestId: string;
}

interface KeptReply {
  fingerprint: string;
  at: number;
  /** Null while the first request is still at work. */
  reply: WireReply | null;
}

export type KeptReplies = [key: string, kept: KeptReply][];

/**
 * Idempotency keys as the processor keeps them: for 24 hours the same key with the same parameters is answered with
 * the first reply, errors of the work included (402, 5xx); a request that was refused before it began leaves its key
 * free.
 */
export class IdempotencyKeys {
  readonly #kept = new Map<string, KeptReply>();
  readonly #seconds: () => number;
  readonly #onChange: () => void;

  constructor(seconds: () => number, onChange: () => void) {
    this.#seconds = seconds;
    this.#onChange = onChange;
  }

  /** Throws 400 for the key with other parameters, 409 while the first request with it is at work. */
  async run(
    key: string,
    request: unknown,
    work: () => Promise<WireReply>,
  ): Promise<{ reply: WireReply; isReplayed: boolean }> {
    this.#forgetOld();
    const fingerprint = createHash("sha256").update(JSON.stringify(request)).digest("base64url");
    const earlier = this.#kept.get(key);
    if (earlier) return { reply: replyOf(earlier, key, fingerprint), isReplayed: true };
    this.#kept.set(key, { fingerprint, at: this.#seconds(), reply: null });
    try {
      const reply = await work();
      const wasRefused = reply.status >= 400 && reply.status < 500 && reply.status !== 402;
      if (wasRefused) this.#kept.delete(key);
      else this.#kept.set(key, { fingerprint, at: this.#seconds(), reply });
      this.#onChange();
      return { reply, isReplayed: false };
    } catch (thrown) {
      this.#kept.delete(key);
      throw thrown;
    }
  }

  /** The snapshot's content: the finished ones. */
  data(): KeptReplies {
    return [...this.#kept].filter(([, { reply }]) => reply !== null);
  }

  restore(kept: KeptReplies): void {
    for (const [key, reply] of kept) this.#kept.set(key, reply);
  }

  /** Entries are in the order of their age. */
  #forgetOld(): void {
    const oldest = this.#seconds() - keptSeconds;
    for (const [key, { at }] of this.#kept) {
      if (at > oldest) return;
      this.#kept.delete(key);
    }
  }
}

function replyOf(kept: KeptReply, key: string, fingerprint: string): WireReply {
  if (kept.fingerprint !== fingerprint) {
    const message = `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`;
    throw new ProcessorError(400, "idempotency_error", message);
  }
  if (kept.reply === null) {
    const message = `There is currently another in-progress request using this Idempotency Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`;
    throw new ProcessorError(409, "idempotency_error", message, { code: "idempotency_key_in_use" });
  }
  return kept.reply;
}
