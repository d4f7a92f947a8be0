import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from "jose";
import { createTokenVerifier, type TokenVerifier } from "../../../src/access/token.ts";

/** An identity provider at the other end of `fetch`. */
export interface TokenIssuer {
  verifier: TokenVerifier;
  /** A token for `sub`, good for an hour unless the claims say otherwise. */
  sign(claims: JWTPayload & { sub: string }, header?: { typ?: string }): Promise<string>;
  /** The same with a shared secret instead of the issuer's key. */
  signWithSecret(claims: JWTPayload & { sub: string }): Promise<string>;
}

const issuer = "https://issuer.example";
const audience = "hub-platform";
const rules = { scopePrefixes: ["api://hub/", "hub/"], firstPartyClients: ["first-party"] };

/** One for all issuers of this process: making an RSA key takes a tenth of a second of processor time. */
let keys: ReturnType<typeof generateKeyPair> | null = null;

export async function createTokenIssuer(): Promise<TokenIssuer> {
  const { privateKey, publicKey } = await (keys ??= generateKeyPair("RS256", { extractable: true }));
  const jwk = { ...(await exportJWK(publicKey)), kid: "k1", alg: "RS256" };
  const fetchIssuer = async (url: string): Promise<Response> =>
    url.endsWith("/.well-known/openid-configuration")
      ? Response.json({ issuer, jwks_uri: `${issuer}/keys` })
      : Response.json({ keys: [jwk] });
  const draft = (claims: JWTPayload & { sub: string }) => {
    const now = Math.floor(Date.now() / 1000);
    return new SignJWT({ iss: issuer, aud: audience, iat: now, exp: now + 3600, ...claims });
  };
  return {
    verifier: createTokenVerifier({ issuer, audience, fetch: fetchIssuer, ...rules }),
    sign: (claims, header = {}) =>
      draft(claims)
        .setProtectedHeader({ alg: "RS256", kid: "k1", ...header })
        .sign(privateKey),
    signWithSecret: (claims) =>
      draft(claims)
        .setProtectedHeader({ alg: "HS256", kid: "k1" })
        .sign(Buffer.from(JSON.stringify(jwk))),
  };
}
