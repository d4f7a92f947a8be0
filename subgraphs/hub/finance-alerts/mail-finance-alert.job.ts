import { defineJob } from "../../../src/jobs/define-job.ts";
import type { JobContext } from "../../../src/jobs/job-context.ts";
import type { HubContext } from "../hub.context.ts";
import { alertMailQueue, mailAlert } from "./mail-finance-alert.service.ts";

/** Mails a fired alert of the finance app. Retries use the same message ID. */
export const mailFinanceAlertJob = defineJob<typeof alertMailQueue.schema, JobContext>({
  ...alertMailQueue,
  retry: { limit: 8, delaySeconds: 5, maxDelaySeconds: 3_600 },
  handler: (job, { context }) => mailAlert(context.contextIn("hub") as HubContext, job),
});
