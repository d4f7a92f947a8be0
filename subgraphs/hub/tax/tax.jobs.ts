import { z } from "zod";
import { defineJob } from "../../../src/jobs/define-job.ts";
import type { JobContext } from "../../../src/jobs/job-context.ts";
import type { HubContext } from "../hub.context.ts";
import { refreshDueForms } from "./forms/refresh-form.service.ts";

/** Every minute: queries the status of forms without a webhook, or whose sending process died. */
export const refreshTaxFormsJob = defineJob<z.ZodObject, JobContext>({
  name: "refresh-tax-forms",
  schema: z.object({}),
  schedule: { cron: "* * * * *", payload: {} },
  handler: async (_payload, { context, signal }) => {
    await refreshDueForms(context.contextIn("hub") as HubContext, signal);
  },
});
