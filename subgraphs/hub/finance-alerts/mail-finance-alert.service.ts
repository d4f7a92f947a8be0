import { z } from "zod";
import { executeSql } from "../../../src/db/sql.ts";
import { asSystem } from "../../../src/db/transaction.ts";
import { enqueue } from "../../../src/jobs/enqueue.ts";
import type { HubContext } from "../hub.context.ts";
import { isWanted } from "../notifications/notifications.service.ts";

/** The job that mails a fired alert. */
export const alertMailQueue = {
  name: "mail-finance-alert",
  schema: z.object({ alertEventId: z.string(), ownerId: z.string(), message: z.string() }),
};

const eventType = "finance.alert_mail";
const payloadSchema = z.object({ object: z.object({ id: z.string(), message: z.string() }) });

/** A committed event of any subgraph, as its relay hands it over. */
interface CommittedEvent {
  type: string;
  ownerId: string | null;
  payload: unknown;
}

/** Enqueues the mails of fired alerts. A repeated event makes a second job, whose message mailboxes recognize. */
export async function enqueueAlertMails(ctx: HubContext, events: readonly CommittedEvent[]): Promise<void> {
  const fired = events.filter(({ type, ownerId }) => type === eventType && ownerId !== null);
  if (fired.length === 0) return;
  await asSystem(ctx.em, async (em) => {
    for (const { ownerId, payload } of fired) {
      const { id: alertEventId, message } = payloadSchema.parse(payload).object;
      const job = { alertEventId, ownerId: ownerId!, message };
      await enqueue(em, alertMailQueue, job, { singletonKey: alertEventId });
    }
  });
}

/**
 * Mails a fired alert to the account's verified address, while the account is open and wants the mail. Throws when the mail
 * server does not take it now.
 */
export async function mailAlert(
  ctx: HubContext,
  { alertEventId, ownerId, message }: z.output<typeof alertMailQueue.schema>,
): Promise<void> {
  const [found] = await asSystem(ctx.em, (em) => executeSql<{ email: string }>(em, recipientSql, [ownerId]));
  if (!found || !(await isWanted(ctx.em, ownerId, "finance_alert"))) return;
  const line = message.replaceAll(/\s+/g, " ");
  const answer = await ctx.ports.mail.send({
    messageId: `<${alertEventId}@hub-platform>`,
    to: found.email,
    subject: "Alert of your personal finances",
    text: `${line}\n\nChange or delete your alerts: GET /finance/alerts\n`,
  });
  if (answer === "refused") ctx.log.warn({ alertEventId }, "The mail server refused an alert");
}

const recipientSql = `SELECT email FROM account_holders
  WHERE id = $1 AND email IS NOT NULL AND email_verified AND deleted_at IS NULL AND suspended_at IS NULL`;
