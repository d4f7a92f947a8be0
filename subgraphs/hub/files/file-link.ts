import { createHmac } from "node:crypto";
import { isEqualSecret } from "../../../src/crypto.ts";
import type { FileSigningKey } from "../../../src/file-settings.ts";

/** What a link to a file carries, as it stands in its address. */
export interface FileLink {
  fileId: string;
  /** Unix seconds. */
  expires: string;
  keyId: string;
  signature: string;
}

/** How long links are good: a year of 365 days. */
export const linkLifetimeMs = 365 * 24 * 60 * 60 * 1000;

/**
 * What a link lets its holder do: open the file, or send the bytes that are missing. One is never the other.
 */
export type FileLinkUse = "open" | "send";

/** A link to a file that is good until just before `expiresAt`, signed with the first key. */
export function signFileLink(
  keys: readonly FileSigningKey[],
  fileId: string,
  expiresAt: Date,
  use: FileLinkUse = "open",
): FileLink {
  const key = keys[0]!;
  const expires = String(Math.floor(expiresAt.getTime() / 1000));
  return { fileId, expires, keyId: key.id, signature: signatureOf(key, { fileId, expires, use }) };
}

/** The link's path and query. */
export function pathOfLink({ fileId, expires, keyId, signature }: FileLink): string {
  return `/files/${fileId}?e=${expires}&k=${keyId}&s=${signature}`;
}

/**
 * Whether a link was signed by us, and when it ends. `bad`: changed in any character, or by a key that is not
 * in the ring. The comparison takes the same time wherever a signature differs.
 */
export function judgeFileLink(
  keys: readonly FileSigningKey[],
  { fileId, expires, keyId, signature }: FileLink,
  now: Date,
  use: FileLinkUse = "open",
): "good" | "expired" | "bad" {
  const key = keys.find(({ id }) => id === keyId);
  if (!key || !/^\d{1,12}$/.test(expires)) return "bad";
  if (!isEqualSecret(signatureOf(key, { fileId, expires, use }), signature)) return "bad";
  return now.getTime() < Number(expires) * 1000 ? "good" : "expired";
}

function signatureOf(
  { secret }: FileSigningKey,
  { fileId, expires, use }: { fileId: string; expires: string; use: FileLinkUse },
): string {
  const signed = use === "open" ? `${fileId}.${expires}` : `${use} ${fileId}.${expires}`;
  return createHmac("sha256", secret).update(signed).digest("base64url");
}
