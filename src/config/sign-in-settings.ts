import { z } from "zod";

/** The platform as a client of the identity provider, for people who connect an agent. */
export interface SignInClient {
  id: string;
  /** Null for a public client, which proves itself with PKCE alone. */
  secret: string | null;
}

export const signInShape = {
  OIDC_CLIENT_ID: z
    .string()
    .min(1)
    .max(256)
    .optional()
    .describe(
      "Client ID of the platform at the OpenID Connect issuer, so that people can connect agents (MCP) by signing in. Its redirect URI is PUBLIC_URL/oauth/callback. Default: agents need an API key",
    ),
  OIDC_CLIENT_SECRET: z
    .string()
    .min(1)
    .max(1024)
    .optional()
    .describe("Secret of OIDC_CLIENT_ID. Default: a public client with PKCE"),
};

export const signInSecrets = ["OIDC_CLIENT_SECRET"] as const;

/** The client at the sandbox's issuer, which accepts every client. */
const demoClient: SignInClient = { id: "hub-demo", secret: null };

/** Null where people cannot sign in for agents. */
export function readSignInClient(
  raw: {
    OIDC_CLIENT_ID?: string | undefined;
    OIDC_CLIENT_SECRET?: string | undefined;
    OIDC_ISSUER?: string | undefined;
  },
  isDemo: boolean,
): SignInClient | null {
  const { OIDC_CLIENT_ID: id, OIDC_CLIENT_SECRET: secret = null } = raw;
  if (id !== undefined) return { id, secret };
  return isDemo && raw.OIDC_ISSUER === undefined ? demoClient : null;
}
