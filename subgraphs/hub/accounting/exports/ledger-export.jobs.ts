import { z } from "zod";
import { defineJob } from "../../../../src/jobs/define-job.ts";
import type { JobContext } from "../../../../src/jobs/job-context.ts";
import type { HubContext } from "../../hub.context.ts";
import { ledgerExportQueue } from "./ledger-export.queue.ts";
import { resumeExports, runExport } from "./run-export.service.ts";

/** Sends the entries of an export. */
const exportJob = defineJob<typeof ledgerExportQueue.schema, JobContext>({
  ...ledgerExportQueue,
  concurrency: 2,
  handler: (payload, { context, signal }) =>
    runExport(context.contextIn("hub") as HubContext, payload, signal),
});

/** Every ten minutes: exports whose run was killed are continued. */
const resumeJob = defineJob<z.ZodObject, JobContext>({
  name: "resume-ledger-exports",
  schema: z.object({}),
  schedule: { cron: "*/10 * * * *", payload: {} },
  handler: async (_payload, { context }) => {
    await resumeExports(context.contextIn("hub") as HubContext);
  },
});

export const ledgerExportJobs = [exportJob, resumeJob];
