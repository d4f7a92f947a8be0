/**
 * An external service's authorization server, in the hub's own terms. Every call has a timeout and is made once.
 * Failures are an `OauthProviderFault`, which never contains text of the provider.
 */
export interface OauthProvider extends OauthCalls {
  readonly name: string;
  /** Scopes that apps may request, and the default when they request none. */
  readonly allowedScopes: readonly string[];
  readonly defaultScopes: readonly string[];
}

/** Requests to the authorization server of a service. */
export interface OauthCalls {
  /** The page where the user grants or denies access. */
  authorizationUrl(request: AuthorizationRequest): Promise<string>;
  /**
   * The tokens that a person's yes is for. Checks what came back: state, `iss` where there is one, and the identity token.
   * Faults: `denied`, `untrusted`, `invalid_grant` for a code that is not good, or not good any more.
   */
  exchangeCode(answer: AuthorizationAnswer): Promise<OauthGrant>;
  /** New tokens. Faults: `invalid_grant` when this refresh token is not good, or not good any more. */
  refresh(refreshToken: string): Promise<OauthGrant>;
  /** Ends the grant that a token is of (RFC 7009). False where the server has no way of doing so. */
  revoke(token: string, kind: "refresh_token" | "access_token"): Promise<boolean>;
}

/** The services that are set up, by name. */
export type OauthProviders = ReadonlyMap<string, OauthProvider>;

/** Secrets that bind an authorization to this server. */
export interface FlowSecrets {
  codeVerifier: string;
  /** Null when no identity is requested. */
  nonce: string | null;
}

export interface AuthorizationRequest extends FlowSecrets {
  redirectUri: string;
  scopes: readonly string[];
  state: string;
}

export interface AuthorizationAnswer extends FlowSecrets {
  redirectUri: string;
  state: string;
  /** Parameters of the redirect, unchanged. */
  parameters: { code: string | null; error: string | null; iss: string | null };
}

export interface OauthGrant {
  accessToken: string;
  /** Null where the server gave none: the one before, if there is one, is still good. */
  refreshToken: string | null;
  /** Seconds; null where the server does not say. */
  expiresIn: number | null;
  /** Null when the server reports none: then the requested scopes were granted. */
  scopes: string[] | null;
  /** The account as people know it, and as the server does. */
  accountLabel: string | null;
  subject: string | null;
}

/** Kinds of server failures that are handled differently. */
export type OauthFaultKind =
  /** The person said no. */
  | "denied"
  /** Code or refresh token are not good. */
  | "invalid_grant"
  /** The response is not from the expected server. */
  | "untrusted"
  /** The server refused what we sent, or our credentials. */
  | "refused"
  /** Not now: an outage, a time limit, a limit of calls, an answer that is none. */
  | "unavailable";

export class OauthProviderFault extends Error {
  readonly kind: OauthFaultKind;

  constructor(kind: OauthFaultKind) {
    super(`The authorization server failed: ${kind}.`);
    this.name = "OauthProviderFault";
    this.kind = kind;
  }
}
