import { defineJob } from "../../../src/jobs/define-job.ts";
import type { JobContext } from "../../../src/jobs/job-context.ts";
import type { HubContext } from "../hub.context.ts";
import { dataExportQueue } from "./data-export-queue.ts";
import { runDataExport } from "./run-export.service.ts";

const retries = 5;

/**
 * Writes the archive of one data export. Each subgraph is read with its own role, as the account: its row-level security
 * decides which rows those are.
 */
export const exportDataJob = defineJob<typeof dataExportQueue.schema, JobContext>({
  ...dataExportQueue,
  retry: { limit: retries, delaySeconds: 2, maxDelaySeconds: 300 },
  expireInSeconds: 3_600,
  handler: ({ exportId }, { context, signal, attempt }) =>
    runDataExport(context.contextIn("hub") as HubContext, exportId, {
      sourcesOf: (ownerId) =>
        context.ownData.map((data) => ({ data, ctx: context.contextIn(data.schema, ownerId) })),
      signal,
      isLastAttempt: attempt > retries,
    }),
});
