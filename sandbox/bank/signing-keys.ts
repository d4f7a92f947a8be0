import { exportJWK, generateKeyPair, importJWK, SignJWT, type CryptoKey } from "jose";
import { createHash, randomUUID } from "node:crypto";
import type { Clock } from "../../src/time/clock.ts";
import type { BankState, SigningKeyState } from "./state.ts";

/** The key that signs now, made at first use. */
export async function currentKey(state: BankState, clock: Clock): Promise<SigningKeyState> {
  return state.data.keys.find(({ expiredAt }) => expiredAt === null) ?? rotateKey(state, clock);
}

/** Makes a new key; the one before is not valid any more. */
export async function rotateKey(state: BankState, clock: Clock): Promise<SigningKeyState> {
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });
  const now = Math.floor(clock.now().getTime() / 1000);
  for (const key of state.data.keys) key.expiredAt ??= now;
  const key = { kid: randomUUID(), privateJwk: await exportJWK(privateKey), createdAt: now, expiredAt: null };
  state.data.keys.push(key);
  state.touch();
  return key;
}

/** The key as the API shows it. */
export function publicKeyObject({ kid, privateJwk, createdAt, expiredAt }: SigningKeyState) {
  const { kty, crv, x, y } = privateJwk as { kty: string; crv: string; x: string; y: string };
  return { alg: "ES256", kid, kty, crv, x, y, use: "sig", created_at: createdAt, expired_at: expiredAt };
}

/** The header `Plaid-Verification` for these bytes. */
export async function signBody(key: SigningKeyState, body: string, now: Date): Promise<string> {
  const privateKey = (await importJWK(key.privateJwk, "ES256")) as CryptoKey;
  return new SignJWT({ request_body_sha256: createHash("sha256").update(body).digest("hex") })
    .setProtectedHeader({ alg: "ES256", kid: key.kid, typ: "JWT" })
    .setIssuedAt(Math.floor(now.getTime() / 1000))
    .sign(privateKey);
}
