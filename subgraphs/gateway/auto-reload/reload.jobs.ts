import { z } from "zod";
import { defineJob } from "../../../src/jobs/define-job.ts";
import type { JobContext } from "../../../src/jobs/job-context.ts";
import type { ReloadContext } from "./reload.context.ts";
import { syncStoredEndpoint } from "./reload-endpoint.service.ts";
import { endpointQueue, reloadQueue } from "./reload-queue.service.ts";
import { reviewReload, runReload } from "./run-reload.service.ts";
import { sweepReloads } from "./sweep-reloads.service.ts";

/** Looks at one rule. A charge whose outcome is unknown is asked for again, with the same key, for hours. */
export const autoReloadJob = defineJob<typeof reloadQueue.schema, JobContext>({
  ...reloadQueue,
  retry: { limit: 20, delaySeconds: 2, maxDelaySeconds: 600 },
  concurrency: 4,
  handler: async ({ ownerId, appId, reloadId }, run) => {
    const ctx = run.context.contextIn("gateway", ownerId) as ReloadContext;
    if (reloadId) await reviewReload(ctx, reloadId);
    await runReload(ctx, appId, run.signal);
  },
});

/** Every minute: what no event has told of. Credits that are short, reloads whose job was lost, a new month. */
export const sweepReloadsJob = defineJob<z.ZodObject, JobContext>({
  name: "sweep-reloads",
  schema: z.object({}),
  schedule: { cron: "* * * * *", payload: {} },
  handler: async (_payload, { context, signal }) => {
    await sweepReloads(context.contextIn("gateway") as ReloadContext, signal);
  },
});

/** Tells the hub the webhook address that a rule has now, where the call that saved it could not. */
export const syncReloadEndpointJob = defineJob<typeof endpointQueue.schema, JobContext>({
  ...endpointQueue,
  retry: { limit: 20, delaySeconds: 5, maxDelaySeconds: 600 },
  handler: async ({ ownerId, appId }, { context }) => {
    await syncStoredEndpoint(context.contextIn("gateway", ownerId) as ReloadContext, appId);
  },
});
