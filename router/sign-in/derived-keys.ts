import { hkdfSync } from "node:crypto";
import type { SecretList } from "../../src/config/secret-list.ts";

/** Keys of 32 bytes for one purpose, newest first (HKDF-SHA-256, RFC 5869). */
export function derivedKeys(secrets: SecretList, purpose: string): readonly [Uint8Array, ...Uint8Array[]] {
  const derive = (secret: string) =>
    new Uint8Array(hkdfSync("sha256", secret, "", `hub-platform agent sign-in: ${purpose}`, 32));
  const [newest, ...older] = secrets;
  return [derive(newest), ...older.map(derive)];
}
