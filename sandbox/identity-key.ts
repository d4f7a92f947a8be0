import {
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  type CryptoKey,
  type JWK,
} from "jose";
import { randomUUID } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

export interface SigningKey {
  kid: string;
  privateKey: CryptoKey;
  /** The half that the issuer publishes. */
  publicJwk: JWK;
}

/**
 * The issuer's RS256 key, made at first use and kept in `keyDir` readable by its owner alone, so that tokens
 * outlive a restart. Processes that start together end up with the same key.
 */
export async function loadSigningKey(keyDir: string): Promise<SigningKey> {
  const path = join(keyDir, "identity-signing-key.json");
  const jwk = (await readJwk(path)) ?? (await createJwk(keyDir, path));
  const privateKey = (await importJWK(jwk, "RS256")) as CryptoKey;
  const kid = await calculateJwkThumbprint(jwk);
  const { kty, n, e } = jwk as { kty: string; n: string; e: string };
  return { kid, privateKey, publicJwk: { kty, n, e, kid, alg: "RS256", use: "sig" } };
}

async function readJwk(path: string): Promise<JWK | null> {
  try {
    return JSON.parse(await readFile(path, "utf8")) as JWK;
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw thrown;
  }
}

async function createJwk(keyDir: string, path: string): Promise<JWK> {
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  await mkdir(keyDir, { recursive: true, mode: 0o700 });
  const draft = join(keyDir, `.${randomUUID()}.tmp`);
  await writeFile(draft, JSON.stringify(await exportJWK(privateKey)), { mode: 0o600 });
  // A link appears whole or not at all, and fails when another process was first: its key is then used.
  await link(draft, path).catch((thrown: NodeJS.ErrnoException) => {
    if (thrown.code !== "EEXIST") throw thrown;
  });
  await rm(draft);
  return (await readJwk(path)) as JWK;
}
