import type { OauthCalls, OauthProvider } from "./oauth.port.ts";
import type { OpenidOptions } from "./openid-calls.ts";

/**
 * An authorization server: authorization code with PKCE S256, and OpenID Connect when an identity is requested. The library is
 * loaded with the first call.
 */
export function createOpenidProvider(options: OpenidOptions): OauthProvider {
  const { name, allowedScopes, defaultScopes } = options;
  let loaded: Promise<OauthCalls> | undefined;
  const calls = () =>
    (loaded ??= import("./openid-calls.ts").then(({ createOpenidCalls }) => createOpenidCalls(options)));
  return {
    name,
    allowedScopes,
    defaultScopes,
    authorizationUrl: async (request) => (await calls()).authorizationUrl(request),
    exchangeCode: async (answer) => (await calls()).exchangeCode(answer),
    refresh: async (refreshToken) => (await calls()).refresh(refreshToken),
    revoke: async (token, kind) => (await calls()).revoke(token, kind),
  };
}
