import { SignJWT, type JWTPayload } from "jose";
import { z } from "zod";
import { validationError } from "../src/errors.ts";
import { loadSigningKey, type SigningKey } from "./identity-key.ts";
import type { StandIn } from "./stand-in.ts";
import { zodFaults } from "./zod-faults.ts";

const tenYearsSeconds = 10 * 366 * 86_400;

const tokenRequestSchema = z.strictObject({
  sub: z.string().min(1).max(128),
  email: z.email().optional(),
  emailVerified: z.boolean().optional(),
  name: z.string().optional(),
  picture: z.string().optional(),
  roles: z.array(z.string()).optional(),
  apps: z.array(z.string()).optional(),
  scope: z.string().optional(),
  /** The only account that the token acts for. */
  accountId: z.string().min(1).max(128).optional(),
  /** Counted from `issuedAt`; negative for a token that was never good. */
  expiresInSeconds: z.int().min(-tenYearsSeconds).max(tenYearsSeconds).optional(),
  issuedAt: z.iso.datetime().optional(),
  audience: z.union([z.string(), z.array(z.string())]).optional(),
});
type TokenRequest = z.infer<typeof tokenRequestSchema>;

/**
 * An OpenID issuer that issues a token for any subject to any client: discovery, keys and `POST /token`. Tokens
 * are RS256, for `audience` unless the request names another, valid for one hour, with a given email verified.
 */
export function createIdentityStandIn(audience: string): StandIn {
  return {
    name: "identity",
    async register(app, { url, clock, keyDir }) {
      const key = await loadSigningKey(keyDir);
      app.get("/.well-known/openid-configuration", async () => describeIssuer(url()));
      app.get("/jwks", async () => ({ keys: [key.publicJwk] }));
      app.post("/token", async (request) => {
        const parsed = tokenRequestSchema.safeParse(request.body);
        if (!parsed.success) throw validationError(zodFaults(parsed.error));
        const issuedAt = parsed.data.issuedAt ? new Date(parsed.data.issuedAt) : clock.now();
        return issueToken({ audience, ...parsed.data }, { issuer: url(), issuedAt, key });
      });
    },
  };
}

async function issueToken(
  asked: TokenRequest & { audience: string | string[] },
  { issuer, issuedAt, key }: { issuer: string; issuedAt: Date; key: SigningKey },
): Promise<{ accessToken: string; tokenType: "Bearer"; expiresIn: number }> {
  const { sub, email, emailVerified, name, picture, roles, apps, scope, accountId, audience } = asked;
  const expiresIn = asked.expiresInSeconds ?? 3600;
  const iat = Math.floor(issuedAt.getTime() / 1000);
  const profile: JWTPayload = {
    email,
    email_verified: email ? (emailVerified ?? true) : emailVerified,
    name,
    picture,
  };
  const payload: JWTPayload = {
    iss: issuer,
    aud: audience,
    sub,
    iat,
    exp: iat + expiresIn,
    ...profile,
    roles,
    apps,
    scope,
    account_id: accountId,
  };
  const accessToken = await new SignJWT(payload)
    .setProtectedHeader({ alg: "RS256", typ: "JWT", kid: key.kid })
    .sign(key.privateKey);
  return { accessToken, tokenType: "Bearer", expiresIn };
}

function describeIssuer(issuer: string): Record<string, unknown> {
  return {
    issuer,
    jwks_uri: `${issuer}/jwks`,
    token_endpoint: `${issuer}/token`,
    response_types_supported: ["token"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["RS256"],
    claims_supported: [
      "sub",
      "email",
      "email_verified",
      "name",
      "picture",
      "roles",
      "apps",
      "scope",
      "account_id",
    ],
  };
}
