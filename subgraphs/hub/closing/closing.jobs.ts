import { defineJob } from "../../../src/jobs/define-job.ts";
import type { JobContext } from "../../../src/jobs/job-context.ts";
import type { HubContext } from "../hub.context.ts";
import { endSubscriptionsQueue, mailClosureQueue } from "./closing-queues.ts";
import { endSubscriptions } from "./end-subscriptions.service.ts";
import { mailClosure } from "./mail-closure.service.ts";

/** Lets the subscriptions of a closed organization end with their periods. */
const endSubscriptionsJob = defineJob<typeof endSubscriptionsQueue.schema, JobContext>({
  ...endSubscriptionsQueue,
  retry: { limit: 10, delaySeconds: 10, maxDelaySeconds: 3_600 },
  handler: async (closure, { context }) => {
    await endSubscriptions(context.contextIn("hub", closure.accountId) as HubContext, closure);
  },
});

/** Mails owners and administrators about a closure. */
const mailClosureJob = defineJob<typeof mailClosureQueue.schema, JobContext>({
  ...mailClosureQueue,
  handler: async (closure, { context }) => {
    await mailClosure(context.contextIn("hub") as HubContext, closure);
  },
});

export const closingJobs = [endSubscriptionsJob, mailClosureJob];
