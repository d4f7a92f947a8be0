import { afterAll, beforeAll, expect, test } from "vitest";
import { fixedClock } from "../../../src/time/clock.ts";
import type { MailMessage } from "../../../src/mail/mail.port.ts";
import type { HubContext } from "../../../subgraphs/hub/hub.context.ts";
import { enqueueReminders, mailReminder } from "../../../subgraphs/hub/crm/tasks/task-reminders.service.ts";
import type { TestApp } from "../../support/app.ts";
import { openSharedApp } from "../../support/shared-app.ts";
import { until } from "../../support/poll.ts";
import { addContact, newOwner, type CrmOwner } from "./crm-world.ts";

let app: TestApp;
let owner: CrmOwner;
beforeAll(async () => {
  app = await openSharedApp();
  owner = await person();
});
afterAll(() => app?.close());

/** A person with a verified address. */
async function person(): Promise<CrmOwner> {
  const made = await newOwner(app);
  const sql = "UPDATE hub.users SET email = $2, email_verified = true WHERE id = $1";
  await app.database.query(sql, [made.ownerId, `${made.ownerId}@person.example`]);
  return made;
}

const dueAt = "2031-05-01T09:00:00.000Z";

async function addTask(body: object = {}, { headers } = owner): Promise<string> {
  const answer = await app.post("/crm/tasks", { title: "Call back", dueAt, ...body }, headers);
  expect(answer.status, answer.text).toBe(201);
  return answer.body.task.taskId as string;
}
const complete = (taskId: string) => app.post(`/crm/tasks/${taskId}/complete`, {}, owner.headers);

/** The hub at a moment, with the mails that it sends. */
function hubAt(moment: string) {
  const sent: MailMessage[] = [];
  const ctx = app.running.platform.contextIn("hub") as HubContext;
  const mail = {
    send: (message: MailMessage) => {
      sent.push(message);
      return Promise.resolve("accepted" as const);
    },
  };
  const own = { clock: fixedClock(new Date(moment)), ports: { ...ctx.ports, mail } };
  return { sent, ctx: Object.assign(Object.create(ctx) as HubContext, own) };
}

/** Tasks whose reminder the job queue has. */
async function reminded(taskIds: readonly string[]): Promise<string[]> {
  const rows = await app.database.query<{ id: string }>(
    "SELECT id FROM hub.crm_tasks WHERE id = ANY($1) AND reminded_at IS NOT NULL",
    [taskIds],
  );
  return rows.map(({ id }) => id);
}

test("a task is listed by status, due time and assignee, and completed once", async () => {
  const { contactId } = await addContact(app, owner, { email: "task@person.example" });
  const taskId = await addTask({ contactId, dueAt: "2031-04-01T09:00:00.000Z" });
  const later = await addTask({ contactId });
  const list = async (query: string) =>
    (await app.get(`/crm/tasks?contactId=${contactId}&${query}`, owner.headers)).body;
  const first = await list(`dueBefore=${dueAt}&assignee=${owner.ownerId}`);
  expect(first.tasks).toMatchObject([
    { taskId, status: "open", remindAt: "2031-04-01T09:00:00.000Z", remindedAt: null, completedBy: null },
  ]);
  const done = await complete(taskId);
  expect(done.body.task).toMatchObject({ status: "completed", completedBy: owner.ownerId });
  expect((await complete(taskId)).body.task.completedAt).toBe(done.body.task.completedAt);
  expect((await list("status=open")).tasks.map((task: { taskId: string }) => task.taskId)).toEqual([later]);
  const page = await list("limit=1");
  expect([page.total, page.tasks.length]).toEqual([2, 1]);
  expect((await list(`limit=1&cursor=${page.nextCursor}`)).nextCursor).toBeNull();
  const events = await app.database.query(
    "SELECT type FROM hub.outbox_events WHERE object_id = $1 ORDER BY sequence",
    [taskId],
  );
  expect(events).toEqual([{ type: "crm.task.created" }, { type: "crm.task.completed" }]);
});

test("an assignee must be of the account", async () => {
  const answer = await app.post("/crm/tasks", { title: "X", assignee: "usr_else" }, owner.headers);
  expect([answer.status, answer.body.details.fields[0].rule]).toEqual([400, "member"]);
});

test("a due reminder is handed over once, also by several processes, and its mail arrives", async () => {
  const taskId = await addTask({ remindAt: "2031-04-30T09:00:00.000Z" });
  const early = hubAt("2031-04-30T08:59:59.999Z");
  await enqueueReminders(early.ctx);
  expect(await reminded([taskId])).toEqual([]);
  const due = hubAt("2031-04-30T09:00:00.000Z");
  await Promise.all(Array.from({ length: 4 }, () => enqueueReminders(due.ctx)));
  expect(await enqueueReminders(due.ctx)).toBe(0);
  const events = await app.database.query(
    "SELECT type FROM hub.outbox_events WHERE object_id = $1 AND type = 'crm.task.due'",
    [taskId],
  );
  expect(events).toHaveLength(1);
  const mail = await until("the reminder arrives", async () => {
    const answer = await fetch(`${app.sandboxUrl}/mail/messages`);
    const { messages } = (await answer.json()) as { messages: { text: string; subject: string }[] };
    return messages.filter(({ text }) => text.includes(taskId)).at(0);
  });
  expect(mail.subject).toBe("Reminder: Call back");
});

test("completed tasks, and tasks of suspended and closed accounts, have no reminder", async () => {
  const suspended = await person();
  const closed = await person();
  const done = await addTask();
  await complete(done);
  const ids = [done, await addTask({}, suspended), await addTask({}, closed)];
  const at = "2031-05-01T09:00:00.000Z";
  await app.database.query("UPDATE hub.users SET suspended_at = now() WHERE id = $1", [suspended.ownerId]);
  await app.database.query("UPDATE hub.users SET deleted_at = now() WHERE id = $1", [closed.ownerId]);
  const { ctx, sent } = hubAt(at);
  await enqueueReminders(ctx);
  expect(await reminded(ids)).toEqual([]);
  for (const taskId of ids) await mailReminder(ctx, taskId);
  expect(sent).toEqual([]);
  await app.database.query("UPDATE hub.users SET suspended_at = NULL WHERE id = $1", [suspended.ownerId]);
  await enqueueReminders(ctx);
  expect(await reminded(ids)).toEqual([ids[1]]);
});

test("a reminder goes to a verified address whose person wants it", async () => {
  const taskId = await addTask({ notes: "Bring the offer", title: "Visit" });
  const { ctx, sent } = hubAt(dueAt);
  await mailReminder(ctx, taskId);
  expect(sent).toMatchObject([
    {
      messageId: `<${taskId}.reminder@hub-platform>`,
      to: `${owner.ownerId}@person.example`,
      subject: "Reminder: Visit",
      text: `Visit\n\nDue: ${dueAt}\n\nBring the offer\n\nTask: ${taskId}\n`,
    },
  ]);
  const preferences = [{ event: "task_reminder", channel: "email", enabled: false }];
  const changed = await app.send("PATCH", "/account/notification-preferences", owner.headers, {
    preferences,
  });
  expect(changed.status, changed.text).toBe(200);
  await mailReminder(ctx, taskId);
  expect(sent).toHaveLength(1);
});

test("tasks of an erased contact are erased", async () => {
  const { contactId } = await addContact(app, owner, { email: "gone@person.example" });
  const taskId = await addTask({ contactId });
  await app.send("DELETE", `/crm/contacts/${contactId}`, owner.headers);
  expect(await app.database.query("SELECT 1 FROM hub.crm_tasks WHERE id = $1", [taskId])).toEqual([]);
});
