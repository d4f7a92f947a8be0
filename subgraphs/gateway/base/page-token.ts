import { createHash } from "node:crypto";

/** SHA-256 (hex) of a page token, for looking up its row without storing the token in plain text. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
