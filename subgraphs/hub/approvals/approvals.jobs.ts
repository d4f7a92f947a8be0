import { z } from "zod";
import { defineJob } from "../../../src/jobs/define-job.ts";
import type { JobContext } from "../../../src/jobs/job-context.ts";
import type { HubContext } from "../hub.context.ts";
import { mailQueue, outcomeQueue, runQueue } from "./approval-queues.ts";
import { mailApproval } from "./mail-approval.service.ts";
import { mailOutcome } from "./mail-outcome.service.ts";
import { runApproval, sweepApprovals } from "./run-approval.service.ts";

const retry = { limit: 6, delaySeconds: 2, maxDelaySeconds: 120 };

/** Runs an approved request. */
const runApprovalJob = defineJob<typeof runQueue.schema, JobContext>({
  ...runQueue,
  retry,
  concurrency: 2,
  handler: async ({ requestId }, { context, attempt }) => {
    const { runMutation } = context;
    if (!runMutation) throw new Error("This process cannot run mutations.");
    const isLast = attempt > retry.limit;
    await runApproval(context.contextIn("hub") as HubContext, { requestId, isLast, runMutation });
  },
});

/** Mails a request to those who can decide it. */
const mailApprovalJob = defineJob<typeof mailQueue.schema, JobContext>({
  ...mailQueue,
  handler: async ({ requestId }, { context }) => {
    await mailApproval(context.contextIn("hub") as HubContext, requestId);
  },
});

/** Mails the outcome of a request to its requester. */
const mailOutcomeJob = defineJob<typeof outcomeQueue.schema, JobContext>({
  ...outcomeQueue,
  handler: async ({ requestId }, { context }) => {
    await mailOutcome(context.contextIn("hub") as HubContext, requestId);
  },
});

const nothing = z.object({});

/** Expires requests that nobody decided, and deletes stored inputs and results in time. */
const sweepApprovalsJob = defineJob<typeof nothing, JobContext>({
  name: "sweep-approval-requests",
  schema: nothing,
  schedule: { cron: "7 * * * *", payload: {} },
  handler: async (_payload, { context }) => {
    await sweepApprovals(context.contextIn("hub") as HubContext);
  },
});

export const approvalJobs = [runApprovalJob, mailApprovalJob, mailOutcomeJob, sweepApprovalsJob];
