import { createHash } from "node:crypto";
import { invalidInternalCall } from "./internal-mac.ts";

/** Mutations that one forwarded principal may send to a subgraph: as many as a client request has root fields. */
const maxForwardedWrites = 10;

/** The part of a signed request that identifies a replay. */
export interface SignedRequest {
  nonce: string;
  /** Milliseconds since the Unix epoch. */
  exp: number;
  isForwarded?: boolean;
}

interface Use {
  count: number;
  exp: number;
}

/**
 * The signed writes that this process has accepted, until they expire: a captured write is accepted once per
 * process. Bounded: beyond `maxEntries` within their validity the oldest are forgotten. Other replicas have
 * their own memory; a replay there repeats the same request by the same principal, under the same idempotency
 * key.
 */
export class ReplayMemory {
  readonly #uses = new Map<string, Use>();
  readonly #maxEntries: number;

  constructor({ maxEntries = 100_000 }: { maxEntries?: number } = {}) {
    this.#maxEntries = maxEntries;
  }

  get size(): number {
    return this.#uses.size;
  }

  /** Throws UNAUTHORIZED for a write that was accepted before. Reads are not remembered. */
  admit({ nonce, exp, isForwarded = false }: SignedRequest, body: Buffer, now: Date): void {
    if (!mayWrite(body)) return;
    if (!isForwarded) return this.#use(nonce, exp, 1, now);
    const digest = createHash("sha256").update(body).digest("base64url");
    this.#use(`${nonce} ${digest}`, exp, 1, now);
    this.#use(nonce, exp, maxForwardedWrites, now);
  }

  #use(key: string, exp: number, most: number, now: Date): void {
    const known = this.#uses.get(key);
    if (known && known.exp > now.getTime()) {
      if (known.count >= most) throw invalidInternalCall();
      known.count += 1;
      return;
    }
    if (this.#uses.size >= this.#maxEntries) this.#forget(now);
    this.#uses.delete(key);
    this.#uses.set(key, { count: 1, exp });
  }

  /** Entries are in the order of their arrival, which is nearly that of their expiry. */
  #forget(now: Date): void {
    for (const [key, { exp }] of this.#uses) {
      if (exp > now.getTime() && this.#uses.size < this.#maxEntries) return;
      this.#uses.delete(key);
    }
  }
}

/**
 * True for every body that can contain a mutation, and for a few that cannot: the keyword must be in the
 * document. It can only be hidden by JSON escapes of ASCII characters, or by naming the document by its hash.
 */
function mayWrite(body: Buffer): boolean {
  return body.includes("mutation") || body.includes("\\u00") || body.includes("persistedQuery");
}
