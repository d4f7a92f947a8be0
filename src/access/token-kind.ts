/** Media types of the header's `typ` that an access token may have (RFC 9068, RFC 7519); absent is common. */
const headerTypes = new Set(["jwt", "at+jwt"]);
/** Values of the claim `typ` by which providers mark access tokens; Keycloak writes `Bearer`. */
const claimTypes = new Set(["bearer", "jwt", "at+jwt", "access", "access_token"]);
/** Claims that ID tokens (OpenID Connect Core) and logout tokens (Back-Channel Logout) have and access tokens lack. */
const foreignClaims = ["at_hash", "c_hash", "s_hash", "events"];

/**
 * True for a token that was issued to call an API. ID tokens, logout tokens and refresh tokens carry the same
 * signature, and an ID token is often sent to more recipients than the access token is.
 */
export function isAccessToken(header: object, payload: object): boolean {
  const type = textOf(header, "typ");
  const claimType = textOf(payload, "typ");
  const use = textOf(payload, "token_use");
  if (type !== undefined && !headerTypes.has(type?.replace(/^application\//, "") ?? "")) return false;
  if (claimType !== undefined && !claimTypes.has(claimType ?? "")) return false;
  if (use !== undefined && use !== "access") return false;
  if (foreignClaims.some((name) => Object.hasOwn(payload, name))) return false;
  // Keycloak before version 25 repeats the nonce in access tokens, which it marks as such.
  const isMarked = claimType !== undefined || use !== undefined || type?.endsWith("at+jwt") === true;
  return isMarked || !Object.hasOwn(payload, "nonce");
}

/** Lower case, null for a value that is not text, undefined when absent. */
function textOf(source: object, name: string): string | null | undefined {
  if (!Object.hasOwn(source, name)) return undefined;
  const value = (source as Record<string, unknown>)[name];
  return typeof value === "string" ? value.toLowerCase() : null;
}
