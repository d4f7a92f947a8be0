import { z } from "zod";
import { defineJob } from "../../../src/jobs/define-job.ts";
import type { JobContext } from "../../../src/jobs/job-context.ts";
import { rescoreProperties } from "./rescore.ts";

/**
 * Keeps scores on the current year and method: runs from the first minute of a year on, and within ten minutes of a
 * release with another method. At all other times it does nothing.
 */
export const rescoreJob = defineJob<z.ZodObject, JobContext>({
  name: "rescore-properties",
  schema: z.object({}),
  schedule: { cron: "1-59/10 * * * *", payload: {} },
  handler: async (_payload, { context, signal, log }) => {
    const count = await rescoreProperties(context.contextIn("property"), signal);
    if (count > 0) log.info({ count }, "Properties scored again");
  },
});
