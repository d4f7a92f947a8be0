import { executeSql } from "../../../src/db/sql.ts";
import { asSystem } from "../../../src/db/transaction.ts";
import type { MailMessage } from "../../../src/mail/mail.port.ts";
import type { HubContext } from "../hub.context.ts";
import { invitationToken } from "./invitation-token.ts";
import { selectInvitations, statusAt, type InvitationRow } from "./invitation.rows.ts";

/**
 * Mails the link of an invitation, if this round is its last and it can still be accepted. Safe to run again: mailboxes
 * recognize the message. Throws when the mail server does not take it now.
 */
export async function sendInvitation(ctx: HubContext, invitationId: string, round: number): Promise<void> {
  const found = await asSystem(ctx.em, async (em) => {
    const [row] = await selectInvitations(em, "id = $1 AND round = $2", [invitationId, round]);
    const sql = "SELECT name FROM accounts WHERE id = $1";
    const [account] = row ? await executeSql<{ name: string }>(em, sql, [row.ownerId]) : [];
    return row && account ? { row, organization: account.name } : null;
  });
  if (!found || statusAt(found.row, ctx.clock.now()) !== "pending") return;
  const outcome = await ctx.ports.mail.send(compose(ctx, found.row, found.organization));
  if (outcome === "refused") ctx.log.warn({ invitationId }, "The mail server refused an invitation");
}

function compose(
  { ports, publicUrl }: HubContext,
  { id, email, round, role, expiresAt }: InvitationRow,
  organization: string,
): MailMessage {
  const token = invitationToken(ports.messageTokens, id, round);
  const name = organization.replaceAll(/\s+/g, " ");
  return {
    messageId: `<${id}.${round}@hub-platform>`,
    to: email,
    subject: `Invitation to ${name}`,
    text: `You are invited to join ${name} with the role ${role.replace("_", "-")}.

See and accept the invitation: ${publicUrl}/account-invitations/${token}

It is valid until ${new Date(expiresAt).toISOString()}, for one person, who signs in with this address. If you do not know the
sender, ignore this mail.
`,
  };
}
