import { hkdfSync } from "node:crypto";
import { z } from "zod";
import { keyIdOf } from "../crypto/crypto.ts";
import type { SecretList } from "./secret-list.ts";

/** A key that links to files are signed with. */
export interface FileSigningKey {
  id: string;
  secret: string;
}

/** Settings of stored files and the links to them, for the one schema of the configuration. */
export const fileShape = {
  FILE_SIGNING_KEYS: z
    .string()
    .default("")
    .transform((text) => text.split(",").flatMap((part) => part.trim() || []))
    .refine(
      (parts) => parts.every(isSigningKey),
      "must be kid:secret pairs separated by commas, with secrets of 32 to 256 characters",
    )
    .transform((parts) => parts.map(readSigningKey))
    .refine((keys) => new Set(keys.map(({ id }) => id)).size === keys.length, "must not repeat a kid")
    .describe(
      "Keys for signing file links: `kid:secret` pairs, separated by commas. The first key signs. Keep an older key for 400 days. Default: derived from ENCRYPTION_SECRET",
    ),
  FILES_S3_BUCKET: z
    .string()
    .min(1)
    .optional()
    .describe("Bucket of an S3-compatible store for files. Default: files are stored in DATA_DIR"),
  FILES_S3_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe("URL of the S3-compatible store. Default: Amazon S3 in the region"),
  FILES_S3_REGION: z.string().min(1).default("us-east-1").describe("Region of the S3-compatible store"),
  FILES_S3_PREFIX: z
    .string()
    .regex(/^([\w.-]+\/)*$/)
    .default("")
    .describe("Prefix of object names in the bucket, such as `hub/`"),
  FILES_S3_ACCESS_KEY: z
    .string()
    .min(1)
    .optional()
    .describe("Access key of the S3-compatible store. Default: the role of the machine"),
  FILES_S3_SECRET_KEY: z.string().min(1).optional().describe("Secret key of the S3-compatible store"),
};

/** Names of settings that are never shown. */
export const fileSecrets: readonly string[] = ["FILE_SIGNING_KEYS", "FILES_S3_SECRET_KEY"];

const derivedKeyId = "derived";

/**
 * The keys that links are signed and checked with, first the one that signs. Keys derived from `secrets` (newest first)
 * are always among them, so that links made before other keys were set stay valid. A single secret signs as `derived`;
 * of several, each has a key id of its own and `derived` is the oldest, which was the single one before.
 */
export function fileSigningKeys(
  given: readonly FileSigningKey[],
  secrets: string | SecretList,
): readonly FileSigningKey[] {
  const named = (typeof secrets === "string" ? [secrets] : secrets).map((secret) => {
    const bytes = hkdfSync("sha256", secret, "", "hub-platform file links", 32);
    return { id: `${derivedKeyId}-${keyIdOf(secret)}`, secret: Buffer.from(bytes).toString("base64url") };
  });
  const unnamed = { id: derivedKeyId, secret: named.at(-1)!.secret };
  return named.length === 1 ? [...given, unnamed, ...named] : [...given, ...named, unnamed];
}

function isSigningKey(text: string): boolean {
  const match = /^([\w-]{1,32}):([\x21-\x7e]{32,256})$/.exec(text);
  return match !== null && !match[1]!.startsWith(derivedKeyId);
}

function readSigningKey(text: string): FileSigningKey {
  const at = text.indexOf(":");
  return { id: text.slice(0, at), secret: text.slice(at + 1) };
}
