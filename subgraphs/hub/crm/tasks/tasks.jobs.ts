import { z } from "zod";
import { defineJob, type AnyJob } from "../../../../src/jobs/define-job.ts";
import type { JobContext } from "../../../../src/jobs/job-context.ts";
import type { HubContext } from "../../hub.context.ts";
import { reminderQueue } from "./task-queue.ts";
import { enqueueReminders, mailReminder } from "./task-reminders.service.ts";

const nothing = z.object({});

/** Every minute: hands due reminders of tasks over. */
const dueRemindersJob = defineJob<typeof nothing, JobContext>({
  name: "enqueue-task-reminders",
  schema: nothing,
  schedule: { cron: "* * * * *", payload: {} },
  handler: async (_payload, { context }) => {
    await enqueueReminders(context.contextIn("hub") as HubContext);
  },
});

/** Mails the reminder of a task. */
const mailReminderJob = defineJob<typeof reminderQueue.schema, JobContext>({
  ...reminderQueue,
  handler: async ({ taskId }, { context }) => {
    await mailReminder(context.contextIn("hub") as HubContext, taskId);
  },
});

export const taskJobs: readonly AnyJob<JobContext>[] = [dueRemindersJob, mailReminderJob];
