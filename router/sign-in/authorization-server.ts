import { generateKeyPair, exportJWK } from "jose";
import type { Configuration, Provider } from "oidc-provider";
import { agentSessionOf } from "../../src/access/agent-session.ts";
import { agentTokenAlgorithm, agentTokenKey } from "./agent-tokens.ts";
import { createClientIds } from "./client-ids.ts";
import { readClientDocument } from "./client-documents.ts";
import { derivedKeys } from "./derived-keys.ts";
import type { SignInRecords } from "./hub-records.ts";
import { recordAdapter } from "./record-adapter.ts";
import { readChoice } from "./sign-in-choice.ts";
import { resourceOf, signInPaths, type SignInSettings } from "./sign-in.settings.ts";

export interface AuthorizationServerParts extends SignInSettings {
  records: SignInRecords;
  publicUrl: string;
  /** Every scope that an agent may ask for. */
  scopes: readonly string[];
}

const minute = 60;
const day = 86_400;

/**
 * The platform's authorization server for agents: OAuth 2.1 with PKCE (S256), refresh tokens that rotate, resource
 * indicators (RFC 8707), client registration (RFC 7591) and client metadata documents. Access tokens are JWTs for the agent
 * door; people sign in at the configured issuer.
 */
export async function createAuthorizationServer(parts: AuthorizationServerParts): Promise<Provider> {
  // Loaded with the first sign-in: most processes see none.
  const { Provider: Server, interactionPolicy } = await import("oidc-provider");
  const { base, Check } = interactionPolicy;
  const policy = base();
  // Nobody is remembered: every authorization is signed in for and agreed to, so no client can go ahead silently.
  policy
    .get("login")!
    .checks.add(
      new Check("sign_in", "a person signs in for each authorization", "interaction_required", (ctx) =>
        ctx.oidc.result?.login ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT,
      ),
    );
  const server = new Server(parts.publicUrl, {
    ...configurationOf(parts),
    jwks: { keys: [await makeUnusedKey()] },
    interactions: { policy, url: (_ctx, { uid }) => `${signInPaths.interaction}/${uid}` },
  });
  // The addresses it is called with are set from the public URL.
  server.proxy = true;
  return server;
}

/** The library wants a key for ID tokens, which are not issued here. */
async function makeUnusedKey() {
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });
  return { ...(await exportJWK(privateKey)), alg: "ES256", use: "sig" };
}

function configurationOf({ records, publicUrl, scopes, secrets }: AuthorizationServerParts) {
  const clientIds = createClientIds(secrets);
  const cookieKeys = derivedKeys(secrets, "cookies").map((key) => Buffer.from(key).toString("base64url"));
  return {
    adapter: (kind: string) => recordAdapter(kind, { records, clientIds }),
    clientDefaults: { id_token_signed_response_alg: "ES256", token_endpoint_auth_method: "none" },
    clientAuthMethods: ["none"],
    cookies: { keys: cookieKeys, long: { sameSite: "lax" }, short: { sameSite: "lax" } },
    routes: {
      authorization: signInPaths.authorize,
      token: signInPaths.token,
      revocation: signInPaths.revoke,
    },
    responseTypes: ["code"],
    scopes: ["offline_access"],
    claims: {},
    pkce: { required: () => true },
    fetch: readClientDocument,
    features: featuresOf({ publicUrl, scopes, secrets }),
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ sub }) }),
    extraTokenClaims: async (_ctx, token) => {
      const { grantId } = token as { grantId?: string };
      const choice = grantId === undefined ? null : await readChoice(records, grantId);
      if (grantId === undefined || choice === null) return {};
      return {
        sid: agentSessionOf(grantId),
        account_id: choice.accountId,
        ...(choice.appIds === null ? {} : { apps: choice.appIds }),
      };
    },
    loadExistingGrant: async (ctx) => {
      const grantId = ctx.oidc.result?.consent?.grantId;
      return grantId === undefined ? undefined : ctx.oidc.provider.Grant.find(grantId);
    },
    issueRefreshToken: async () => true,
    expiresWithSession: async () => false,
    rotateRefreshToken: true,
    renderError: async (ctx, out) => {
      ctx.type = "text/plain; charset=utf-8";
      ctx.body = `The sign-in cannot continue: ${out.error_description ?? out.error}.\nStart again in the app that you came from.\n`;
    },
    ttl: {
      AccessToken: 60 * minute,
      AuthorizationCode: minute,
      Interaction: 10 * minute,
      Session: 10 * minute,
      IdToken: minute,
      Grant: 90 * day,
      RefreshToken: 30 * day,
    },
  } satisfies Configuration;
}

function featuresOf({
  publicUrl,
  scopes,
  secrets,
}: Pick<AuthorizationServerParts, "publicUrl" | "scopes" | "secrets">) {
  const resource = resourceOf(publicUrl);
  return {
    devInteractions: { enabled: false },
    userinfo: { enabled: false },
    rpInitiatedLogout: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    clientIdMetadataDocument: { enabled: true, ack: "draft-02", cacheDuration: { min: 60, max: 3_600 } },
    revocation: {
      enabled: true,
      allowedPolicy: async (_ctx, client, token) => token.clientId === client.clientId,
    },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => resource,
      useGrantedResource: () => true,
      getResourceServerInfo: (_ctx, indicator) => resourceServer(indicator, { resource, scopes, secrets }),
    },
  } satisfies Configuration["features"];
}

async function resourceServer(
  indicator: string,
  { resource, scopes, secrets }: Pick<AuthorizationServerParts, "scopes" | "secrets"> & { resource: string },
) {
  if (!isAgentDoor(indicator, resource)) {
    const { errors } = await import("oidc-provider");
    throw new errors.InvalidTarget();
  }
  return {
    audience: resource,
    scope: scopes.join(" "),
    accessTokenTTL: 60 * minute,
    accessTokenFormat: "jwt" as const,
    jwt: { sign: { alg: agentTokenAlgorithm, key: Buffer.from(agentTokenKey(secrets)) } },
  };
}

/** `/mcp`, or one of the lists below it, such as `/mcp/all`. */
function isAgentDoor(indicator: string, resource: string): boolean {
  return indicator === resource || indicator === `${resource}/` || indicator.startsWith(`${resource}/`);
}
