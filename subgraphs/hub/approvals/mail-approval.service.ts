import { approvingApps, rightsOf, type AccountRole, type AppRights } from "../../../src/access/roles.ts";
import { executeSql } from "../../../src/db/sql.ts";
import { asSystem } from "../../../src/db/transaction.ts";
import type { MailMessage } from "../../../src/mail/mail.port.ts";
import type { HubContext } from "../hub.context.ts";
import { isWanted } from "../notifications/notifications.service.ts";
import { findRows, statusAt, type ApprovalRow } from "./approval.rows.ts";
import { decidableKinds } from "./may-decide.ts";

interface Recipient {
  userId: string;
  email: string;
  role: AccountRole;
  appRights: AppRights;
}

/**
 * Mails a pending request to each member who can decide it and has not switched these mails off. Safe to run again: mailboxes recognize the messages. Throws when
 * the mail server does not take one now.
 */
export async function mailApproval(ctx: HubContext, requestId: string): Promise<void> {
  const found = await asSystem(ctx.em, async (em) => {
    const [row] = await findRows(em, "approval_requests", "id = $1", [requestId]);
    if (!row) return null;
    const [account] = await executeSql<{ name: string }>(em, "SELECT name FROM accounts WHERE id = $1", [
      row.ownerId,
    ]);
    const members = await executeSql<Recipient>(
      em,
      `SELECT m.user_id AS "userId", m.role, m.app_rights AS "appRights", u.email
       FROM account_members m JOIN users u ON u.id = m.user_id
       WHERE m.owner_id = $1 AND u.email IS NOT NULL AND u.email_verified AND u.deleted_at IS NULL
         AND u.suspended_at IS NULL AND m.user_id <> $2 AND m.user_id IS DISTINCT FROM $3`,
      [row.ownerId, row.requesterId, row.requesterPerson],
    );
    return { row, members, organization: account?.name ?? "" };
  });
  if (!found || statusAt(found.row, ctx.clock.now()) !== "pending") return;
  const { row, members, organization } = found;
  for (const member of members.filter((one) => canDecide(one, row))) {
    // The preference is the person's own, not the organization's.
    if (!(await isWanted(ctx.em, member.userId, "approval_requested"))) continue;
    const outcome = await ctx.ports.mail.send(compose(ctx, row, { ...member, organization }));
    if (outcome === "refused") ctx.log.warn({ requestId }, "The mail server refused an approval request");
  }
}

function canDecide({ role, appRights }: Recipient, { kind }: ApprovalRow): boolean {
  return decidableKinds({ rights: rightsOf(role), approves: approvingApps(role, appRights) }).includes(kind);
}

function compose(
  { publicUrl }: HubContext,
  { id, operation, kind, expiresAt }: ApprovalRow,
  { email, userId, organization }: Recipient & { organization: string },
): MailMessage {
  const name = organization.replaceAll(/\s+/g, " ");
  return {
    messageId: `<${id}.${userId.replaceAll(/[^\w-]/g, "_")}@hub-platform>`,
    to: email,
    subject: `Approval needed in ${name}`,
    text: `A member or key of ${name} asks for the approval of ${operation} (${kind.replace("_", " ")}).

See the request and decide: ${publicUrl}/approvals (${id})

Nothing happens until another member approves it. The request expires at ${new Date(expiresAt).toISOString()}.
`,
  };
}
