import { executeSql } from "../../../src/db/sql.ts";
import { asSystem } from "../../../src/db/transaction.ts";
import type { MailMessage } from "../../../src/mail/mail.port.ts";
import type { HubContext } from "../hub.context.ts";
import { isWanted } from "../notifications/notifications.service.ts";
import { findRows, type ApprovalRow } from "./approval.rows.ts";
import type { ApprovalStatus } from "./approval.types.ts";

/** Ends that somebody or something else than the requester brought about. */
const outcomes = {
  executed: "was approved and has run",
  failed: "was approved, but could not be run",
  rejected: "was rejected",
  expired: "expired before it could run",
} as const satisfies Partial<Record<ApprovalStatus, string>>;

type Outcome = keyof typeof outcomes;

/**
 * Mails the end of a request to the person who made it, or whose key did, if that person is still a member and has not
 * switched these mails off. Safe to run again: mailboxes recognize the message. Throws when the mail server does not take it
 * now.
 */
export async function mailOutcome(ctx: HubContext, requestId: string): Promise<void> {
  const found = await asSystem(ctx.em, async (em) => {
    const [row] = await findRows(em, "approval_requests", "id = $1", [requestId]);
    const person = row?.requesterPerson ?? (row?.requesterKind === "user" ? row.requesterId : null);
    const sql = `SELECT u.id AS "userId", u.email, a.name AS organization
      FROM account_members m JOIN users u ON u.id = m.user_id JOIN accounts a ON a.id = m.owner_id
      WHERE m.owner_id = $1 AND m.user_id = $2 AND u.email IS NOT NULL AND u.email_verified
        AND u.deleted_at IS NULL AND u.suspended_at IS NULL`;
    const values = [row?.ownerId, person];
    const [member] = row && person ? await executeSql<Recipient>(em, sql, values) : [];
    return row && member ? { row, member } : null;
  });
  if (!found || !isOutcome(found.row.status)) return;
  const { row, member } = found;
  // The preference is the person's own, not the organization's.
  if (!(await isWanted(ctx.em, member.userId, "approval_result"))) return;
  const answer = await ctx.ports.mail.send(compose(ctx, row, member));
  if (answer === "refused")
    ctx.log.warn({ requestId }, "The mail server refused the outcome of an approval request");
}

interface Recipient {
  userId: string;
  email: string;
  organization: string;
}

function isOutcome(status: string): status is Outcome {
  return Object.hasOwn(outcomes, status);
}

function compose(
  { publicUrl }: HubContext,
  { id, operation, kind, status, reason, failure }: ApprovalRow,
  { email, organization }: Recipient,
): MailMessage {
  const name = organization.replaceAll(/\s+/g, " ");
  const facts = [
    `Your request for the approval of ${operation} (${kind.replace("_", " ")}) in ${name} ${outcomes[status as Outcome]}.`,
    ...(reason === null ? [] : [`Reason: ${reason}`]),
    ...(failure === null ? [] : [`${failure.code}: ${failure.message}`]),
    `See the request: ${publicUrl}/approvals (${id})`,
    status === "executed"
      ? "The same request under its idempotency key returns the result for 24 hours."
      : "Nothing was done. Make the request again if it is still needed.",
  ];
  return {
    messageId: `<${id}.${status}@hub-platform>`,
    to: email,
    subject: `Approval request ${status} in ${name}`,
    text: `${facts.join("\n\n")}\n`,
  };
}
