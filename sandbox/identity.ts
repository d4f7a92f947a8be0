import type { FastifyReply } from "fastify";
import { SignJWT, type JWTPayload } from "jose";
import { randomUUID } from "node:crypto";
import { z } from "zod";
import { DomainError, validationError } from "../src/errors.ts";
import { DeviceFlow, deviceGrant, GrantError } from "./identity-device.ts";
import { codeGrant, CodeLogin, type CompletedLogin } from "./identity-login.ts";
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
  /** The session at the issuer. Default: a new one for each token; null for a token that names none. */
  sid: z.string().min(1).max(128).nullable().optional(),
  jti: z.string().min(1).max(128).optional(),
  /** When the person signed in, in seconds since the Unix epoch. */
  authTime: z.int().min(0).optional(),
  /** Counted from `issuedAt`; negative for a token that was never good. */
  expiresInSeconds: z.int().min(-tenYearsSeconds).max(tenYearsSeconds).optional(),
  issuedAt: z.iso.datetime().optional(),
  audience: z.union([z.string(), z.array(z.string())]).optional(),
});
type TokenRequest = z.infer<typeof tokenRequestSchema>;

/** `logout_hint` names the session, as OpenID Connect RP-Initiated Logout 1.0 allows. */
const endSessionSchema = z.looseObject({ logout_hint: z.string().min(1).max(128) });
const maxEnded = 10_000;

/**
 * An OpenID issuer that issues a token for any subject to any client: discovery, keys and `POST /token`. Tokens
 * are RS256, for `audience` unless the request names another, valid for one hour, with a given email verified. A session that
 * was ended at `end_session_endpoint` gets no more tokens. People sign in with an authorization code, and programs with the device flow.
 */
export function createIdentityStandIn(audience: string): StandIn {
  return {
    name: "identity",
    async register(app, { url, clock, keyDir }) {
      const key = await loadSigningKey(keyDir);
      const ended = new Set<string>();
      app.get("/.well-known/openid-configuration", async () => describeIssuer(url()));
      app.get("/jwks", async () => ({ keys: [key.publicJwk] }));
      const logins = new CodeLogin(clock);
      logins.register(app, url);
      const devices = new DeviceFlow(clock);
      devices.register(app, url);
      app.post("/token", async (request, reply) => {
        const grantType = grantTypeOf(request.body);
        if (grantType === codeGrant) {
          const login = logins.exchange(request.body);
          if (login === null) return reply.code(400).send({ error: "invalid_grant" });
          void reply.header("cache-control", "no-store");
          return loginTokens(login, { audience, issuer: url(), issuedAt: clock.now(), key });
        }
        if (grantType !== null) {
          const issuing = { issuer: url(), issuedAt: clock.now(), key };
          return answerGrant(devices, request.body, reply, { audience, ...issuing });
        }
        const parsed = tokenRequestSchema.safeParse(request.body);
        if (!parsed.success) throw validationError(zodFaults(parsed.error));
        if (parsed.data.sid && ended.has(parsed.data.sid))
          throw new DomainError("INVALID_STATE", "The session has ended. Sign in again.");
        const issuedAt = parsed.data.issuedAt ? new Date(parsed.data.issuedAt) : clock.now();
        return issueToken({ audience, ...parsed.data }, { issuer: url(), issuedAt, key });
      });
      app.post("/end-session", async (request, reply) => {
        const parsed = endSessionSchema.safeParse(request.body);
        if (!parsed.success) throw validationError(zodFaults(parsed.error));
        if (ended.size < maxEnded) ended.add(parsed.data.logout_hint);
        return reply.code(204).send();
      });
    },
  };
}

/** The grant type of an OAuth request, which is a form; null for a plain request for a token. */
function grantTypeOf(body: unknown): unknown {
  if (typeof body !== "object" || body === null || !Object.hasOwn(body, "grant_type")) return null;
  return (body as { grant_type: unknown }).grant_type;
}

async function answerGrant(
  devices: DeviceFlow,
  body: unknown,
  reply: FastifyReply,
  { audience, ...issuing }: Parameters<typeof issueToken>[1] & { audience: string },
): Promise<FastifyReply> {
  void reply.header("cache-control", "no-store");
  try {
    const { person, scope, refreshToken } = devices.grant(body);
    const asked = { ...person, roles: [...person.roles], ...(scope ? { scope } : {}), audience };
    const { accessToken, expiresIn } = await issueToken(asked, issuing);
    return await reply.send({
      access_token: accessToken,
      token_type: "Bearer",
      expires_in: expiresIn,
      refresh_token: refreshToken,
      ...(scope ? { scope } : {}),
    });
  } catch (error) {
    if (!(error instanceof GrantError)) throw error;
    return reply.code(400).send({ error: error.message });
  }
}

/** The tokens of a person who has signed in, with an ID token for the client (OpenID Connect Core 3.1.3.3). */
async function loginTokens(
  { person, clientId, nonce, scope, signedInAt }: CompletedLogin,
  { audience, ...issuing }: Parameters<typeof issueToken>[1] & { audience: string },
) {
  const { userId: sub, email, name, roles } = person;
  const { accessToken, expiresIn } = await issueToken({ sub, email, roles: [...roles], audience }, issuing);
  const { issuer, issuedAt, key } = issuing;
  const idToken = await new SignJWT({
    email,
    email_verified: true,
    name,
    auth_time: Math.floor(signedInAt.getTime() / 1000),
    ...(nonce === null ? {} : { nonce }),
  })
    .setProtectedHeader({ alg: "RS256", typ: "JWT", kid: key.kid })
    .setIssuer(issuer)
    .setSubject(sub)
    .setAudience(clientId)
    .setIssuedAt(issuedAt)
    .setExpirationTime(new Date(issuedAt.getTime() + expiresIn * 1000))
    .sign(key.privateKey);
  return { access_token: accessToken, id_token: idToken, token_type: "Bearer", expires_in: expiresIn, scope };
}

async function issueToken(
  asked: TokenRequest & { audience: string | string[] },
  { issuer, issuedAt, key }: { issuer: string; issuedAt: Date; key: SigningKey },
): Promise<{ accessToken: string; tokenType: "Bearer"; expiresIn: number }> {
  const { sub, email, emailVerified, name, picture, roles, apps, scope, accountId, audience } = asked;
  const { sid = randomUUID(), jti, authTime } = asked;
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
    ...(sid === null ? {} : { sid }),
    jti,
    auth_time: authTime,
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
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    device_authorization_endpoint: `${issuer}/device-authorization`,
    grant_types_supported: [codeGrant, deviceGrant, "refresh_token"],
    end_session_endpoint: `${issuer}/end-session`,
    response_types_supported: ["code", "token"],
    code_challenge_methods_supported: ["S256"],
    authorization_response_iss_parameter_supported: true,
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
      "sid",
      "jti",
      "auth_time",
    ],
  };
}
