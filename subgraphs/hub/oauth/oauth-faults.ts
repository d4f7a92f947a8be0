import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from "openid-client";
import type { Logger } from "pino";
import { OauthProviderFault, type OauthFaultKind } from "./oauth.port.ts";

/** Errors of the authorization endpoint that are a person's no. */
const denials = new Set(["access_denied", "user_denied", "consent_required", "user_cancelled_login"]);
/** Errors of the token endpoint that are temporary. */
const passing = new Set(["server_error", "temporarily_unavailable", "slow_down", "rate_limited"]);
/** Errors of an identity token or parameter that was issued by another party or altered. */
const untrustedCodes = new Set([
  "OAUTH_JWT_CLAIM_COMPARISON_FAILED",
  "OAUTH_JWT_TIMESTAMP_CHECK_FAILED",
  "OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED",
  "OAUTH_INVALID_SIGNATURE",
  "OAUTH_KEY_SELECTION_FAILED",
]);

/**
 * Runs one call of the library and maps its errors to the port's faults. The cause is dropped: it holds our secret,
 * tokens, and the provider's text.
 */
export async function withFaults<T>(
  { provider, step, log }: { provider: string; step: string; log: Logger },
  call: () => Promise<T>,
): Promise<T> {
  try {
    return await call();
  } catch (thrown) {
    if (thrown instanceof OauthProviderFault) throw thrown;
    const fault = new OauthProviderFault(kindOf(thrown));
    const facts = { provider, step, kind: fault.kind, ...factsOf(thrown) };
    if (fault.kind === "refused")
      log.error({ ...facts, alert: "oauth_client" }, "An authorization server rejected our request");
    else log.warn(facts, "An authorization server returned an error");
    throw fault;
  }
}

function kindOf(thrown: unknown): OauthFaultKind {
  if (thrown instanceof AuthorizationResponseError) {
    if (denials.has(thrown.error)) return "denied";
    return passing.has(thrown.error) ? "unavailable" : "refused";
  }
  if (thrown instanceof ResponseBodyError) {
    if (thrown.status >= 500 || thrown.status === 429 || passing.has(thrown.error)) return "unavailable";
    return thrown.error === "invalid_grant" ? "invalid_grant" : "refused";
  }
  if (thrown instanceof ClientError && untrustedCodes.has(thrown.code ?? "")) return "untrusted";
  // How servers refuse our credentials (RFC 6749 5.2).
  if (thrown instanceof WWWAuthenticateChallengeError) return thrown.status < 500 ? "refused" : "unavailable";
  // A refusal by status alone, without a word of the standard, says nothing about the grant.
  return "unavailable";
}

/** Words of the standard and of the library; the provider's own text stays out. */
function factsOf(thrown: unknown): Record<string, unknown> {
  if (thrown instanceof ResponseBodyError || thrown instanceof AuthorizationResponseError) {
    const error = /^[\w.-]{1,64}$/.test(thrown.error) ? thrown.error : "other";
    return { error, ...("status" in thrown ? { status: thrown.status } : {}) };
  }
  if (thrown instanceof WWWAuthenticateChallengeError) return { status: thrown.status };
  if (thrown instanceof ClientError) return { reason: thrown.code ?? thrown.message };
  return { reason: thrown instanceof Error ? thrown.name : "unknown" };
}
