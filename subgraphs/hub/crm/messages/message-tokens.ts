import { createHmac } from "node:crypto";
import { isEqualSecret } from "../../../../src/crypto/crypto.ts";

/** Purpose of a link in a message; a token is valid for one purpose only. */
export type TokenPurpose = "unsubscribe" | "open" | "click" | "invitation";

/** Signs links of messages, so that they cannot be forged or guessed. */
export interface MessageTokens {
  sign(purpose: TokenPurpose, payload: string): string;
  /** The payload of a token that was signed here, else null. */
  read(purpose: TokenPurpose, token: string): string | null;
}

const signatureLength = 27;

/** Tokens are `<payload, base64url>.<HMAC-SHA-256, 160 bits, base64url>`. The first key signs, all are believed. */
export function createMessageTokens(keys: readonly [string, ...string[]]): MessageTokens {
  const signatureOf = (key: string, purpose: TokenPurpose, body: string) =>
    createHmac("sha256", key).update(`${purpose}\0${body}`).digest("base64url").slice(0, signatureLength);
  return {
    sign(purpose, payload) {
      const body = Buffer.from(payload, "utf8").toString("base64url");
      return `${body}.${signatureOf(keys[0], purpose, body)}`;
    },
    read(purpose, token) {
      const [, body = "", signature = ""] = /^([\w-]{1,4000})\.([\w-]{27})$/.exec(token) ?? [];
      if (body === "") return null;
      const isOurs = keys.some((key) => isEqualSecret(signature, signatureOf(key, purpose, body)));
      return isOurs ? Buffer.from(body, "base64url").toString("utf8") : null;
    },
  };
}
