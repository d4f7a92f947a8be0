import { sha256 } from "../../../src/crypto/crypto.ts";
import type { MessageTokens } from "../crm/messages/message-tokens.ts";

/**
 * The token of an invitation's link. It is signed, so that the job that mails it can make it again, and only its hash is
 * stored: it is valid while it is the one of the invitation's last mail.
 */
export function invitationToken(tokens: MessageTokens, invitationId: string, round: number): string {
  return tokens.sign("invitation", `${invitationId} ${round}`);
}

export function invitationTokenHash(token: string): string {
  return sha256(token).toString("hex");
}
