import { z } from "zod";
import { defineJob } from "../../../src/jobs/define-job.ts";
import type { JobContext } from "../../../src/jobs/job-context.ts";
import { rescoreProperties } from "./rescore.ts";

/** Every night: scores are of the current year and method. On all nights but the year's first there is nothing to do. */
export const rescoreJob = defineJob<z.ZodObject, JobContext>({
  name: "rescore-properties",
  schema: z.object({}),
  schedule: { cron: "1 0 * * *", payload: {} },
  handler: async (_payload, { context, signal, log }) => {
    const count = await rescoreProperties(context.contextIn("property"), signal);
    if (count > 0) log.info({ count }, "Properties scored again");
  },
});
