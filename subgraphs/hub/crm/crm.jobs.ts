import { z } from "zod";
import { defineJob, type AnyJob } from "../../../src/jobs/define-job.ts";
import type { JobContext } from "../../../src/jobs/job-context.ts";
import type { HubContext } from "../hub.context.ts";
import { importQueue } from "./imports/import-queue.ts";
import { giveUpImport, runImport } from "./imports/import-run.service.ts";
import { eraseCrmData } from "./contacts/erase-contacts.service.ts";
import { eraseMessages } from "./messages/erase-messages.service.ts";

const retry = { limit: 10, delaySeconds: 2, maxDelaySeconds: 300 };

const importContactsJob = defineJob<typeof importQueue.schema, JobContext>({
  ...importQueue,
  retry,
  concurrency: 2,
  expireInSeconds: 1_800,
  handler: async ({ importId }, { context, signal, attempt }) => {
    const ctx = context.contextIn("hub") as HubContext;
    try {
      await runImport(ctx, importId, { signal });
    } catch (error) {
      if (attempt > retry.limit) await giveUpImport(ctx, importId);
      throw error;
    }
  },
});

/** Every night: forgets what belonged to accounts that are erased, and reports of imports of three months ago. */
const purgeContactsJob = defineJob<z.ZodObject, JobContext>({
  name: "purge-contacts",
  schema: z.object({}),
  schedule: { cron: "41 2 * * *", payload: {} },
  handler: async (_payload, { context }) => {
    const ctx = context.contextIn("hub") as HubContext;
    await eraseMessages(ctx);
    await eraseCrmData(ctx);
  },
});

export const crmJobs: readonly AnyJob<JobContext>[] = [importContactsJob, purgeContactsJob];
