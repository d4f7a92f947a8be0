import { z } from "zod";
import { defineJob } from "../../../../src/jobs/define-job.ts";
import type { JobContext } from "../../../../src/jobs/job-context.ts";
import type { GatewayContext } from "../../base/gateway.context.ts";
import { settlePayroll } from "./settle-payroll.service.ts";

/** Every five minutes: pays due runs and contractor payments. */
export const settlePayrollJob = defineJob<z.ZodObject, JobContext>({
  name: "settle-payroll",
  schema: z.object({}),
  schedule: { cron: "*/5 * * * *", payload: {} },
  handler: async (_payload, { context, log }) => {
    const paid = await settlePayroll(context.contextIn("gateway") as GatewayContext);
    if (paid > 0) log.info({ paid }, "Payroll was paid");
  },
});
