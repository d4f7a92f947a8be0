const prefix = "agent:";

/** The session ID in tokens of an agent's sign-in, by the ID of its grant. */
export function agentSessionOf(grantId: string): string {
  return `${prefix}${grantId}`;
}

/** The grant of an agent's session; null for a session at the identity provider. */
export function grantOfSession(issuerSession: string): string | null {
  return issuerSession.startsWith(prefix) ? issuerSession.slice(prefix.length) : null;
}
