import { randomBytes } from "node:crypto";
import { exportJWK, generateKeyPair, type JWK } from "jose";
import type { Configuration, Provider } from "oidc-provider";
import { sandboxClientOf, type OauthProviderName } from "../../src/config/oauth-settings.ts";
import type { GrantStore } from "./grant-store.ts";

/** Parameters of an authorization request that only the stand-in supports. */
const standInParameters = ["sandbox", "sandbox_login", "sandbox_scopes"] as const;

export interface ServerOptions {
  name: OauthProviderName;
  issuer: string;
  /** The one address that people may be sent back to. */
  redirectUri: string;
  scopes: readonly string[];
  store: GrantStore;
}

const minuteSeconds = 60;
const daySeconds = 24 * 60 * minuteSeconds;

let signingKey: Promise<JWK> | null = null;

/** One key signs the identity tokens of all servers of this process. */
function loadKey(): Promise<JWK> {
  signingKey ??= generateKeyPair("ES256", { extractable: true }).then(async ({ privateKey }) => ({
    ...(await exportJWK(privateKey)),
    alg: "ES256",
    use: "sig",
    kid: "sandbox",
  }));
  return signingKey;
}

/** An authorization server of its own, with the one client that we are there. */
export async function createAuthorizationServer(options: ServerOptions): Promise<Provider> {
  // Loaded with the first request: most runs of the sandbox do not need it.
  const { Provider: Server, interactionPolicy } = await import("oidc-provider");
  const { base, Check } = interactionPolicy;
  const policy = base();
  // Each authorization shows the page again, even with a session: the user may want another account.
  policy
    .get("login")!
    .checks.add(
      new Check("choice", "an account is chosen each time", "interaction_required", (ctx) =>
        ctx.oidc.result?.login ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT,
      ),
    );
  return new Server(options.issuer, {
    ...configurationOf(options, await loadKey()),
    interactions: { policy, url: (_ctx, { uid }) => `${options.issuer}/interaction/${uid}` },
  });
}

function configurationOf({ name, redirectUri, scopes, store }: ServerOptions, key: JWK): Configuration {
  const { clientId, clientSecret } = sandboxClientOf(name);
  return {
    adapter: (kind: string) => store.adapterFor(name, kind),
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        id_token_signed_response_alg: "ES256",
      },
    ],
    jwks: { keys: [key] },
    cookies: { keys: [randomBytes(32).toString("hex")] },
    scopes: [...new Set(["openid", "offline_access", ...scopes])],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    conformIdTokenClaims: false,
    extraParams: [...standInParameters, "access_type"],
    pkce: { required: () => true },
    features: {
      devInteractions: { enabled: false },
      revocation: {
        enabled: true,
        allowedPolicy: async (_ctx, client, token) => token.clientId === client.clientId,
      },
    },
    findAccount: (_ctx, login) => ({
      accountId: login,
      claims: () => ({
        sub: login,
        email: `${login}@${name}.example`,
        email_verified: true,
        name: login,
      }),
    }),
    loadExistingGrant: async (ctx) => {
      const grantId = ctx.oidc.result?.consent?.grantId;
      return grantId === undefined ? undefined : ctx.oidc.provider.Grant.find(grantId);
    },
    renderError: async (ctx, out) => {
      ctx.type = "text/plain";
      ctx.body = `The authorization cannot go on: ${out.error}.\n`;
    },
    issueRefreshToken: async () => true,
    expiresWithSession: async () => false,
    rotateRefreshToken: true,
    ttl: {
      AccessToken: 60 * minuteSeconds,
      AuthorizationCode: minuteSeconds,
      IdToken: 60 * minuteSeconds,
      Interaction: 60 * minuteSeconds,
      Session: daySeconds,
      Grant: 90 * daySeconds,
      RefreshToken: 90 * daySeconds,
    },
  };
}
