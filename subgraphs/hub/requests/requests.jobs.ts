import { z } from "zod";
import { defineJob } from "../../../src/jobs/define-job.ts";
import type { JobContext } from "../../../src/jobs/job-context.ts";
import type { HubContext } from "../hub.context.ts";
import { purgeRequests } from "./requests.service.ts";

/** Every hour: deletes logged requests of more than 30 days ago. */
export const purgeRequestsJob = defineJob<z.ZodObject, JobContext>({
  name: "purge-request-log",
  schema: z.object({}),
  schedule: { cron: "29 * * * *", payload: {} },
  handler: async (_payload, { context, signal }) => {
    await purgeRequests(context.contextIn("hub") as HubContext, signal);
  },
});
