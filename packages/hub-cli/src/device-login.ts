import { setTimeout as wait } from "node:timers/promises";
import type { Session } from "./credentials.ts";
import { UsageError } from "./usage-error.ts";

const grantType = "urn:ietf:params:oauth:grant-type:device_code";
const clientId = "hub-cli";

interface DeviceAuthorization {
  device_code: string;
  user_code: string;
  verification_uri: string;
  verification_uri_complete?: string;
  expires_in: number;
  interval?: number;
}

interface TokenResponse {
  access_token?: string;
  expires_in?: number;
  refresh_token?: string;
  error?: string;
}

interface Endpoints {
  device: string;
  token: string;
}

/**
 * Signs in with the device flow (RFC 8628) of the platform's identity provider. `show` gets the code and the page where the
 * person enters it. Throws UsageError when the person declines or the code expires.
 */
export async function signIn(
  url: string,
  show: (code: string, page: string) => void,
  { scope, clientId: client = clientId }: { scope?: string | undefined; clientId?: string | undefined } = {},
): Promise<Session> {
  const { device, token } = await discover(url);
  const form = { client_id: client, ...(scope === undefined ? {} : { scope }) };
  const { ok, body } = await postForm<DeviceAuthorization>(device, form);
  if (!ok) throw new UsageError("The identity provider refused to start a sign-in.");
  show(body.user_code, body.verification_uri_complete ?? body.verification_uri);
  const deadline = Date.now() + body.expires_in * 1000;
  let seconds = body.interval ?? 5;
  while (Date.now() < deadline) {
    await wait(seconds * 1000);
    const answer = await requestToken(token, {
      grant_type: grantType,
      device_code: body.device_code,
      client_id: client,
    });
    if (answer.access_token !== undefined) return toSession(answer, token, client);
    if (answer.error === "slow_down") seconds += 5;
    else if (answer.error !== "authorization_pending") throw new UsageError(reasonOf(answer.error));
  }
  throw new UsageError(reasonOf("expired_token"));
}

/** A new access token. Throws UsageError when the person must sign in again. */
export async function refresh({ refreshToken, tokenEndpoint, clientId: client }: Session): Promise<Session> {
  if (refreshToken === null) throw new UsageError("Your session has expired. Run `hub login`.");
  const answer = await requestToken(tokenEndpoint, {
    grant_type: "refresh_token",
    refresh_token: refreshToken,
    client_id: client,
  });
  if (answer.access_token === undefined) throw new UsageError("Your session has expired. Run `hub login`.");
  return toSession({ refresh_token: refreshToken, ...answer }, tokenEndpoint, client);
}

function toSession(answer: TokenResponse, tokenEndpoint: string, client: string): Session {
  return {
    accessToken: answer.access_token!,
    expiresAt: Date.now() + (answer.expires_in ?? 300) * 1000,
    refreshToken: answer.refresh_token ?? null,
    tokenEndpoint,
    clientId: client,
  };
}

function reasonOf(error: string | undefined): string {
  if (error === "access_denied") return "The sign-in was declined.";
  if (error === "expired_token") return "The code has expired. Run `hub login` again.";
  return "The identity provider refused the sign-in.";
}

/** The issuer that the platform names, and its endpoints (OpenID Connect Discovery). */
async function discover(url: string): Promise<Endpoints> {
  const { issuer } = await getJson(`${url}/`);
  if (typeof issuer !== "string") throw new UsageError("The platform names no identity provider.");
  const metadata = await getJson(`${requireSafe(issuer)}/.well-known/openid-configuration`);
  const { device_authorization_endpoint: device, token_endpoint: token } = metadata as Record<string, string>;
  if (device === undefined || token === undefined)
    throw new UsageError("The identity provider has no device flow. Set HUB_TOKEN to an API key instead.");
  return { device: requireSafe(device), token: requireSafe(token) };
}

/** Tokens go over https only, or to this machine. */
export function requireSafe(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isLocal = url !== null && ["127.0.0.1", "localhost", "[::1]"].includes(url.hostname);
  if (url?.protocol !== "https:" && !(url?.protocol === "http:" && isLocal))
    throw new UsageError("URLs must use https. http is allowed for this machine only.");
  return text.replace(/\/$/, "");
}

async function getJson(url: string): Promise<Record<string, unknown>> {
  const response = await reach(() =>
    fetch(url, { headers: { accept: "application/json" }, signal: AbortSignal.timeout(10_000) }),
  );
  if (!response.ok) throw new UsageError(`${new URL(url).origin} does not describe its sign-in.`);
  return (await response.json()) as Record<string, unknown>;
}

async function requestToken(endpoint: string, form: Record<string, string>): Promise<TokenResponse> {
  const { body } = await postForm<TokenResponse>(endpoint, form);
  return body;
}

async function postForm<T>(url: string, form: Record<string, string>): Promise<{ ok: boolean; body: T }> {
  const response = await reach(() =>
    fetch(url, {
      method: "POST",
      body: new URLSearchParams(form),
      headers: { accept: "application/json" },
      signal: AbortSignal.timeout(10_000),
    }),
  );
  return { ok: response.ok, body: (await response.json()) as T };
}

async function reach(request: () => Promise<Response>): Promise<Response> {
  try {
    return await request();
  } catch (cause) {
    throw new UsageError("The sign-in failed: no response. Check --url and the network.", { cause });
  }
}
