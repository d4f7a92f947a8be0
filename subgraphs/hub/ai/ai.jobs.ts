import { z } from "zod";
import { defineJob } from "../../../src/jobs/define-job.ts";
import type { JobContext } from "../../../src/jobs/job-context.ts";
import type { HubContext } from "../hub.context.ts";
import { purgeBudgets } from "./text/budget.service.ts";
import { probeIdleProviders } from "./text/providers-status.service.ts";

/** Every minute: probes idle providers. */
export const probeProvidersJob = defineJob<z.ZodObject, JobContext>({
  name: "probe-ai-providers",
  schema: z.object({}),
  schedule: { cron: "* * * * *", payload: {} },
  handler: async (_payload, { context }) => {
    await probeIdleProviders(context.contextIn("hub") as HubContext);
  },
});

/** Every hour: releases budget reservations of requests that were never settled. */
export const purgeBudgetsJob = defineJob<z.ZodObject, JobContext>({
  name: "purge-ai-budgets",
  schema: z.object({}),
  schedule: { cron: "17 * * * *", payload: {} },
  handler: async (_payload, { context }) => {
    const ctx = context.contextIn("hub") as HubContext;
    await purgeBudgets(ctx.em, ctx.clock.now());
  },
});
