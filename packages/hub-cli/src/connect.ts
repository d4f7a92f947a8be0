import type { ClientOptions } from "@hub-platform/client/options";
import { credentialsPath, readStored, writeStored, type Environment } from "./credentials.ts";
import { refresh, requireSafe } from "./device-login.ts";

/** Options that all commands have. */
export interface GlobalOptions {
  url?: string;
  account?: string;
  app?: string;
}

const defaultUrl = "http://127.0.0.1:4000";
const marginMs = 30_000;

/** The URL of the platform: `--url`, HUB_URL, the last sign-in, or this machine. */
export async function urlOf({ url }: GlobalOptions, env: Environment): Promise<string> {
  const chosen = url ?? env["HUB_URL"] ?? (await readStored(credentialsPath(env))).current ?? defaultUrl;
  return requireSafe(chosen);
}

/**
 * The settings for requests. The credential is HUB_TOKEN (an API key or an access token) or the session of the last
 * sign-in, which is refreshed when it expires. Without either, requests are anonymous.
 */
export async function connect(options: GlobalOptions, env: Environment): Promise<ClientOptions> {
  const baseUrl = await urlOf(options, env);
  const credential = env["HUB_TOKEN"] ?? (await sessionCredential(baseUrl, env));
  return {
    baseUrl,
    ...(credential === undefined ? {} : { credential }),
    ...(options.account === undefined ? {} : { accountId: options.account }),
    headers: { "user-agent": "hub-cli", ...(options.app === undefined ? {} : { "x-app-id": options.app }) },
  };
}

async function sessionCredential(
  baseUrl: string,
  env: Environment,
): Promise<(() => Promise<string>) | undefined> {
  const path = credentialsPath(env);
  let session = (await readStored(path)).sessions[baseUrl];
  if (session === undefined) return undefined;
  return async () => {
    if (session!.expiresAt - marginMs < Date.now()) {
      session = await refresh(session!);
      const stored = await readStored(path);
      stored.sessions[baseUrl] = session;
      await writeStored(path, stored);
    }
    return session!.accessToken;
  };
}
