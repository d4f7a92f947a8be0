import { z } from "zod";
import { defineJob } from "../../../src/jobs/define-job.ts";
import type { JobContext } from "../../../src/jobs/job-context.ts";
import type { HubContext } from "../hub.context.ts";
import { findMissingKeys, purgeFiles } from "./purge-files.service.ts";

/** Every hour: removes deleted and abandoned files from the store, and reports links whose signing key is missing. */
export const purgeFilesJob = defineJob<z.ZodObject, JobContext>({
  name: "purge-files",
  schema: z.object({}),
  schedule: { cron: "23 * * * *", payload: {} },
  handler: async (_payload, { context }) => {
    const ctx = context.contextIn("hub") as HubContext;
    await purgeFiles(ctx);
    await findMissingKeys(ctx);
  },
});
