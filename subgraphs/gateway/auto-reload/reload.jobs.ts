import { z } from "zod";
import { defineJob } from "../../../src/jobs/define-job.ts";
import type { JobContext } from "../../../src/jobs/job-context.ts";
import type { ReloadContext } from "./reload.context.ts";
import { syncStoredEndpoint } from "./reload-endpoint.service.ts";
import { endpointQueue, reloadQueue } from "./reload-queue.service.ts";
import { reviewReload, runReload } from "./run-reload.service.ts";
import { sweepReloads } from "./sweep-reloads.service.ts";

/** Runs one rule. A charge with an unknown outcome is retried with the same key, for hours. */
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

/** Every minute: picks up low credits without an event, reloads whose job was lost, and new months. */
export const sweepReloadsJob = defineJob<z.ZodObject, JobContext>({
  name: "sweep-reloads",
  schema: z.object({}),
  schedule: { cron: "* * * * *", payload: {} },
  handler: async (_payload, { context, signal }) => {
    await sweepReloads(context.contextIn("gateway") as ReloadContext, signal);
  },
});

/** Registers a rule's current webhook URL at the hub, when the request that saved it could not. */
export const syncReloadEndpointJob = defineJob<typeof endpointQueue.schema, JobContext>({
  ...endpointQueue,
  retry: { limit: 20, delaySeconds: 5, maxDelaySeconds: 600 },
  handler: async ({ ownerId, appId }, { context }) => {
    await syncStoredEndpoint(context.contextIn("gateway", ownerId) as ReloadContext, appId);
  },
});
