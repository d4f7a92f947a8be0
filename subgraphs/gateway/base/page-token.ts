import { createHash } from "node:crypto";

/** SHA-256 (hex) of a page's token: how its row is found without the token being stored in the clear. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
