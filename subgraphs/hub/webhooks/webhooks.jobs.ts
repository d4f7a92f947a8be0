import { z } from "zod";
import { defineJob } from "../../../src/jobs/define-job.ts";
import type { JobContext } from "../../../src/jobs/job-context.ts";
import type { HubContext } from "../hub.context.ts";
import { purgeDeliveries } from "./deliveries.service.ts";
import { notifyOwners } from "./notify-owners.service.ts";

const keepMs = 30 * 24 * 60 * 60 * 1000;

/** Every night: forgets webhooks that were done with 30 days ago. */
export const purgeWebhooksJob = defineJob<z.ZodObject, JobContext>({
  name: "purge-webhooks",
  schema: z.object({}),
  schedule: { cron: "41 3 * * *", payload: {} },
  handler: async (_payload, { context }) => {
    const ctx = context.contextIn("hub") as HubContext;
    await purgeDeliveries(ctx, new Date(ctx.clock.now().getTime() - keepMs));
  },
});

/** Every minute: mails the owners of endpoints that were disabled after failures. */
export const notifyOwnersJob = defineJob<z.ZodObject, JobContext>({
  name: "tell-webhook-owners",
  schema: z.object({}),
  schedule: { cron: "* * * * *", payload: {} },
  handler: async (_payload, { context }) => {
    await notifyOwners(context.contextIn("hub") as HubContext);
  },
});
