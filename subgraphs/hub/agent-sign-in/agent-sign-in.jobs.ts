import { z } from "zod";
import { defineJob } from "../../../src/jobs/define-job.ts";
import type { JobContext } from "../../../src/jobs/job-context.ts";
import type { HubContext } from "../hub.context.ts";
import { purgeRecords } from "./sign-in-record.rows.ts";

/** Four times an hour: deletes expired records, since anybody can begin sign-ins that nobody completes. */
export const purgeSignInRecordsJob = defineJob<z.ZodObject, JobContext>({
  name: "purge-sign-in-records",
  schema: z.object({}),
  schedule: { cron: "7,22,37,52 * * * *", payload: {} },
  handler: async (_payload, { context }) => {
    const ctx = context.contextIn("hub") as HubContext;
    await purgeRecords(ctx.em, ctx.clock.now());
  },
});
