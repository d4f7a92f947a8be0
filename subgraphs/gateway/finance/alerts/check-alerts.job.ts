import { z } from "zod";
import { defineJob } from "../../../../src/jobs/define-job.ts";
import type { JobContext } from "../../../../src/jobs/job-context.ts";
import type { FinanceContext } from "../finance.context.ts";
import { findWatchedAccounts, fireAlerts } from "./fire-alerts.service.ts";

/** Every five minutes: fires alerts of all accounts. One that fails does not affect the others. */
export const checkAlertsJob = defineJob<z.ZodObject, JobContext>({
  name: "check-finance-alerts",
  schema: z.object({}),
  schedule: { cron: "*/5 * * * *", payload: {} },
  handler: async (_payload, { context, log, signal }) => {
    for (const ownerId of await findWatchedAccounts(context.contextIn("gateway") as FinanceContext)) {
      if (signal.aborted) return;
      await fireAlerts(context.contextIn("gateway", ownerId) as FinanceContext).catch((err: unknown) =>
        log.error({ err, ownerId }, "Alerts of an account were not checked"),
      );
    }
  },
});
