import { z } from "zod";
import { defineJob, type AnyJob } from "../../../src/jobs/define-job.ts";
import type { JobContext } from "../../../src/jobs/job-context.ts";
import type { HubContext } from "../hub.context.ts";
import { removalQueue, syncQueue, webhookQueue } from "./banking-queues.ts";
import { eraseBankData } from "./connections/erase-bank-data.service.ts";
import { carryOutRemoval } from "./connections/item-removal.service.ts";
import { syncForProvider } from "./transactions/sync.service.ts";
import { checkKeptWebhook, purgeBankWebhooks } from "./webhooks/webhook.service.ts";

/** Long enough to outlast a provider that is down for a night. */
const retry = { limit: 20, delaySeconds: 5, maxDelaySeconds: 3_600 };

const syncBankConnectionJob = defineJob<typeof syncQueue.schema, JobContext>({
  ...syncQueue,
  retry,
  concurrency: 2,
  expireInSeconds: 900,
  handler: ({ connectionId }, { context }) =>
    syncForProvider(context.contextIn("hub") as HubContext, connectionId),
});

const removeBankItemJob = defineJob<typeof removalQueue.schema, JobContext>({
  ...removalQueue,
  retry,
  handler: ({ removalId }, { context }) => carryOutRemoval(context.contextIn("hub") as HubContext, removalId),
});

const checkBankWebhookJob = defineJob<typeof webhookQueue.schema, JobContext>({
  ...webhookQueue,
  retry,
  handler: ({ webhookId }, { context }) =>
    checkKeptWebhook(context.contextIn("hub") as HubContext, webhookId),
});

/** Every night: forgets webhooks of a month ago, and what belonged to accounts that are erased. */
const purgeBankingJob = defineJob<z.ZodObject, JobContext>({
  name: "purge-banking",
  schema: z.object({}),
  schedule: { cron: "23 2 * * *", payload: {} },
  handler: async (_payload, { context }) => {
    const ctx = context.contextIn("hub") as HubContext;
    await purgeBankWebhooks(ctx);
    await eraseBankData(ctx);
  },
});

export const bankingJobs: readonly AnyJob<JobContext>[] = [
  syncBankConnectionJob,
  removeBankItemJob,
  checkBankWebhookJob,
  purgeBankingJob,
];
