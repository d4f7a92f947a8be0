import { executeSql } from "../../../src/db/sql.ts";
import { asSystem } from "../../../src/db/transaction.ts";
import type { MailMessage } from "../../../src/mail/mail.port.ts";
import type { HubContext } from "../hub.context.ts";
import { isWanted } from "../notifications/notifications.service.ts";
import { selectDomains } from "./account-domain.rows.ts";
import { recordOf } from "./domain-name.ts";

interface Administrator {
  userId: string;
  email: string;
}

/**
 * Mails the owners and admins of an organization that the verification of its domain has ended, but those who switched these
 * mails off. Safe to run again: mailboxes recognize the messages. Throws when the mail server does not take one now.
 */
export async function mailEndedDomain(
  ctx: HubContext,
  { domainId, endedAt }: { domainId: string; endedAt: string },
): Promise<void> {
  const found = await asSystem(ctx.em, async (em) => {
    // Verified again or removed in the meantime: nobody has to do anything.
    const [row] = await selectDomains(em, "id = $1 AND verified_at IS NULL", [domainId]);
    if (!row) return null;
    const [account] = await executeSql<{ name: string }>(em, "SELECT name FROM accounts WHERE id = $1", [
      row.ownerId,
    ]);
    const administrators = await executeSql<Administrator>(
      em,
      `SELECT m.user_id AS "userId", u.email FROM account_members m JOIN users u ON u.id = m.user_id
       WHERE m.owner_id = $1 AND m.role IN ('owner', 'admin') AND u.email IS NOT NULL AND u.email_verified
         AND u.deleted_at IS NULL AND u.suspended_at IS NULL`,
      [row.ownerId],
    );
    return { row, administrators, organization: account?.name ?? "" };
  });
  if (!found) return;
  const { row, administrators, organization } = found;
  for (const { userId, email } of administrators) {
    // The preference is the person's own, not the organization's.
    if (!(await isWanted(ctx.em, userId, "domain_verification_ended"))) continue;
    const round = `${row.id}.${Date.parse(endedAt)}.${userId.replaceAll(/[^\w-]/g, "_")}`;
    const message = compose({ ...row, organization, record: recordOf(row.domain, row.challenge) });
    const outcome = await ctx.ports.mail.send({
      ...message,
      messageId: `<${round}@hub-platform>`,
      to: email,
    });
    if (outcome === "refused") ctx.log.warn({ domainId }, "The mail server refused a mail about a domain");
  }
}

function compose({
  id,
  domain,
  organization,
  record: { name, value },
}: {
  id: string;
  domain: string;
  organization: string;
  record: { name: string; value: string };
}): Pick<MailMessage, "subject" | "text"> {
  const account = organization.replaceAll(/\s+/g, " ");
  return {
    subject: `${domain} is no longer verified`,
    text: `The DNS record that verifies ${domain} for ${account} has been missing for 7 days. The verification has ended, and
people with an address of this domain cannot join without an invitation any more. Members stay members.

To verify the domain again, publish this TXT record and send the request:
${name} TXT "${value}"
POST /account/domains/${id}/verify
`,
  };
}
