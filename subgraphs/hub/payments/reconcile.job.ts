import { z } from "zod";
import { defineJob } from "../../../src/jobs/define-job.ts";
import type { JobContext } from "../../../src/jobs/job-context.ts";
import type { HubContext } from "../hub.context.ts";
import { reconcilePayments } from "./reconcile.service.ts";

/** Every night: payments that are long open are read from the processor again. */
export const reconcilePaymentsJob = defineJob<z.ZodObject, JobContext>({
  name: "reconcile-payments",
  schema: z.object({}),
  schedule: { cron: "17 3 * * *", payload: {} },
  expireInSeconds: 3_600,
  handler: async (_payload, { context, signal, log }) => {
    const counts = await reconcilePayments(context.contextIn("hub") as HubContext, { signal });
    log.info(counts, "Payments were reconciled");
  },
});
