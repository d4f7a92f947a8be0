import { createHmac } from "node:crypto";
import { isEqualSecret } from "../../../src/crypto/crypto.ts";
import type { FileSigningKey } from "../../../src/config/file-settings.ts";

/** The parts of a file link's URL. */
export interface FileLink {
  fileId: string;
  /** Unix seconds. */
  expires: string;
  keyId: string;
  signature: string;
  /** The file's link version that was signed, in decimal digits. */
  version: string;
}

/** Default lifetime of a link to a file. */
export const linkLifetimeMs = 24 * 60 * 60 * 1000;

/** Lifetime of a link to a generated image: documented as valid for one year. */
export const imageLinkLifetimeMs = 365 * 24 * 60 * 60 * 1000;

/** What a link allows: opening the file, or sending its missing bytes. Never both. */
export type FileLinkUse = "open" | "send";

/** Version of a file whose links were never revoked and whose bytes were never replaced. */
const firstVersion = "1";

/**
 * A link to one version of a file, good until just before `expiresAt`, signed with the first key.
 */
export function signFileLink(
  keys: readonly FileSigningKey[],
  fileId: string,
  expiresAt: Date,
  { use = "open", version = 1 }: { use?: FileLinkUse; version?: number } = {},
): FileLink {
  const key = keys[0]!;
  const signed = {
    fileId,
    expires: String(Math.floor(expiresAt.getTime() / 1000)),
    version: String(version),
  };
  return { ...signed, keyId: key.id, signature: signatureOf(key, { ...signed, use }) };
}

/** The link's path and query. Version 1 is omitted, which is the documented form of a link. */
export function pathOfLink({ fileId, expires, keyId, signature, version }: FileLink): string {
  const path = `/files/${fileId}?e=${expires}&k=${keyId}&s=${signature}`;
  return version === firstVersion ? path : `${path}&v=${version}`;
}

/**
 * Whether a link was signed by us, and when it ends. `bad`: changed in any character, or by a key that is not
 * in the ring. The comparison takes the same time wherever a signature differs.
 */
export function checkFileLink(
  keys: readonly FileSigningKey[],
  { fileId, expires, keyId, signature, version }: FileLink,
  now: Date,
  use: FileLinkUse = "open",
): "good" | "expired" | "bad" {
  const key = keys.find(({ id }) => id === keyId);
  if (!key || !/^\d{1,12}$/.test(expires) || !/^[1-9]\d{0,8}$/.test(version)) return "bad";
  if (!isEqualSecret(signatureOf(key, { fileId, expires, use, version }), signature)) return "bad";
  return now.getTime() < Number(expires) * 1000 ? "good" : "expired";
}

function signatureOf(
  { secret }: FileSigningKey,
  { fileId, expires, use, version }: Omit<FileLink, "keyId" | "signature"> & { use: FileLinkUse },
): string {
  const base = version === firstVersion ? `${fileId}.${expires}` : `${fileId}.${expires}.${version}`;
  const signed = use === "open" ? base : `${use} ${base}`;
  return createHmac("sha256", secret).update(signed).digest("base64url");
}
