import type { SecretList } from "../../src/config/secret-list.ts";

/** How people sign in who connect an agent. */
export interface SignInSettings {
  /** The issuer at which they sign in. */
  issuer: string;
  /** The platform as a client of the issuer; without a secret it is a public client, with PKCE. */
  client: { id: string; secret: string | null };
  /** Sign tokens and cookies and seal the state of sign-ins, newest first, at least 32 bytes each. */
  secrets: SecretList;
}

/** Paths of the authorization server. */
export const signInPaths = {
  metadata: "/.well-known/oauth-authorization-server",
  authorize: "/oauth/authorize",
  token: "/oauth/token",
  register: "/oauth/register",
  revoke: "/oauth/revoke",
  interaction: "/oauth/interaction",
  callback: "/oauth/callback",
} as const;

/** The protected resource: agents' tokens are good at the agent door alone. */
export function resourceOf(publicUrl: string): string {
  return `${publicUrl}/mcp`;
}
