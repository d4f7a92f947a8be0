import { z } from "zod";
import { defineJob } from "../../../../src/jobs/define-job.ts";
import type { JobContext } from "../../../../src/jobs/job-context.ts";
import type { PayrollContext } from "../payroll.context.ts";
import { settlePayroll } from "./settle-payroll.service.ts";

/** Every five minutes: begins the payment of due runs and contractor payments. */
export const settlePayrollJob = defineJob<z.ZodObject, JobContext>({
  name: "settle-payroll",
  schema: z.object({}),
  schedule: { cron: "*/5 * * * *", payload: {} },
  handler: async (_payload, { context, log }) => {
    const begun = await settlePayroll(context.contextIn("gateway") as PayrollContext);
    if (begun > 0) log.info({ begun }, "Payment of payroll began");
  },
});
