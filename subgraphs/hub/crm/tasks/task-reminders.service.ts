import { emitEvents } from "../../../../src/db/outbox.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { asSystem } from "../../../../src/db/transaction.ts";
import { enqueue } from "../../../../src/jobs/enqueue.ts";
import type { HubContext } from "../../hub.context.ts";
import { isWanted } from "../../notifications/notifications.service.ts";
import { selectTasks, taskEvent } from "./task.rows.ts";
import { reminderQueue } from "./task-queue.ts";

/** Tasks per transaction. */
const batchSize = 100;

/**
 * Hands due reminders of open tasks to the job queue, each once, and emits `crm.task.due`. Accounts that are closed or
 * suspended have none: a reminder that became due meanwhile is sent when the account is restored. Any number of
 * processes may run it. Returns how many there were.
 */
export async function enqueueReminders(ctx: HubContext): Promise<number> {
  for (let total = 0; ;) {
    const claimed = await asSystem(ctx.em, async (em) => {
      const now = ctx.clock.now();
      const rows = await executeSql<{ id: string; ownerId: string }>(em, claimSql, [now, batchSize]);
      const owners = new Map(rows.map(({ id, ownerId }) => [id, ownerId]));
      const tasks = await selectTasks(em, "t.id = ANY($1) ORDER BY t.id", [[...owners.keys()]]);
      await emitEvents(
        em,
        tasks.map((task) => taskEvent("due", owners.get(task.taskId)!, task)),
      );
      for (const { taskId } of tasks) await enqueue(em, reminderQueue, { taskId }, { singletonKey: taskId });
      return tasks.length;
    });
    total += claimed;
    if (claimed < batchSize) return total;
  }
}

const claimSql = `
  UPDATE crm_tasks SET reminded_at = $1 WHERE id IN (
    SELECT t.id FROM crm_tasks t JOIN account_holders h ON h.id = t.owner_id
    WHERE t.status = 'open' AND t.reminded_at IS NULL AND t.remind_at <= $1
      AND h.suspended_at IS NULL AND h.deleted_at IS NULL
    ORDER BY t.remind_at LIMIT $2 FOR UPDATE OF t SKIP LOCKED)
  RETURNING id, owner_id AS "ownerId"`;

/**
 * Mails the reminder of a task to its assignee, or to the person of a personal account, while the task is open, the
 * account too, the address verified and the mail wanted. Safe to run again: mailboxes recognize the message. Throws when
 * the mail server does not take it now.
 */
export async function mailReminder(ctx: HubContext, taskId: string): Promise<void> {
  const [found] = await asSystem(ctx.em, (em) => executeSql<Reminder>(em, recipientSql, [taskId]));
  if (!found) return;
  // The preference is the person's own, not the organization's.
  if (!(await isWanted(ctx.em, found.userId, "task_reminder"))) return;
  const title = found.title.replaceAll(/\s+/g, " ");
  const due = found.dueAt === null ? [] : [`Due: ${new Date(found.dueAt).toISOString()}`];
  const answer = await ctx.ports.mail.send({
    messageId: `<${taskId}.reminder@hub-platform>`,
    to: found.email,
    subject: `Reminder: ${title}`,
    text: `${[title, ...due, ...(found.notes === null ? [] : [found.notes]), `Task: ${taskId}`].join("\n\n")}\n`,
  });
  if (answer === "refused") ctx.log.warn({ taskId }, "The mail server refused the reminder of a task");
}

interface Reminder {
  userId: string;
  email: string;
  title: string;
  notes: string | null;
  dueAt: string | null;
}

const recipientSql = `
  SELECT u.id AS "userId", u.email, t.title, t.notes, t.due_at AS "dueAt"
  FROM crm_tasks t JOIN account_holders h ON h.id = t.owner_id JOIN users u ON u.id = coalesce(t.assignee, t.owner_id)
  WHERE t.id = $1 AND t.status = 'open' AND h.suspended_at IS NULL AND h.deleted_at IS NULL
    AND u.email IS NOT NULL AND u.email_verified AND u.deleted_at IS NULL AND u.suspended_at IS NULL
    AND (u.id = t.owner_id OR EXISTS (
      SELECT 1 FROM account_members m WHERE m.owner_id = t.owner_id AND m.user_id = u.id))`;
