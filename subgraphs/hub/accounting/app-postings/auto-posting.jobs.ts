import { z } from "zod";
import { defineJob } from "../../../../src/jobs/define-job.ts";
import type { JobContext } from "../../../../src/jobs/job-context.ts";
import type { HubContext } from "../../hub.context.ts";
import { postRecordsQueue } from "./auto-posting.queue.ts";
import { enqueueCatchUp } from "./on-app-event.service.ts";
import { postChangedRecords } from "./post-changes.service.ts";

/** Posts changed records of an app, where the account has switched that on. */
const postRecordsJob = defineJob<typeof postRecordsQueue.schema, JobContext>({
  ...postRecordsQueue,
  retry: { limit: 10, delaySeconds: 5, maxDelaySeconds: 3_600 },
  handler: async (change, { context, log }) => {
    const outcome = await postChangedRecords(context.contextIn("hub", change.ownerId) as HubContext, change);
    if (outcome.problemCount > 0)
      log.warn({ appId: change.appId, problems: outcome.problemCount }, "Records could not be posted");
  },
});

/** Every night: posts what changed in two days, which covers costs of a whole day and jobs that were given up. */
const catchUpJob = defineJob<z.ZodObject, JobContext>({
  name: "post-app-records-nightly",
  schema: z.object({}),
  schedule: { cron: "20 3 * * *", payload: {} },
  handler: async (_payload, { context }) => {
    await enqueueCatchUp(context.contextIn("hub") as HubContext);
  },
});

export const accountingJobs = [postRecordsJob, catchUpJob];
