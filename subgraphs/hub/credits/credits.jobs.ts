import { z } from "zod";
import { defineJob } from "../../../src/jobs/define-job.ts";
import type { JobContext } from "../../../src/jobs/job-context.ts";
import type { HubContext } from "../hub.context.ts";
import { announceExpiringLots } from "./expiring-lots.service.ts";
import { expireLots } from "./expire-lots.service.ts";
import { expireHolds } from "./holds.service.ts";

/** Every minute: expires due holds, then due credits. */
export const expireCreditsJob = defineJob<z.ZodObject, JobContext>({
  name: "expire-credits",
  schema: z.object({}),
  schedule: { cron: "* * * * *", payload: {} },
  handler: async (_payload, { context }) => {
    const ctx = context.contextIn("hub") as HubContext;
    await expireHolds(ctx);
    await expireLots(ctx);
  },
});

/** Every day: notifies owners of credits that expire within 30 and within 7 days. */
export const expiringCreditsJob = defineJob<z.ZodObject, JobContext>({
  name: "announce-expiring-credits",
  schema: z.object({}),
  schedule: { cron: "15 0 * * *", payload: {} },
  handler: async (_payload, { context }) => {
    await announceExpiringLots(context.contextIn("hub") as HubContext);
  },
});
