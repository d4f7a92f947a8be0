import { executeSql } from "../../../src/db/sql.ts";
import { asSystem } from "../../../src/db/transaction.ts";
import type { HubContext } from "../hub.context.ts";

interface Recipient {
  userId: string;
  email: string;
  name: string;
  erasureScheduledAt: string;
}

/**
 * Mails owners and administrators that the organization is being closed, and how to stop it. Safe to run again: mailboxes
 * recognize the messages. Throws when the mail server does not take one now.
 */
export async function mailClosure(
  ctx: HubContext,
  { accountId, closedAt }: { accountId: string; closedAt: string },
): Promise<void> {
  const sql = `SELECT m.user_id AS "userId", u.email, a.name, a.erasure_scheduled_at AS "erasureScheduledAt"
    FROM accounts a JOIN account_members m ON m.owner_id = a.id AND m.role IN ('owner', 'admin')
    JOIN users u ON u.id = m.user_id AND u.email_verified AND u.email IS NOT NULL AND u.deleted_at IS NULL
    WHERE a.id = $1 AND a.closed_at = $2 ORDER BY m.user_id`;
  const recipients = await asSystem(ctx.em, (em) => executeSql<Recipient>(em, sql, [accountId, closedAt]));
  for (const { userId, email, name, erasureScheduledAt } of recipients) {
    const organization = name.replaceAll(/\s+/g, " ");
    const until = new Date(erasureScheduledAt).toISOString();
    const outcome = await ctx.ports.mail.send({
      messageId: `<${accountId}.${Date.parse(closedAt)}.${userId.replaceAll(/[^\w-]/g, "_")}@hub-platform>`,
      to: email,
      subject: `${organization} is being closed`,
      text: `An owner closed ${organization}. Its API keys have stopped, and its members can only read and export its data.

All data is erased at ${until}. Until then you can export it: ${ctx.publicUrl}/data-export

An owner can open the organization again until then: ${ctx.publicUrl}/members
`,
    });
    if (outcome === "refused") ctx.log.warn({ accountId }, "The mail server refused a notice of a closure");
  }
}
