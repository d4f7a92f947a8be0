import * as openid from "openid-client";
import { readClaims } from "../../src/access/token-claims.ts";
import type { TokenClaims } from "../../src/access/token.ts";
import { DomainError } from "../../src/errors.ts";
import type { SignInSettings } from "./sign-in.settings.ts";

/** What is needed again when the person comes back from the issuer. */
export interface PendingLogin {
  state: string;
  nonce: string;
  verifier: string;
}

export interface IssuerLogin {
  /** Where the person signs in. Throws SERVICE_UNAVAILABLE while the issuer cannot be reached. */
  begin(): Promise<{ url: string; pending: PendingLogin }>;
  /**
   * Who came back. `query` is the query of the callback. Throws UNAUTHORIZED for an answer that is not the issuer's to this
   * login, FORBIDDEN when the person said no, SERVICE_UNAVAILABLE while the issuer cannot be reached.
   */
  complete(query: string, pending: PendingLogin): Promise<TokenClaims>;
}

/** How long the issuer's metadata are believed before they are read again. */
const metadataMs = 60 * 60 * 1000;
const timeoutSeconds = 8;

/** Signs people in at the issuer: OpenID Connect with authorization code, PKCE, state and nonce. */
export function createIssuerLogin(settings: SignInSettings, redirectUri: string): IssuerLogin {
  let known: { config: openid.Configuration; readAt: number } | null = null;
  const read = async (): Promise<openid.Configuration> => {
    if (known && performance.now() - known.readAt < metadataMs) return known.config;
    try {
      known = { config: await discover(settings), readAt: performance.now() };
    } catch {
      // Metadata that were read before outlive an outage.
      if (!known) throw unavailable();
    }
    return known.config;
  };
  return {
    async begin() {
      const config = await read();
      const pending = {
        state: openid.randomState(),
        nonce: openid.randomNonce(),
        verifier: openid.randomPKCECodeVerifier(),
      };
      const url = openid.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: "openid email profile",
        state: pending.state,
        nonce: pending.nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(pending.verifier),
        code_challenge_method: "S256",
      });
      return { url: url.href, pending };
    },
    async complete(query, { state, nonce, verifier }) {
      const config = await read();
      try {
        const tokens = await openid.authorizationCodeGrant(config, new URL(`${redirectUri}${query}`), {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const claims = readClaims(tokens.claims() ?? {}, {});
        if (claims !== null) return claims;
      } catch (thrown) {
        throw refusalOf(thrown);
      }
      throw notTrusted();
    },
  };
}

async function discover({ issuer, client }: SignInSettings): Promise<openid.Configuration> {
  const authentication = client.secret === null ? openid.None() : openid.ClientSecretPost(client.secret);
  const isLocal = new URL(issuer).protocol === "http:";
  return openid.discovery(new URL(issuer), client.id, undefined, authentication, {
    timeout: timeoutSeconds,
    execute: isLocal ? [openid.allowInsecureRequests] : [],
  });
}

/** The issuer's own text is not passed on. */
function refusalOf(thrown: unknown): DomainError {
  if (thrown instanceof openid.AuthorizationResponseError && thrown.error === "access_denied") {
    return new DomainError("FORBIDDEN", "You did not sign in. Start again in the app that you came from.");
  }
  if (thrown instanceof openid.ResponseBodyError && thrown.status >= 500) return unavailable();
  if (thrown instanceof openid.ClientError && thrown.code === "OAUTH_TIMEOUT") return unavailable();
  return notTrusted();
}

function notTrusted(): DomainError {
  return new DomainError(
    "UNAUTHORIZED",
    "The sign-in could not be verified. Start again in the app that you came from.",
  );
}

function unavailable(): DomainError {
  return new DomainError(
    "SERVICE_UNAVAILABLE",
    "The identity provider does not answer. Try again in a minute.",
  );
}
