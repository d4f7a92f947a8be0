import { z } from "zod";
import { defineJob } from "../../../src/jobs/define-job.ts";
import type { JobContext } from "../../../src/jobs/job-context.ts";
import type { HubContext } from "../hub.context.ts";
import { announceExpiringKeys } from "./expiring-keys.service.ts";
import { forgetShownSecrets } from "./issue-key.service.ts";

/** Every day: notifies owners of keys that expire in 14, 3 and 0 days. */
export const expiringKeysJob = defineJob<z.ZodObject, JobContext>({
  name: "announce-expiring-keys",
  schema: z.object({}),
  schedule: { cron: "5 0 * * *", payload: {} },
  handler: async (_payload, { context }) => {
    await announceExpiringKeys(context.contextIn("hub") as HubContext);
  },
});

/** Every minute: secrets that answers have revealed are forgotten when retries are no longer shown them. */
export const forgetSecretsJob = defineJob<z.ZodObject, JobContext>({
  name: "forget-revealed-secrets",
  schema: z.object({}),
  schedule: { cron: "* * * * *", payload: {} },
  handler: async (_payload, { context }) => {
    await forgetShownSecrets(context.contextIn("hub") as HubContext);
  },
});
