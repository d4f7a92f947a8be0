import { createHmac, randomBytes } from "node:crypto";

const secretPrefix = "whsec_";
const secretBytes = 32;

/** A new signing secret: `whsec_` and 32 random bytes in base64. */
export function newWebhookSecret(): string {
  return secretPrefix + randomBytes(secretBytes).toString("base64");
}

/** One message, at one try. */
export interface SignedMessage {
  id: string;
  /** Unix seconds of this try. */
  timestamp: number;
  body: string;
}

/**
 * The `webhook-signature` of a message (Standard Webhooks 1.0): `v1,` and the base64 HMAC-SHA-256 of
 * `id.timestamp.body`, one for each secret, separated by spaces.
 */
export function signMessage({ id, timestamp, body }: SignedMessage, secrets: readonly string[]): string {
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(secretPrefix.length), "base64");
      return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
    })
    .join(" ");
}
