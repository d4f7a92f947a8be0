import { EncryptJWT, errors, jwtDecrypt } from "jose";
import type { SecretList } from "../../src/config/secret-list.ts";
import { derivedKeys } from "./derived-keys.ts";

/** Seals values that a client keeps for us and can neither read nor change, such as the state of a sign-in in a cookie. */
export interface Sealer {
  /** `forSeconds` from now, the value is no longer readable. Null: never expires. */
  encrypt(value: Record<string, unknown>, forSeconds: number | null): Promise<string>;
  /** Null for text that was not sealed here for this purpose, and for expired values. */
  decrypt(text: string): Promise<Record<string, unknown> | null>;
}

/** Longer text was not sealed here. */
const maxLength = 8_192;

/** Seals with the newest secret and opens with all of them (AES-256-GCM as JWE, RFC 7516). */
export function createSealer(secrets: SecretList, purpose: string): Sealer {
  const keys = derivedKeys(secrets, purpose);
  return {
    encrypt(value, forSeconds) {
      const token = new EncryptJWT({ value }).setProtectedHeader({ alg: "dir", enc: "A256GCM" });
      if (forSeconds !== null) token.setExpirationTime(`${forSeconds}s`);
      return token.encrypt(keys[0]);
    },
    async decrypt(text) {
      if (text.length > maxLength) return null;
      for (const key of keys) {
        try {
          const { payload } = await jwtDecrypt<{ value: Record<string, unknown> }>(text, key);
          return payload.value;
        } catch (thrown) {
          if (!(thrown instanceof errors.JOSEError)) throw thrown;
        }
      }
      return null;
    },
  };
}
