import { z } from "zod";
import { defineJob } from "../../../src/jobs/define-job.ts";
import type { JobContext } from "../../../src/jobs/job-context.ts";
import type { HvutContext } from "./hvut.context.ts";
import { refreshDueFilings } from "./filings/acknowledge.service.ts";

/** Every minute: polls the status of submitted returns, and resends those that were never received. */
export const refreshFilingsJob = defineJob<z.ZodObject, JobContext>({
  name: "refresh-filings",
  schema: z.object({}),
  schedule: { cron: "* * * * *", payload: {} },
  handler: async (_payload, { context }) => {
    await refreshDueFilings(context.contextIn("gateway") as HvutContext);
  },
});
