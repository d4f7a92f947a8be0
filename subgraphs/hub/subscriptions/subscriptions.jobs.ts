import { z } from "zod";
import { defineJob } from "../../../src/jobs/define-job.ts";
import type { JobContext } from "../../../src/jobs/job-context.ts";
import type { HubContext } from "../hub.context.ts";
import { endUnusable } from "./endings.service.ts";
import { recordLapses } from "./lapses.service.ts";
import { reconcileSubscriptions } from "./reconcile-subscriptions.service.ts";

/** Every minute: announces changes by time, and ends unusable subscriptions at the processor. */
export const subscriptionLapsesJob = defineJob<z.ZodObject, JobContext>({
  name: "note-subscription-lapses",
  schema: z.object({}),
  schedule: { cron: "* * * * *", payload: {} },
  handler: async (_payload, { context }) => {
    const ctx = context.contextIn("hub") as HubContext;
    await recordLapses(ctx);
    await endUnusable(ctx);
  },
});

/** Every night: reads subscriptions again that had no event for a day. */
export const reconcileSubscriptionsJob = defineJob<z.ZodObject, JobContext>({
  name: "reconcile-subscriptions",
  schema: z.object({}),
  schedule: { cron: "23 2 * * *", payload: {} },
  expireInSeconds: 3_600,
  handler: async (_payload, { context }) => {
    await reconcileSubscriptions(context.contextIn("hub") as HubContext);
  },
});
