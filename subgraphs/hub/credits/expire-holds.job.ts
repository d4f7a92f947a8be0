import { z } from "zod";
import { defineJob } from "../../../src/jobs/define-job.ts";
import type { JobContext } from "../../../src/jobs/job-context.ts";
import type { HubContext } from "../hub.context.ts";
import { expireHolds } from "./holds.service.ts";

/** Every minute: holds whose time is over lapse. */
export const expireHoldsJob = defineJob<z.ZodObject, JobContext>({
  name: "expire-credit-holds",
  schema: z.object({}),
  schedule: { cron: "* * * * *", payload: {} },
  handler: async (_payload, { context }) => {
    await expireHolds(context.contextIn("hub") as HubContext);
  },
});
