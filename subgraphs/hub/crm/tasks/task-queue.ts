import { z } from "zod";

/** The job that mails the reminder of a task. */
export const reminderQueue = { name: "mail-task-reminder", schema: z.object({ taskId: z.string() }) };
