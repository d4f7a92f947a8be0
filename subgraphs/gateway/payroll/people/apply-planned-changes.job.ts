import { z } from "zod";
import { defineJob } from "../../../../src/jobs/define-job.ts";
import type { JobContext } from "../../../../src/jobs/job-context.ts";
import type { GatewayContext } from "../../base/gateway.context.ts";
import { applyPlannedChanges } from "./apply-planned-changes.service.ts";

/** Every hour: shows planned changes whose day has come on their employees. Runs use them by pay date anyway. */
export const applyPlannedChangesJob = defineJob<z.ZodObject, JobContext>({
  name: "apply-planned-changes",
  schema: z.object({}),
  schedule: { cron: "0 * * * *", payload: {} },
  handler: async (_payload, { context, log }) => {
    const changed = await applyPlannedChanges(context.contextIn("gateway") as GatewayContext);
    if (changed > 0) log.info({ changed }, "Planned changes to employees were applied");
  },
});
