import { createHmac, createSecretKey, randomBytes, timingSafeEqual, type KeyObject } from "node:crypto";
import { internalMac } from "../../access/internal-mac.ts";
import { sealBytes } from "./frame-format.ts";

/** What both sides put into the key of a session. */
export interface SessionParts {
  /** The subgraph's name. */
  audience: string;
  /** The subgraph's random value. */
  challenge: string;
  /** The router's random value. */
  nonce: string;
}

/** A random value that no session had before. */
export function newSessionValue(): string {
  return randomBytes(24).toString("base64url");
}

/**
 * Seals the frames of one session, or checks them: an HMAC-SHA-256 over the frame's number, kind and text. The key is
 * made of the internal secret and of both sides' random values, so that no frame is valid twice, in another place, or in
 * another session.
 */
export class FrameSeal {
  readonly #key: KeyObject;
  #count = 0;

  constructor(secret: string, { audience, challenge, nonce }: SessionParts) {
    const parts = JSON.stringify(["frames1", audience, challenge, nonce]);
    this.#key = createSecretKey(internalMac(secret, parts));
  }

  /** The code of the next frame. */
  next(kind: number, body: Buffer): Buffer {
    this.#count += 1;
    return createHmac("sha256", this.#key).update(`${this.#count} ${kind}\n`).update(body).digest();
  }

  /** The text of the next frame; null unless it was sealed by the other side. */
  open(kind: number, sealed: Buffer): Buffer | null {
    if (sealed.length < sealBytes) return null;
    const body = sealed.subarray(sealBytes);
    return timingSafeEqual(this.next(kind, body), sealed.subarray(0, sealBytes)) ? body : null;
  }

  /** Shows that a side knows the secret. */
  proof(): string {
    return createHmac("sha256", this.#key).update("ready").digest("base64url");
  }
}

/** True for the proof of a side that knows the secret. */
export function isProof(seal: FrameSeal, proof: unknown): boolean {
  const expected = Buffer.from(seal.proof());
  const given = Buffer.from(typeof proof === "string" ? proof : "");
  return expected.length === given.length && timingSafeEqual(expected, given);
}
