import * as openid from "openid-client";
import type { Logger } from "pino";
import { z } from "zod";
import { isLoopback, type OauthProviderSettings } from "../../../src/config/oauth-settings.ts";
import { oauthFetch } from "./oauth-fetch.ts";
import { withFaults } from "./oauth-faults.ts";
import {
  OauthProviderFault,
  type AuthorizationAnswer,
  type AuthorizationRequest,
  type OauthGrant,
  type OauthCalls,
} from "./oauth.port.ts";

export interface OpenidOptions extends OauthProviderSettings {
  log: Logger;
  /** For one call, up to the last byte of its answer. */
  timeoutSeconds?: number;
}

/** How long a server's metadata are believed before they are read again. */
const metadataMs = 60 * 60 * 1000;

/** Requests to an authorization server, over `openid-client`. Redirects of its endpoints are not followed. */
export function createOpenidCalls(options: OpenidOptions): OauthCalls {
  const { name, log } = options;
  const server = new ServerMetadataCache(options);
  const run = <T>(step: string, call: (config: openid.Configuration) => Promise<T>): Promise<T> =>
    withFaults({ provider: name, step, log }, async () => call(await server.read()));
  return {
    authorizationUrl: (request) => run("authorize", (config) => authorizationUrl(config, request, options)),
    exchangeCode: (answer) => run("exchange", (config) => exchangeCode(config, answer, run)),
    refresh: (refreshToken) =>
      run("refresh", async (config) => grantOf(await openid.refreshTokenGrant(config, refreshToken))),
    revoke: (token, kind) =>
      run("revoke", async (config) => {
        if (config.serverMetadata().revocation_endpoint === undefined) return false;
        await openid.tokenRevocation(config, token, { token_type_hint: kind });
        return true;
      }),
  };
}

type Run = <T>(step: string, call: (config: openid.Configuration) => Promise<T>) => Promise<T>;

/** The server's metadata, discovered at first use and again after an hour; cached metadata outlives an outage. */
class ServerMetadataCache {
  readonly #options: OpenidOptions;
  #known: { config: openid.Configuration; readAt: number } | null = null;
  #reading: Promise<openid.Configuration> | null = null;

  constructor(options: OpenidOptions) {
    this.#options = options;
  }

  async read(): Promise<openid.Configuration> {
    const known = this.#known;
    if (known && performance.now() - known.readAt < metadataMs) return known.config;
    this.#reading ??= this.#discover().finally(() => (this.#reading = null));
    return this.#reading.catch((error: unknown) => {
      if (known) return known.config;
      throw error;
    });
  }

  async #discover(): Promise<openid.Configuration> {
    const { issuer, clientId, clientSecret, metadata, timeoutSeconds = 8 } = this.#options;
    const execute = isLoopback(issuer) ? [openid.allowInsecureRequests] : [];
    const authentication = authenticationWith(clientSecret);
    const config =
      metadata === null
        ? await openid.discovery(new URL(issuer), clientId, undefined, authentication, {
            [openid.customFetch]: oauthFetch,
            timeout: timeoutSeconds,
            execute,
          })
        : new openid.Configuration({ ...metadata, issuer }, clientId, undefined, authentication);
    if (metadata !== null) {
      config.timeout = timeoutSeconds;
      config[openid.customFetch] = oauthFetch;
      for (const extend of execute) extend(config);
    }
    this.#known = { config, readAt: performance.now() };
    return config;
  }
}

/** Basic is the standard's default (RFC 8414 2); in the body only where the server says so and nothing of Basic. */
function authenticationWith(secret: string): openid.ClientAuth {
  const [basic, post] = [openid.ClientSecretBasic(secret), openid.ClientSecretPost(secret)];
  return (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
    const authenticate = methods.includes("client_secret_basic") ? basic : post;
    return authenticate(server, client, body, headers);
  };
}

async function authorizationUrl(
  config: openid.Configuration,
  { redirectUri, scopes, state, codeVerifier, nonce }: AuthorizationRequest,
  { parameters }: OauthProviderSettings,
): Promise<string> {
  const url = openid.buildAuthorizationUrl(config, {
    // A refresh token is issued only with the user's consent (OpenID Connect Core 11).
    ...(scopes.includes("offline_access") ? { prompt: "consent" } : {}),
    ...parameters,
    redirect_uri: redirectUri,
    scope: scopes.join(" "),
    state,
    code_challenge: await openid.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: "S256",
    ...(nonce === null ? {} : { nonce }),
  });
  return url.href;
}

async function exchangeCode(
  config: openid.Configuration,
  { redirectUri, state, codeVerifier, nonce, parameters }: AuthorizationAnswer,
  run: Run,
): Promise<OauthGrant> {
  const server = config.serverMetadata();
  const { issuer, userinfo_endpoint: profileUrl } = server;
  // RFC 9207: a response of another issuer must be rejected here.
  const isNamed = parameters.iss !== null || server.authorization_response_iss_parameter_supported === true;
  if (isNamed && parameters.iss !== issuer) throw new OauthProviderFault("untrusted");
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries({ ...parameters, state })) {
    if (value !== null) url.searchParams.set(name, value);
  }
  const checks = {
    pkceCodeVerifier: codeVerifier,
    expectedState: state,
    ...(nonce === null ? {} : { expectedNonce: nonce, idTokenExpected: true }),
  };
  const tokens = await openid.authorizationCodeGrant(config, url, checks);
  const grant = grantOf(tokens);
  if (grant.accountLabel !== null || profileUrl === undefined) return grant;
  const read = () => readLabel(config, tokens.access_token, new URL(profileUrl));
  return { ...grant, accountLabel: await run("profile", read).catch(() => null) };
}

function grantOf(tokens: openid.TokenEndpointResponse & openid.TokenEndpointResponseHelpers): OauthGrant {
  const claims = tokens.claims();
  return {
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token ?? null,
    expiresIn: tokens.expires_in ?? null,
    // Commas are the form of some services.
    scopes: tokens.scope === undefined ? null : tokens.scope.split(/[\s,]+/).filter((scope) => scope !== ""),
    accountLabel: claims ? labelOf(claims) : null,
    subject: claims?.sub ?? null,
  };
}

const profileSchema = z.record(z.string(), z.unknown());

/** The account's name by the service's userinfo endpoint. */
async function readLabel(config: openid.Configuration, token: string, url: URL): Promise<string | null> {
  const response = await openid.fetchProtectedResource(config, token, url, "GET");
  return response.ok ? labelOf(profileSchema.parse(await response.json())) : null;
}

function labelOf(profile: Record<string, unknown>): string | null {
  const names = ["email", "preferred_username", "login", "name"];
  const label = names.map((name) => profile[name]).find((value) => typeof value === "string" && value !== "");
  return (label as string | undefined)?.slice(0, 320) ?? null;
}
